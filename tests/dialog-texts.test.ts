import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadGraph } from './imports/import-graph.ts';

const FOLDER = 'client/islands/modals';
const LOCALES = 'shared/i18n/locales/EN';
const GRAPH = loadGraph(['client', 'shared']);
const PARTS = readFileSync(join(FOLDER, 'dialog-parts.ts'), 'utf8');
const ALWAYS = listIn(readFileSync(join(FOLDER, 'texts.ts'), 'utf8'), /const ALWAYS = \[(.*?)\]/s);
const FILE_OF = new Map(readdirSync(LOCALES).flatMap((file) => keysOf(file.replace('.json', ''))));
const DIALOGS = [...PARTS.matchAll(/^ {2}'?([a-z-]+)'?: async \(\) => \(await import\('(.+?)'\)\)/gm)].map(([, name = '', path = '']) => ({
  name,
  script: join(FOLDER, path),
}));

/** Texts of other places that a script of a dialog gives with its own keys, and ids of calls that look like keys. */
const NOT_SHOWN = new Set(['games.membersOnly', 'lobby.login', ...idsOfCalls()]);

/** A dialog whose file of texts is not listed shows keys, only if nothing else on the page has loaded that file. */
test.each(DIALOGS)('the dialog $name loads the texts that its script uses', ({ name, script }) => {
  const listed = new RegExp(`^ {2}'?${name}'?: \\[(.*?)\\]`, 'm');
  const files = new Set([...ALWAYS, ...(listed.test(PARTS) ? listIn(PARTS, listed) : [])]);
  const keys = reachable(script).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([a-z]\w*\.\w+)'/g)].map(([, key = '']) => key),
  );
  const used = keys.filter((key) => FILE_OF.has(key) && !NOT_SHOWN.has(key));
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((key) => !files.has(FILE_OF.get(key) ?? ''))).toEqual([]);
});

test('all dialogs are found', () => {
  expect(DIALOGS.length).toBe(PARTS.match(/await import\(/g)?.length);
});

function listIn(source: string, pattern: RegExp): readonly string[] {
  const [, list] = pattern.exec(source) ?? [];
  if (list === undefined) throw new Error(`no list ${pattern}`);
  return [...list.matchAll(/'(.+?)'/g)].map(([, one = '']) => one);
}

function idsOfCalls(): readonly string[] {
  const files = [...GRAPH.keys()].filter((file) => file.startsWith('shared/api/') && file.endsWith('/calls.ts'));
  return files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {2}id: '(.+?)'/gm)].map(([, id = '']) => id));
}

/** Keys of a file, as `t` takes them, with the name of the file. */
function keysOf(file: string): [string, string][] {
  const [area] = file.split('-');
  return Object.keys(JSON.parse(readFileSync(join(LOCALES, `${file}.json`), 'utf8')) as object).map((key) => [`${area}.${key}`, file]);
}

function reachable(start: string): readonly string[] {
  const found = new Set([start]);
  for (const file of found) for (const next of GRAPH.get(file) ?? []) found.add(next);
  return [...found];
}
