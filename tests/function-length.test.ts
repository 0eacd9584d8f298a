import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { functionsOf, lengthProblems, type MeasuredFunction } from './imports/function-length.ts';
import { filesBelow } from './imports/import-graph.ts';

const FILES = new Map(
  ['server', 'client', 'shared', 'views'].flatMap(filesBelow).map((file) => [file, functionsOf(file, readFileSync(file, 'utf8'))]),
);

test('no function is longer than 80 lines', () => {
  expect(lengthProblems(FILES)).toEqual([]);
});

describe('a function is measured', () => {
  test.each([
    ['declared', 'export function one() {\n  return 1;\n}', 'one', 3],
    ['asynchronous', 'async function one() {\n}', 'one', 2],
    ['of a variable', 'const one = () => {\n  return 1;\n};', 'one', 3],
    ['of a property', 'export const object = { one: () => {\n} };', 'one', 2],
    ['as a method of an object', 'export const object = {\n  one() {\n  },\n};', 'one', 2],
    ['as a method of a class', 'export class Two {\n  one() {\n  }\n}', 'one', 2],
    ['as a component', 'export function One() {\n  return <p>\n</p>;\n}', 'One', 4],
    ['as a parameter', 'call(() => {\n});', 'anonymous', 2],
  ])('%s', (_kind, source, name, lines) => {
    expect(functionsOf('views/one.tsx', source)).toEqual([{ name, lines }]);
  });
});

describe('the rule finds', () => {
  const measured = (file: string, ...functions: readonly MeasuredFunction[]) => new Map([[file, functions]]);
  const long = { name: 'one', lines: 81 };

  test('a function over 80 lines, but not one of 80', () => {
    expect(lengthProblems(measured('server/a.ts', long, { name: 'two', lines: 80 }))).toEqual(['server/a.ts one: 81 lines, at most 80']);
  });
  test('no test, and no migration', () => {
    expect(lengthProblems(measured('server/a.test.ts', long))).toEqual([]);
    expect(lengthProblems(measured('server/db/migrations/001-a.ts', { name: 'up', lines: 200 }))).toEqual([]);
  });
});
