import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { parseSync, Visitor } from 'vite';
import { isTestFile } from './platform-layers.ts';

export interface FileNames {
  /** Exported values. */
  readonly exported: readonly string[];
  /** Imported names by file; `*` for all of a file. */
  readonly imported: ReadonlyMap<string, readonly string[]>;
  /** Exported values that the file itself uses too. */
  readonly usedHere: readonly string[];
}

const CHECKED = ['server/', 'client/', 'shared/', 'views/'];
/**
 * Files that are loaded by a pattern (`import.meta.glob`), the entry points of folders, and the references, which `npm run docs` writes with
 * their tests.
 */
const NOT_IMPORTED_BY_NAME = /\/island-texts\.ts$|\.island\.tsx$|^views\/personal\/|\/index\.ts$|^server\/tools\/[\w-]+-reference\.ts$/;

/**
 * Values of the checked folders that no other file imports. An import by a test counts if the value belongs to a test helper, or if its
 * file uses it too: a part may be tested alone, but nothing exists for its test only. Tools below `tests/` count as any other file. Types are left out: those of the parameters
 * and the result of an exported function belong to it.
 */
export function unusedExports(files: ReadonlyMap<string, FileNames>): readonly string[] {
  const users = new Map<string, Set<string>>();
  for (const [user, { imported }] of files)
    for (const [file, names] of imported)
      for (const name of names) users.set(`${file} ${name}`, (users.get(`${file} ${name}`) ?? new Set()).add(user));
  const isUsed = (file: string, name: string, isTestEnough: boolean) =>
    [name, '*'].some((used) => [...(users.get(`${file} ${used}`) ?? [])].some((user) => isTestEnough || !isTest(user)));
  return [...files]
    .filter(([file]) => CHECKED.some((folder) => file.startsWith(folder)) && !NOT_IMPORTED_BY_NAME.test(file))
    .flatMap(([file, { exported, usedHere }]) =>
      exported.filter((name) => !isUsed(file, name, isTestHelper(file) || usedHere.includes(name))).map((name) => `${file} ${name}`),
    );
}

function isTestHelper(file: string): boolean {
  return isTestFile(file) || file.includes('/testing/');
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

export function readNames(file: string, source = readFileSync(file, 'utf8')): FileNames {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const exported: string[] = [];
  const imported = new Map<string, string[]>();
  const mentions = new Map<string, number>();
  const mention = ({ name }: { readonly name: string }) => void mentions.set(name, (mentions.get(name) ?? 0) + 1);
  const use = (path: unknown, ...names: readonly string[]) => {
    if (typeof path !== 'string' || !path.startsWith('.')) return;
    const target = join(file, '..', path);
    imported.set(target, [...(imported.get(target) ?? []), ...names]);
  };
  new Visitor({
    Identifier: mention,
    JSXIdentifier: mention,
    ImportDeclaration: ({ source: { value }, specifiers }) =>
      use(value, ...specifiers.map((one) => ('imported' in one ? nameOf(one.imported) : '*'))),
    ImportExpression: ({ source: path }) => use('value' in path && path.value, '*'),
    TSImportType: ({ source: { value } }) => use(value, '*'),
    ExportAllDeclaration: ({ source: { value } }) => use(value, '*'),
    ExportNamedDeclaration({ source: path, specifiers, declaration }) {
      if (path) use(path.value, ...specifiers.map((one) => nameOf(one.local)));
      if (declaration?.type === 'VariableDeclaration') exported.push(...declaration.declarations.map(({ id }) => nameOf(id)));
      if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') exported.push(nameOf(declaration.id));
    },
  }).visit(program);
  return { exported, imported, usedHere: exported.filter((name) => (mentions.get(name) ?? 0) > 1) };
}

/** Of an identifier; names in quotes and patterns have none and do not occur in exports. */
function nameOf(node: { readonly type: string; readonly name?: unknown } | null): string {
  return typeof node?.name === 'string' ? node.name : '';
}
