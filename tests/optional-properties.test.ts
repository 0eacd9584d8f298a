import { readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { filesBelow } from './imports/import-graph.ts';

type Declared = { readonly start: number; readonly optional?: boolean | null; readonly typeAnnotation?: ESTree.TSTypeAnnotation | null };

/** Lines with a property or parameter that may be left out and may also be set to undefined, as in `x?: T | undefined`. */
function undefinedOptionals(file: string, source = readFileSync(file, 'utf8')): string[] {
  const found: string[] = [];
  const check = ({ start, optional, typeAnnotation }: Declared) => {
    const type = typeAnnotation?.typeAnnotation;
    if (optional && type?.type === 'TSUnionType' && type.types.some((part) => part.type === 'TSUndefinedKeyword'))
      found.push(`${file}:${source.slice(0, start).split('\n').length}`);
  };
  new Visitor({ TSPropertySignature: check, PropertyDefinition: check, Identifier: check as (node: object) => void }).visit(
    parseSync(file, source).program,
  );
  return found;
}

test('no optional property may be set to undefined', () => {
  const files = ['server', 'client', 'shared', 'views', 'tests'].flatMap(filesBelow);
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((file) => undefinedOptionals(file))).toEqual([]);
});

test.each([
  ['a property', 'interface A { x: 1;\n readonly x?: string | undefined }', ['x.ts:2']],
  ['a property of a class', 'class A { x?: undefined | string }', ['x.ts:1']],
  ['a parameter', 'function f(x?: string | undefined) {}', ['x.ts:1']],
  ['other properties', 'interface A { x?: string; y: string | undefined; z?: string | null }', []],
])('%s', (_name, source, expected) => {
  expect(undefinedOptionals('x.ts', source)).toEqual(expected);
});
