import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const sources = (folder: string) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
const DECLARATION = /export const (\w+): ClientCall[^=]*= \{\s*id: '([\w.]+)'/g;

/**
 * A call is made where its definition is an argument or its id is read (`sessionKeys.id`), or where its id in quotes is an argument, an
 * attribute or an element of a list. An id as the key or the value of a table says something about a call and does not make it.
 */
const MADE = /(?<=[([,?:=]\s*|\breturn )(\w+)(?=\s*[,)\];}]|\.id\b|\.path\b)|(?<=[([,={]\s*)'([\w.]+)'(?!\s*:)/g;

const IMPORTS = /^import [^;]*;$/gm;

test('each call has a screen, or a line in docs/calls-without-screen.md that names its users', () => {
  const screens = ['client', 'views', 'server/portal']
    .flatMap(sources)
    .map((file) => readFileSync(ROOT + file, 'utf8').replaceAll(IMPORTS, ''))
    .join('\n');
  const made = new Set([...screens.matchAll(MADE)].flatMap(([, name, id]) => name ?? id ?? []));
  const calls = sources('shared/api')
    .filter((file) => file.endsWith('/calls.ts'))
    .flatMap((file) => [...readFileSync(ROOT + file, 'utf8').matchAll(DECLARATION)].map(([, name = '', id = '']) => ({ name, id })));
  expect(calls.length).toBeGreaterThan(100);
  const unused = calls.filter(({ name, id }) => !made.has(name) && !made.has(id)).map(({ id }) => id);
  const listed = [...readFileSync(`${ROOT}docs/calls-without-screen.md`, 'utf8').matchAll(/^\| `([\w.]+)` \|/gm)].map(([, id]) => id);
  expect(unused.sort()).toEqual(listed.sort());
});
