import { describe, expect, test } from 'vitest';
import { importCycles } from './imports/import-cycles.ts';
import { importGraph, importsOf } from './imports/import-graph.ts';

const GRAPH = importGraph(['server', 'client', 'shared', 'views', 'tests']);

test('no import cycle between files', () => {
  expect(importCycles(GRAPH).map((cycle) => cycle.join(' > '))).toEqual([]);
});

test('the graph has the imports of this file', () => {
  expect(GRAPH.get('tests/imports.test.ts')).toEqual(['tests/imports/import-cycles.ts', 'tests/imports/import-graph.ts']);
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
