import { describe, expect, it } from 'vitest';
import { ESPORTS_VENDORS, GAME_CATEGORIES, GAME_PAGE_SIZE, LOTTERY_LOBBIES, TOP_LEVEL_SPORTS_VENDOR } from '../constants.ts';
import { LIVE_CLASSIFY_CODES } from '../test-live-codes.ts';
import { EMBLEMS } from './catalogue.ts';
import { STUDIO_GAMES, STUDIO_VENDORS } from './games.ts';

const LIVE_CODES = new Set<string>(LIVE_CLASSIFY_CODES);
const hueDistance = (a: number, b: number) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b));

describe('the studio catalogue', () => {
  it('has ids that are unique, safe in a path and made of vendor and name', () => {
    const ids = STUDIO_GAMES.map((game) => game.gameId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[A-Z]+[A-Z0-9]*(_[A-Z]+)+$/);
    expect(ids).toContain('NOVA_GEM_CASCADE');
  });

  it('has names that are unique over all vendors', () => {
    expect(new Set(STUDIO_GAMES.map((game) => game.name)).size).toBe(STUDIO_GAMES.length);
  });

  it('gives every vendor games and every game a vendor', () => {
    expect(new Set(STUDIO_GAMES.map((game) => game.vassalage))).toEqual(new Set(STUDIO_VENDORS.map((vendor) => vendor.code)));
  });

  it('fills every category, with enough vendors, including those of the specification', () => {
    expect(new Set(STUDIO_GAMES.map((game) => game.category))).toEqual(new Set(GAME_CATEGORIES));
    expect(STUDIO_VENDORS.length).toBeGreaterThanOrEqual(14);
    expect(STUDIO_GAMES.length).toBeGreaterThanOrEqual(300);
    const categories = new Map(STUDIO_VENDORS.map(({ code, category }) => [code, category]));
    expect(categories.get(TOP_LEVEL_SPORTS_VENDOR)).toBe('SPORTS');
    expect(ESPORTS_VENDORS.map((code) => categories.get(code))).toEqual(ESPORTS_VENDORS.map(() => 'ESPORTS'));
    expect(Object.keys(LOTTERY_LOBBIES).map((code) => categories.get(code))).toEqual(['LOTT', 'LOTT']);
  });

  it('names live games by their classify code', () => {
    for (const { category, gameType } of STUDIO_GAMES) expect(LIVE_CODES.has(gameType)).toBe(category === 'LIVE');
  });

  it('has several pages of slots at the main vendor', () => {
    const slots = STUDIO_GAMES.filter((game) => game.vassalage === 'NOVA' && game.engine === 'slot');
    expect(slots.length).toBeGreaterThan(2 * GAME_PAGE_SIZE);
  });

  it('puts no similar covers next to each other', () => {
    const alike = STUDIO_GAMES.filter((game, index) => {
      const next = STUDIO_GAMES[index + 1];
      return next?.vassalage === game.vassalage && next.emblem === game.emblem && hueDistance(game.hue, next.hue) < 40;
    });
    expect(alike.map((game) => game.name)).toEqual([]);
  });

  it('uses emblems that can be drawn and valid hues', () => {
    for (const game of STUDIO_GAMES) {
      expect(EMBLEMS).toContain(game.emblem);
      expect(game.hue).toBeGreaterThanOrEqual(0);
      expect(game.hue).toBeLessThan(360);
    }
  });
});
