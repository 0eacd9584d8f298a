import { expect, test } from 'vitest';
import { filesBelow } from './imports/import-graph.ts';
import { readNames, unusedExports } from './imports/unused-exports.ts';

test('no exported value without a user', () => {
  const files = [...['server', 'client', 'shared', 'views', 'tests'].flatMap(filesBelow), 'vite.config.ts', 'vitest.config.ts'];
  expect(unusedExports(new Map(files.map((file) => [file, readNames(file)])))).toEqual([]);
});

const unusedOf = (files: Readonly<Record<string, string>>) =>
  unusedExports(new Map(Object.entries(files).map(([file, source]) => [file, readNames(file, source)])));

test.each([
  ['a function', 'export function one() {}'],
  ['a variable', 'export const one = 1;'],
  ['a class', 'export class one {}'],
  ['a function that only its own file uses', 'export function one() {}\none();'],
])('%s without a user is found', (_kind, source) => {
  expect(unusedOf({ 'client/a.ts': source, 'client/b.ts': "import { two } from './a.ts';" })).toEqual(['client/a.ts one']);
});

test.each([
  ['an import', "import { one } from './a.ts';"],
  ['an import under another name', "import { one as two } from './a.ts';"],
  ['an import of all', "import * as a from './a.ts';"],
  ['an import at run time', "const load = () => import('./a.ts');"],
  ['a re-export', "export { one } from './a.ts';"],
  ['a re-export of all', "export * from './a.ts';"],
  ['its type', "type One = typeof import('./a.ts');"],
])('%s is a use', (_kind, source) => {
  expect(unusedOf({ 'client/a.ts': 'export const one = 1;', 'client/b.ts': source })).toEqual([]);
});

test('a test is a user of test helpers and of parts that their file uses, but not of a value that exists for it only', () => {
  const source = "import { one } from './a.ts';\nimport { two } from './test-kit.ts';\nimport { three } from './b.ts';";
  expect(
    unusedOf({
      'shared/games/a.ts': 'export const one = 1;',
      'shared/games/test-kit.ts': 'export const two = 1;',
      'shared/games/b.ts': 'export const three = 1;\nexport const four = three;',
      'shared/games/c.ts': "import { four } from './b.ts';",
      'shared/games/a.test.ts': source,
    }),
  ).toEqual(['shared/games/a.ts one']);
});

test('types, and files that a pattern loads, are not checked', () => {
  expect(
    unusedOf({
      'client/a.ts': 'export interface One {}\nexport type Two = 1;',
      'client/islands/a/island-texts.ts': 'export const TEXTS = {};',
    }),
  ).toEqual([]);
});
