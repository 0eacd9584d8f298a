import { describe, expect, test } from 'vitest';
import { importsAcrossBorders, loadedContracts } from './imports/borders.ts';
import { importCycles } from './imports/import-cycles.ts';
import { importGraph, importsOf, loadedBy, loadGraph } from './imports/import-graph.ts';

const GRAPH = importGraph(['server', 'client', 'shared', 'views', 'tests']);

test('no import cycle between files', () => {
  expect(importCycles(GRAPH).map((cycle) => cycle.join(' > '))).toEqual([]);
});

test('no import across a border', () => {
  expect(importsAcrossBorders(GRAPH)).toEqual([]);
});

test('no schema or conduct of a call in browser code', () => {
  expect(loadedContracts(loadGraph(['client', 'shared', 'views']))).toEqual([]);
});

test('a schema is found behind a file of shared, unless only its types are imported', () => {
  const graph = new Map([
    ['client/a.ts', ['shared/b.ts', 'shared/api/deposit/calls.ts']],
    ['client/a.test.ts', ['shared/api/deposit/contract.ts']],
    ['shared/b.ts', ['shared/api/deposit/schemas.ts']],
    ['shared/api/deposit/contract.ts', ['shared/api/define-call.ts']],
  ]);
  expect(loadedContracts(graph)).toEqual(['shared/b.ts > shared/api/deposit/schemas.ts']);
});

test('the graph has the imports of this file', () => {
  expect(GRAPH.get('tests/imports.test.ts')).toEqual([
    'tests/imports/borders.ts',
    'tests/imports/import-cycles.ts',
    'tests/imports/import-graph.ts',
  ]);
});

describe('an import is read', () => {
  test.each([
    ['of values', "import { one } from '../b/two.ts';"],
    ['of types', "import type { One } from '../b/two.ts';"],
    ['of a type among values', "import { type One, other } from '../b/two.ts';"],
    ['without names', "import '../b/two.ts';"],
    ['of a re-export', "export { one } from '../b/two.ts';"],
    ['of a type re-export', "export type { One } from '../b/two.ts';"],
    ['of a re-export of everything', "export * from '../b/two.ts';"],
    ['at run time', "export const load = () => import('../b/two.ts');"],
    ['in a type', "export type One = typeof import('../b/two.ts');"],
    ['after markup', "const view = <p>from './a.ts'</p>; export * from '../b/two.ts';"],
  ])('%s', (_kind, source) => {
    expect(importsOf('server/a/one.tsx', source)).toEqual(['server/b/two.ts']);
  });

  test('but not from a package, a comment or a text', () => {
    expect(importsOf('server/a/one.ts', "import 'vite'; // import './two.ts'\nexport const text = \"import './two.ts'\";")).toEqual([]);
  });
});

describe('an import for values is read', () => {
  test.each([
    ['a value', "import { one } from '../b/two.ts';"],
    ['a type and a value', "import { type One, other } from '../b/two.ts';"],
    ['nothing but the file', "import '../b/two.ts';"],
    ['a namespace', "import * as two from '../b/two.ts';"],
    ['a re-export', "export { one } from '../b/two.ts';"],
    ['at run time', "export const load = () => import('../b/two.ts');"],
  ])('%s', (_kind, source) => {
    expect(loadedBy('server/a/one.ts', source)).toEqual(['server/b/two.ts']);
  });

  test.each([
    ['a type', "import type { One } from '../b/two.ts';"],
    ['types only', "import { type One, type Other } from '../b/two.ts';"],
    ['a namespace of types', "import type * as two from '../b/two.ts';"],
    ['a type re-export', "export type { One } from '../b/two.ts';"],
    ['a type of a file', "export type One = typeof import('../b/two.ts');"],
  ])('not %s', (_kind, source) => {
    expect(loadedBy('server/a/one.ts', source)).toEqual([]);
  });
});

describe('a planted cycle is found', () => {
  test.each<[string, Record<string, string[]>, string[]]>([
    ['of a file with itself', { a: ['a'] }, ['a > a']],
    ['of two files', { a: ['b'], b: ['a', 'c'], c: [] }, ['a > b > a']],
    ['of three files', { a: ['b'], b: ['c'], c: ['a'] }, ['a > b > c > a']],
    ['behind a file that imports it', { start: ['a'], a: ['b'], b: ['a'] }, ['a > b > a']],
    ['of which one file is the start of two: the shorter one', { a: ['b', 'c'], b: ['c'], c: ['a'] }, ['a > c > a']],
    ['next to another one', { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] }, ['a > b > a', 'c > d > c']],
  ])('%s', (_kind, imports, chains) => {
    expect(importCycles(new Map(Object.entries(imports))).map((cycle) => cycle.join(' > '))).toEqual(chains);
  });

  test('but none where two files import the same one', () => {
    expect(importCycles(new Map(Object.entries({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })))).toEqual([]);
  });
});

test('planted imports across a border are found, but not those of tests and of the contract', () => {
  const planted = new Map([
    ['server/portal/a.ts', ['server/platform/index.ts', 'server/config/env.ts', 'views/a.tsx']],
    ['client/islands/a.tsx', ['shared/games/dice.ts', 'shared/games/contract.ts']],
    ['shared/a.ts', ['shared/games/dice.ts', 'client/main.ts']],
    ['client/games/a.ts', ['shared/games/dice.ts']],
    ['server/portal/a.test.ts', ['server/platform/index.ts']],
  ]);
  expect(importsAcrossBorders(planted)).toEqual([
    'server/portal/a.ts > server/platform/index.ts',
    'client/islands/a.tsx > shared/games/dice.ts',
    'shared/a.ts > shared/games/dice.ts',
    'shared/a.ts > client/main.ts',
  ]);
});
