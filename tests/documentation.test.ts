import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const PAGES = ['README.md', ...pagesBelow('docs')];
/** A path of this repository in backticks: starts with a folder of the repository and contains no placeholder. `{a,b}` lists names. */
const PATH = /`((?:server|client|shared|views|tests|docs|\.ci)\/(?:[\w./-]|\{[\w./,-]+\})*)`/g;

test.each(PAGES)('%s names only files that exist', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(PATH)].flatMap(([, path = '']) => expandBraces(path));
  const missing = named.filter((path) => !existsSync(path));
  expect(missing).toEqual([]);
});

test.each(PAGES)('the links of %s lead to files that exist', (page) => {
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
});

test.each(PAGES)('the scripts that %s calls exist', (page) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const called = [...readFileSync(page, 'utf8').matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
  expect(called.filter((script) => !(script in scripts))).toEqual([]);
});

/** `a/{b,c}.ts` names `a/b.ts` and `a/c.ts`. */
function expandBraces(path: string): string[] {
  const [, start, names, end] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (names === undefined) return [path];
  return names.split(',').flatMap((name) => expandBraces(`${start}${name}${end}`));
}

function pagesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pagesBelow(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

test('the README is short', () => {
  expect(readFileSync('README.md').length).toBeLessThanOrEqual(8 * 1024);
});

test('docs/features/README.md lists every page', () => {
  const index = readFileSync('docs/features/README.md', 'utf8');
  const pages = readdirSync('docs/features').filter((name) => name !== 'README.md');
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

test('docs/decisions/README.md lists every record with its title, in order', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8');
  const records = readdirSync('docs/decisions').filter((name) => /^\d{3}-/.test(name));
  const missing = records.filter((name) => {
    const [title = ''] = readFileSync(join('docs/decisions', name), 'utf8').split('\n');
    return !index.includes(`[${title.replace(/^# \d{3}[ .:]*/, '')}](${name})`);
  });
  expect(missing).toEqual([]);
  const listed = [...index.matchAll(/^\| (\d{3}) \|/gm)].map(([, number]) => number);
  expect(listed).toEqual(records.map((name) => name.slice(0, 3)).sort());
});

test('docs/walks.md counts the files that it lists', () => {
  const [start = '', ...sections] = readFileSync('docs/walks.md', 'utf8').split('\n## ');
  const counts = [...start.matchAll(/^\| .* \| (\d+) \| \d+/gm)].map(([, count]) => Number(count));
  const listed = sections.map((section) => {
    const rows = section.split('\n').filter((line) => line.startsWith('| '));
    const files = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file]) => file));
    expect(new Set(files).size, 'each file once').toBe(files.length);
    return files.length;
  });
  expect(listed).toEqual(counts);
});
