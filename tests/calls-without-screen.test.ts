import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const sources = (folder: string) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
const DECLARATION = /export const (\w+): ClientCall[^=]*= \{\s*id: '([\w.]+)'/g;

test('each call has a screen, or a line in docs/calls-without-screen.md that names its users', () => {
  // The answers of other platforms are completed for calls of any client.
  const screens = ['client', 'views', 'server/portal']
    .flatMap(sources)
    .filter((file) => !file.startsWith('server/portal/answers/'))
    .map((file) => readFileSync(ROOT + file, 'utf8'))
    .join('\n');
  const words = new Set(screens.match(/\w+/g));
  const quoted = new Set([...screens.matchAll(/'([\w.]+)'/g)].map(([, text]) => text));
  const calls = sources('shared/api')
    .filter((file) => file.endsWith('/calls.ts'))
    .flatMap((file) => [...readFileSync(ROOT + file, 'utf8').matchAll(DECLARATION)].map(([, name = '', id = '']) => ({ name, id })));
  expect(calls.length).toBeGreaterThan(100);
  const unused = calls.filter(({ name, id }) => !words.has(name) && !quoted.has(id)).map(({ id }) => id);
  const listed = [...readFileSync(`${ROOT}docs/calls-without-screen.md`, 'utf8').matchAll(/^\| `([\w.]+)` \|/gm)].map(([, id]) => id);
  expect(unused.sort()).toEqual(listed.sort());
});
