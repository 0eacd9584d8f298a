import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { parseSync, Visitor } from 'vite';

/** Files by the files that they import; paths from the root of the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Imports between the TypeScript files of these folders. Type imports are included, packages and other files are not. */
export function importGraph(folders: readonly string[]): Map<string, readonly string[]> {
  const files = new Set(folders.flatMap(filesBelow));
  return new Map([...files].map((file) => [file, importsOf(file, readFileSync(file, 'utf8')).filter((imported) => files.has(imported))]));
}

/** Paths that a file imports from the repository: static, dynamic, as types, and of re-exports. */
export function importsOf(file: string, source: string): readonly string[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found = new Set<string>();
  const add = (node: { readonly type: string; readonly value?: unknown } | null) => {
    if (node?.type === 'Literal' && typeof node.value === 'string' && node.value.startsWith('.')) found.add(join(file, '..', node.value));
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
  }).visit(program);
  return [...found];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}
