import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { parseSync, Visitor } from 'vite';

/** Files by the files that they import; paths from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Imports between the TypeScript files of these folders. Type imports are included, packages and other files are not. */
export function importGraph(folders: readonly string[]): Map<string, readonly string[]> {
  return graphOf(folders, importsOf);
}

/** The same without type imports: what running code loads. */
export function loadGraph(folders: readonly string[]): Map<string, readonly string[]> {
  return graphOf(folders, loadedBy);
}

/** Paths that a file imports from the repository: static, dynamic, as types, and of re-exports. */
export function importsOf(file: string, source: string): readonly string[] {
  return read(file, source, { types: true });
}

/** Paths that a file imports from the repository for their values. */
export function loadedBy(file: string, source: string): readonly string[] {
  return read(file, source, { types: false });
}

function graphOf(folders: readonly string[], importsIn: typeof importsOf): Map<string, readonly string[]> {
  const files = new Set(folders.flatMap(filesBelow));
  return new Map([...files].map((file) => [file, importsIn(file, readFileSync(file, 'utf8')).filter((imported) => files.has(imported))]));
}

interface Kind {
  readonly importKind?: unknown;
  readonly exportKind?: unknown;
}

function read(file: string, source: string, { types }: { readonly types: boolean }): readonly string[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found = new Set<string>();
  const add = (node: { readonly type: string; readonly value?: unknown } | null) => {
    if (node?.type === 'Literal' && typeof node.value === 'string' && node.value.startsWith('.')) found.add(join(file, '..', node.value));
  };
  const isType = ({ importKind, exportKind }: Kind) => importKind === 'type' || exportKind === 'type';
  const isWanted = (node: Kind & { readonly specifiers?: readonly object[] }) =>
    types || !(isType(node) || (node.specifiers?.length && node.specifiers.every(isType)));
  new Visitor({
    ImportDeclaration: (node) => isWanted(node) && add(node.source),
    ExportNamedDeclaration: (node) => isWanted(node) && add(node.source),
    ExportAllDeclaration: (node) => isWanted(node) && add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => types && add(node.source),
  }).visit(program);
  return [...found];
}

/** TypeScript files below a folder; paths from the root of the repository. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}
