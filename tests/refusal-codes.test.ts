import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as codes from '../shared/codes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ALL = Object.entries(codes).flatMap(([name, list]) =>
  name.endsWith('_CODES') && Array.isArray(list) ? (list as readonly string[]) : [],
);

test('every refusal code is used by some code', () => {
  const sources = ['client', 'server', 'shared', 'views']
    .flatMap((folder) => readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== 'shared/codes.ts')
    .map((file) => readFileSync(ROOT + file, 'utf8'))
    .join('\n');
  const words = new Set(sources.match(/\w+/g));
  expect(ALL.length).toBeGreaterThan(100);
  expect(ALL.filter((code) => !words.has(code))).toEqual([]);
});
