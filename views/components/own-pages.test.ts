import { expect, test } from 'vitest';
import { drawerGroups } from './drawer-groups.ts';
import { HELP_PAGES, hasHelpCentre, helpHref, helpPages, ownText, saferPlayHref } from './own-pages.ts';

const merchant = { demo: false, ownTexts: { terms: { TH: 'ก', VI: 'ă' }, privacy: {} } };

test('a merchant has the pages that it has written, the demo all of them', () => {
  expect(helpPages(merchant)).toEqual(['terms']);
  expect(helpPages({ demo: false, ownTexts: {} })).toEqual([]);
  expect(helpPages({ demo: true, ownTexts: {} })).toEqual(HELP_PAGES);
  expect(helpHref(merchant, 'terms')).toBe('/help/terms');
  expect(helpHref(merchant, 'privacy')).toBeUndefined();
});

test('a text is in the language, in English, or in any', () => {
  expect(ownText(merchant, 'terms', 'VI')).toBe('ă');
  expect(ownText({ ...merchant, ownTexts: { terms: { TH: 'ก', EN: 'a' } } }, 'terms', 'JA')).toBe('a');
  expect(ownText(merchant, 'terms', 'JA')).toBe('ก');
  expect(ownText(merchant, 'about', 'TH')).toBeUndefined();
});

test('without advice on responsible gaming, its links lead to limits and breaks', () => {
  expect(saferPlayHref(merchant)).toBe('/member/protection');
  expect(saferPlayHref({ demo: true, ownTexts: {} })).toBe('/help/safer-play');
});

test('the side menu links no page without content', () => {
  const hrefs = (demo: boolean) =>
    drawerGroups(
      { t: (key) => key, menus: [], here: '/', features: {}, contactOutside: false, help: [], demo, ownTexts: {} },
      null,
    ).flatMap(({ entries }) => entries.map(({ href }) => href));
  expect(hrefs(true)).toEqual(expect.arrayContaining(['/help', '/help/safer-play']));
  expect(hrefs(false).filter((href) => href.startsWith('/help'))).toEqual([]);
  expect(hasHelpCentre({ demo: false, help: [{ id: 'a', title: 'A', html: '' }] })).toBe(true);
});
