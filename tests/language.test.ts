import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ALLOWED, ALLOWED_NAMES, IDENTIFIER_PARTS, PROSE } from './language/banned-words.ts';
import { type Found, readWords } from './language/read-words.ts';

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => !ALLOWED.some((allowed) => allowed.file.test(file)));
const CODE = FILES.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file));

test('code uses the words of docs/style.md in identifiers, comments, logs, errors, notes and test titles', () => {
  const problems = CODE.flatMap((file) =>
    wordsOf(file)
      .filter((found) => isBanned(found) && !isAllowedName(file, found))
      .map(({ line, kind, text }) => `${file}:${line} ${kind}: ${text}`),
  );
  expect(problems).toEqual([]);
});

test.each(FILES.filter((file) => file.endsWith('.md')))('%s uses the words of docs/style.md', (file) => {
  const problems = readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => `${index + 1}: ${line}`)
    .filter((line) => PROSE.test(line));
  expect(problems).toEqual([]);
});

describe('a planted word is found', () => {
  test.each([
    ['an identifier', 'const toldAt = 1;'],
    ['a property', 'interface A { readonly toldAt: number }'],
    ['a comment', 'const a = 1; // whoever comes'],
    ['a comment after a text that looks like one', "const a = 'http://example.test'; /* nobody */"],
    ['a comment that quotes code', 'const a = 1; // whoever reads `a`'],
    ['a log line', "log.warn({ id: 1 }, 'a bet could not be told');"],
    ['an error', "throw new StartFailure('it was told');"],
    ['a choice in an error', "throw new Error(id === 1 ? 'gone' : `it was told`);"],
    ['a note', "addStep({ note: 'told as paid' });"],
    ['a note of a function', "addNote(deposit, 'told as paid');"],
    ['a variable for a note', "const note = id + ' was told';"],
    ['a test title', "test('is sent to nobody', () => {});"],
    ['a title with rows', "it.each([['a', 1]])('%s goes on', () => {});"],
    ['a row of a test', "describe.each([['for nobody', 1], ['for members', 2]])('%s', () => {});"],
    ['a row of one text', "test.skip.each(['whoever', 'members'])('%s', () => {});"],
  ])('in %s', (_place, source) => {
    expect(readWords(source, 'ts').filter(isBanned)).toHaveLength(1);
  });

  test('but not in code that a comment quotes', () => {
    expect(readWords('const a = 1; // the column `told`', 'ts').filter(isBanned)).toEqual([]);
  });

  test('and none in texts that are neither logged nor errors nor notes', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source that is read.
    expect(readWords("const a = ['told', `// nobody ${1} told`, /told/];", 'ts').filter(isBanned)).toEqual([]);
  });
});

function wordsOf(file: string): readonly Found[] {
  return readWords(readFileSync(file, 'utf8'), file.endsWith('.tsx') ? 'tsx' : 'ts');
}

function isAllowedName(file: string, { kind, text }: Found): boolean {
  return kind === 'identifier' && ALLOWED_NAMES.some((allowed) => allowed.name === text && allowed.file.test(file));
}

function isBanned({ kind, text }: Found): boolean {
  if (kind !== 'identifier') return PROSE.test(withoutCode(text));
  const parts = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .split(' ');
  return parts.some((part) => IDENTIFIER_PARTS.has(part));
}

/** Code in backticks quotes names that other rules judge. */
function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, '');
}
