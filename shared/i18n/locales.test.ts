import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { TEXTS } from './locales.ts';

const SOURCES = import.meta.glob<string>(['../../{client,views,server}/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const english = TEXTS.EN ?? {};
const englishKeys = Object.keys(english);
const others = LANGUAGES.filter(({ code, complete }) => complete && code !== 'EN');

/** Names that are the same in every language. */
const NAMES = /WeChat|WhatsApp|Facebook|LINE|QQ|Northlight|JSON|SHA-256|nonce|RTP|ID|E-sports|Wild|Scatter|Casino|Slots|Demo/gi;

describe('texts of every complete language', () => {
  it.each(others.map(({ code }) => code))('%s has exactly the texts of English', (code) => {
    const texts = TEXTS[code] ?? {};
    expect([...new Set(Object.keys(texts).map(base))].sort()).toEqual([...new Set(englishKeys.map(base))].sort());
    for (const [key, text] of Object.entries(texts)) expect(text.trim() === '', `${code} ${key} is empty`).toBe(sample(key).trim() === '');
  });

  it.each(others.map(({ code }) => code))('%s has the plural forms that its grammar needs', (code) => {
    const tag = LANGUAGES.find((language) => language.code === code)?.tag ?? 'en';
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    for (const key of englishKeys.filter((candidate) => candidate.endsWith('_other'))) {
      for (const form of forms) expect(TEXTS[code], `${code} ${key}`).toHaveProperty([key.replace(/_other$/, `_${form}`)]);
    }
  });

  it.each(others.map(({ code }) => code))('%s keeps placeholders and markup', (code) => {
    for (const [key, text] of Object.entries(TEXTS[code] ?? {})) {
      expect(marks(text), `${code} ${key}`).toEqual(marks(sample(key)));
      expect(text.replace(/\{\{\w+\}\}/g, 'x'), `${code} ${key}`).not.toMatch(/[{}]|TODO|FIXME|[^\S\n]{2}|^\s|\s$/);
    }
  });

  it.each(others.map(({ code }) => code))('%s is translated', (code) => {
    for (const [key, text] of Object.entries(TEXTS[code] ?? {})) {
      if (text !== sample(key)) continue;
      const terms =
        text
          .replace(/\{\{\w+\}\}|<[^>]*>/g, ' ')
          .replace(NAMES, ' ')
          .match(/\p{Letter}{3,}/gu) ?? [];
      expect(terms.length, `${code} ${key}: ${text}`).toBeLessThan(2);
    }
  });
});

describe('keys used in the sources', () => {
  it('exist in English', () => {
    const unknown = namedKeys().filter(({ key }) => !(key in english) && !(`${key}_other` in english));
    expect(unknown).toEqual([]);
  });

  it('made from a template match at least one text', () => {
    const unknown = namedTemplates().filter(({ shape }) => !englishKeys.some((key) => shape.test(key)));
    expect(unknown).toEqual([]);
  });

  it('are found', () => {
    expect(namedKeys().length).toBeGreaterThan(100);
    expect(namedTemplates().length).toBeGreaterThan(10);
  });
});

/** Arguments of `t(...)` calls, and entries of arrays named `texts`. */
function namedKeys(): { file: string; key: string }[] {
  return Object.entries(SOURCES).flatMap(([file, source]) => {
    const calls = [...source.matchAll(/\bt\(\s*'([a-z-]+\.[\w-]+)'/g)].map(([, key = '']) => key);
    const arrays = [...source.matchAll(/\b\w*texts\w*(?::[^=\n]+)? = \[([^\]]*)\]/gi)].flatMap(([, entries = '']) => [
      ...entries.matchAll(/'([a-z-]+\.[\w-]+)'/g),
    ]);
    return [...calls, ...arrays.map(([, key = '']) => key)].map((key) => ({ file, key }));
  });
}

function namedTemplates(): { file: string; shape: RegExp }[] {
  return Object.entries(SOURCES).flatMap(([file, source]) =>
    [...source.matchAll(/\bt\(\s*`([a-z-]+\.[^`]*)`/g)].map(([, template = '']) => ({
      file,
      shape: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '[\\w-]+')}$`),
    })),
  );
}

function base(key: string): string {
  return key.replace(/_(?:zero|one|two|few|many|other)$/, '');
}

/** The English text of a key; a plural form without an English text is compared with its `other`. */
function sample(key: string): string {
  return english[key] ?? english[`${base(key)}_other`] ?? '';
}

function marks(text: string): string[] {
  return [...text.matchAll(/\{\{\w+\}\}|<[^>]*>/g)].map(([mark]) => mark).sort();
}

it('gives two different names to the two sums of deposits less withdrawals, because they are computed differently', () => {
  for (const [language, texts] of Object.entries(TEXTS))
    expect(texts['records.netDeposits'], language).not.toBe(texts['protection.netDeposits']);
});
