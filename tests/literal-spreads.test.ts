import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { filesBelow } from './imports/import-graph.ts';

/** Lines with an object literal spread into another or into an element, as in `{ ...{ a, b }, c }`: its properties belong where it stands. */
function literalSpreads(file: string, source = readFileSync(file, 'utf8')): string[] {
  const found: string[] = [];
  const lineOf = (start: number) => `${file}:${source.slice(0, start).split('\n').length}`;
  new Visitor({
    ObjectExpression({ properties }) {
      for (const { type, start, ...spread } of properties)
        if (type === 'SpreadElement' && 'argument' in spread && spread.argument.type === 'ObjectExpression') found.push(lineOf(start));
    },
    JSXSpreadAttribute({ argument, start }) {
      if (argument.type === 'ObjectExpression') found.push(lineOf(start));
    },
  }).visit(parseSync(file, source).program);
  return found;
}

test('no object literal is spread into another', () => {
  const files = ['server', 'client', 'shared', 'views', 'tests'].flatMap(filesBelow);
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((file) => literalSpreads(file))).toEqual([]);
});

test.each([
  ['a literal', 'const a = { ...{ b: 1 }, c };', ['x.ts:1']],
  ['one in a call on the second line', '\nf({ c, ...{ b } });', ['x.ts:2']],
  ['one in an element', 'const a = <b {...{ c }} />;', ['x.tsx:1'], 'x.tsx'],
  ['another value', 'const a = { ...b, ...(c && { d: 1 }), ...(e ? { f } : {}) };', []],
])('%s', (_name, source, expected, file = 'x.ts') => {
  expect(literalSpreads(file, source)).toEqual(expected);
});
