import { expect, it } from 'vitest';
import { ownText } from '../../../views/components/own-pages.ts';
import { ownTexts } from './own-texts.ts';

const FILE = { terms: { EN: '<p>file</p>', TH: '<p>ไฟล์</p>' }, privacy: { EN: '<p>private</p>' } };
const read = (published: Parameters<typeof ownTexts>[1], page: 'terms' | 'privacy' | 'refunds', language: string) =>
  ownText({ demo: false, ownTexts: ownTexts(FILE, published) ?? {} }, page, language);

it('texts of operators replace those of the file by page and language', () => {
  expect(ownTexts(FILE, [])).toBe(FILE);
  const published = [
    { page: 'terms', language: 'EN', content: '<p>console</p><script>x</script>' },
    { page: 'refunds', language: 'EN', content: '<p>refunds</p>' },
  ] as const;
  expect([read(published, 'terms', 'EN'), read(published, 'terms', 'TH'), read(published, 'terms', 'VI')]).toEqual([
    '<p>console</p>',
    '<p>ไฟล์</p>',
    '<p>console</p>',
  ]);
  expect([read(published, 'privacy', 'EN'), read(published, 'refunds', 'TH'), read([], 'refunds', 'TH')]).toEqual([
    '<p>private</p>',
    '<p>refunds</p>',
    undefined,
  ]);
});

it('a merchant without texts has those of operators', () => {
  expect(ownTexts(undefined, [])).toBeUndefined();
  expect(ownTexts(undefined, [{ page: 'about', language: 'TH', content: '<p>เรา</p>' }])).toEqual({ about: { TH: '<p>เรา</p>' } });
});
