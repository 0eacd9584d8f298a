import { expect, test } from 'vitest';
import type { GameMenu, Vendor } from '../../shared/api/games/schemas.ts';
import type { GameCategory } from '../../shared/constants.ts';
import { arrangeMenus, footerShortcuts, isHere, navItems, sectionOf, vendorHref } from './navigation.ts';

const t = (key: string) => key.replace(/^.*_/, '');
const vendor = (vassalage: string, gameCategory: GameCategory, popup = false): Vendor => ({
  vassalage,
  gameCategory,
  popup,
  displayName: vassalage,
  smallIcon: '',
  isHot: 0,
  gameCount: 1,
  maintenance: false,
});
const menu = (gameCategory: GameCategory, ...codes: string[]): GameMenu => ({
  gameCategory,
  labelName: gameCategory,
  vendors: codes.map((code) => vendor(code, gameCategory)),
});
const labels = (menus: readonly GameMenu[]) => navItems(menus, t, '/index').map(({ label }) => label);

test('e-sports vendors are moved from sports to a separate category after it', () => {
  const split = arrangeMenus([menu('SPORTS', 'DS88', 'IMES', 'AV'), menu('FISH', 'CORA')]);
  expect(split.map(({ gameCategory, vendors }) => [gameCategory, vendors.map(({ vassalage }) => vassalage)])).toEqual([
    ['SPORTS', ['DS88']],
    ['ESPORTS', ['IMES', 'AV']],
    ['FISH', ['CORA']],
  ]);
  const given = arrangeMenus([menu('ESPORTS', 'IRIS'), menu('SPORTS', 'SV3'), menu('RNG')]);
  expect(given.map(({ gameCategory }) => gameCategory)).toEqual(['ESPORTS']);
});

test('the separate sports vendor comes after live casino, or first without it', () => {
  expect(labels([menu('LIVE', 'KES'), menu('RNG', 'NOVA'), menu('SPORTS', 'DS88')])).toEqual([
    ...['lobby.home', 'LIVE', 'DS88', 'RNG', 'SPORTS', 'lobby.promotions'],
  ]);
  expect(labels([menu('RNG', 'NOVA'), menu('SPORTS', 'DS88')])[1]).toBe('DS88');
  expect(labels([menu('LIVE', 'KES'), menu('SPORTS', 'MERI')])).not.toContain('DS88');
});

test.each<[GameCategory, boolean, string]>([
  ['SPORTS', false, '/game?vassalage=X'],
  ['ESPORTS', false, '/game?vassalage=X'],
  ['LOTT', false, '/game?vassalage=X'],
  ['ELOTT', false, '/game?vassalage=X'],
  ['RNG', false, '/rng?page=X'],
  ['LIVE', false, '/live?page=X'],
  ['PVP', true, '/pvp?page=X'],
  ['SPORTS', true, '/sports?page=X'],
])('a vendor of %s, list of games in a dialog: %s, leads to %s', (category, popup, href) => {
  expect(vendorHref(category, 'X', popup)).toBe(href);
});

test('a shortcut of the footer is shown if its target exists', () => {
  expect(footerShortcuts([menu('RNG', 'NOVA')], t)).toEqual([]);
  expect(footerShortcuts([menu('SPORTS', 'MERI', 'DS88'), menu('LOTT', 'TCG_SEA')], t).map(({ href }) => href)).toEqual([
    ...['/game?vassalage=MERI', '/game?vassalage=TCG_SEA', '/game?vassalage=TCG_SEA&play=1&from=%2FseaLottery'],
  ]);
});

test('a game marks its category, not a vendor whose link also leads to a game', () => {
  const menus = arrangeMenus([menu('LIVE', 'KES'), menu('SPORTS', 'DS88', 'IMES'), menu('RNG', 'NOVA')]);
  const marked = (vassalage: string, gameCategory: GameCategory) =>
    navItems(menus, t, sectionOf(menus, { vassalage, gameCategory }) ?? '/game?gameId=X').flatMap(({ label, current }) =>
      current ? [label] : [],
    );
  expect(marked('NOVA', 'RNG')).toEqual(['RNG']);
  expect(marked('IMES', 'SPORTS')).toEqual(['ESPORTS']);
  expect(marked('DS88', 'SPORTS')).toEqual(['SPORTS']);
  expect(marked('X', 'FISH')).toEqual([]);
});

test('two games are two pages, two filters of a list are one', () => {
  expect(isHere('/game?vassalage=DS88', '/game?gameId=NOVA_GEM')).toBe(false);
  expect(isHere('/game?gameId=A', '/game?gameId=A&trial=1')).toBe(true);
  expect(isHere('/rng', '/rng?page=NOVA')).toBe(true);
  expect(isHere('/elott?category=LOTT', '/elott')).toBe(false);
});
