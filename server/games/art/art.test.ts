import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contrast, hexOf } from '../../../shared/colour.ts';
import { BANNERS, EMBLEMS } from '../../../shared/games/catalogue.ts';
import { STUDIO_GAMES, STUDIO_VENDORS } from '../../../shared/games/games.ts';
import { RANKS } from '../../../shared/games/slot/ranks.ts';
import { banner } from './banner.ts';
import { cover } from './cover.ts';
import { DRAW } from './emblems.ts';
import { createArt } from './index.ts';
import { createLettering } from './lettering.ts';
import { createLruCache } from './lru-cache.ts';
import { gamePictures } from './slot/game-pictures.ts';
import { symbolSheet } from './slot/symbol-sheet.ts';
import { WORLDS, worldNameOf } from './slot/themes.ts';
import { avatar, emblemPicture, wordMark } from './small-pictures.ts';
import { emblemOf } from './style.ts';

const AS_SERVED = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const lettering = createLettering();
const covers = new Map(STUDIO_GAMES.map((game) => [game.gameId, cover(game, lettering)]));

describe('covers', () => {
  it('draws every game as a well-formed picture without a missing number', () => {
    for (const [gameId, svg] of covers) checkPicture(gameId, svg);
  });

  it('draws a game deterministically, and each game differently', () => {
    const again = createLettering();
    for (const game of STUDIO_GAMES) expect(cover(game, again)).toBe(covers.get(game.gameId));
    expect(new Set(covers.values()).size).toBe(STUDIO_GAMES.length);
  });

  it('is small when compressed', () => {
    const sizes = [...covers.values()].map((svg) => brotliCompressSync(svg, AS_SERVED).length).sort((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(4_000);
    expect(sizes.at(-1)).toBeLessThan(8_000);
  });

  it('leaves out a title that the display fonts do not cover', () => {
    const [first] = STUDIO_GAMES;
    if (!first) throw new Error('no games');
    const latin = cover(first, lettering);
    const other = cover({ ...first, name: '龍の目' }, lettering);
    expect(latin).toContain('id="c');
    expect(latin.match(/<use /g)?.length ?? 0).toBe((other.match(/<use /g)?.length ?? 0) + 2);
  });
});

describe('symbols of slots', () => {
  const slots = STUDIO_GAMES.filter(({ engine }) => engine === 'slot');

  it('draws all symbols of every game, well formed, small, and no two games alike', () => {
    const sheets = slots.map((game) => symbolSheet(game, lettering));
    for (const [index, sheet] of sheets.entries()) {
      checkPicture(slots[index]?.gameId ?? '', sheet);
      for (const rank of RANKS) expect(sheet).toContain(`<symbol id="s-${rank}"`);
    }
    expect(new Set(sheets).size).toBe(slots.length);
    for (const sheet of sheets.slice(0, 12)) expect(brotliCompressSync(sheet, AS_SERVED).length).toBeLessThan(14_000);
  });

  it('makes the emblem of the cover the top symbol, and uses no picture twice', () => {
    for (const game of slots) {
      const { pictures } = gamePictures(game);
      expect(pictures.top.draw, game.name).toBe(DRAW[emblemOf(game)]);
      const drawn = (['top', 'high1', 'high2', 'high3', 'wild', 'scatter'] as const).map((rank) => pictures[rank].draw);
      expect(new Set(drawn).size, game.name).toBe(drawn.length);
    }
  });

  it('uses every theme, each for less than a quarter of the games', () => {
    const count = new Map<string, number>();
    for (const game of slots) count.set(worldNameOf(game), (count.get(worldNameOf(game)) ?? 0) + 1);
    expect([...count.keys()].sort()).toEqual(Object.keys(WORLDS).sort());
    expect(Math.max(...count.values())).toBeLessThan(slots.length / 4);
  });
});

describe('other pictures', () => {
  it('draws banners for both sides, marks, avatars and emblems', () => {
    for (const id of [...BANNERS, 'spring-sale']) {
      checkPicture(id, banner(id, 'right', lettering));
      expect(banner(id, 'left', lettering)).not.toBe(banner(id, 'right', lettering));
    }
    for (const { code, name } of STUDIO_VENDORS) checkPicture(code, wordMark(code, name, lettering));
    for (let number = 0; number < 24; number += 1) checkPicture(`avatar ${number}`, avatar(number, lettering));
    for (const emblem of EMBLEMS) checkPicture(emblem, emblemPicture(emblem, 200, lettering));
  });

  it('keeps the text side of a banner dark enough for white text', () => {
    for (let hue = 0; hue < 360; hue += 5) expect(contrast('#ffffff', hexOf([0.34, 0.125, hue])), `hue ${hue}`).toBeGreaterThan(4.5);
  });
});

describe('serving', () => {
  const server = createServer(express().use('/studio/art', createArt()));
  beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
  afterAll(() => new Promise<void>((closed) => server.close(() => closed())));
  const get = (path: string) => request(server).get(`/studio/art/${path}`);

  it('serves each kind, cacheable and usable by other origins', async () => {
    for (const file of [
      `${STUDIO_GAMES[0]?.gameId}.svg`,
      'vendor-NOVA.svg',
      'banner-welcome.svg',
      'avatar-3.svg',
      'emblem-koi.svg?hue=20',
    ]) {
      const answer = await get(file)
        .expect(200)
        .expect('Content-Type', /image\/svg\+xml/);
      expect(answer.headers['cache-control']).toContain('max-age=86400');
      expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
      expect(answer.headers.vary).toContain('Accept-Encoding');
    }
  });

  it('compresses as the client accepts, and answers 304 to the same tag', async () => {
    const packed = await get('emblem-gem.svg').set('Accept-Encoding', 'br').expect('Content-Encoding', 'br');
    await get('emblem-gem.svg').set('Accept-Encoding', 'br').set('If-None-Match', String(packed.headers.etag)).expect(304);
    const plain = await get('emblem-gem.svg').set('Accept-Encoding', 'identity').expect(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.etag).not.toBe(packed.headers.etag);
  });

  it('refuses unknown pictures', async () => {
    for (const file of [
      'NO_SUCH_GAME.svg',
      'vendor-nova.svg',
      'avatar-24.svg',
      'avatar--1.svg',
      'emblem-cat.svg',
      'banner-.svg',
      '..%2fcover.svg',
      'NOVA_GEM_CASCADE.png',
      '',
    ]) {
      await get(file).expect(404);
    }
  });
});

describe('the cache of recent pictures', () => {
  it('evicts the least recently used', () => {
    const recent = createLruCache<string>(2);
    let made = 0;
    const draw = (key: string) =>
      recent.get(key, () => {
        made += 1;
        return `${key}${made}`;
      });
    expect([draw('a'), draw('b'), draw('a'), draw('c'), draw('a'), draw('b')]).toEqual(['a1', 'b2', 'a1', 'c3', 'a1', 'b4']);
    expect(recent.size()).toBe(2);
  });
});

/** Checks for balanced tags, quoted attributes, unique ids, resolvable references, and numbers that are not NaN. */
function checkPicture(label: string, svg: string): void {
  expect(svg, label).not.toMatch(/NaN|undefined|Infinity|null/);
  expect(svg, label).not.toMatch(/<script|<foreignObject|\son\w+=|https?:(?!\/\/www\.w3\.org\/2000\/svg")/);
  const open: string[] = [];
  const rest = svg.replace(
    /<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<>]*")*)(\/?)>/g,
    (_whole, closing: string, tag: string, _attributes: string, empty: string) => {
      if (closing) expect(open.pop(), label).toBe(tag);
      else if (!empty) open.push(tag);
      return '';
    },
  );
  expect(rest, label).toBe('');
  expect(open, label).toEqual([]);
  const ids = [...svg.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size, label).toBe(ids.length);
  for (const [, target] of svg.matchAll(/(?:url\(#|href="#)([\w-]+)/g)) expect(ids, label).toContain(target);
}
