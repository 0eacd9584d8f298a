import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Request, type Response, Router } from 'express';
import { EMBLEMS } from '../../../shared/games/catalogue.ts';
import { STUDIO_GAMES, STUDIO_VENDORS } from '../../../shared/games/games.ts';
import { banner } from './banner.ts';
import { cover } from './cover.ts';
import { createLettering, type Lettering } from './lettering.ts';
import { createLruCache } from './lru-cache.ts';
import { symbolSheet } from './slot/symbol-sheet.ts';
import { AVATARS, avatar, emblemPicture, wordMark } from './small-pictures.ts';

interface Picture {
  readonly plain: Buffer;
  readonly compressed: Buffer;
  readonly tag: string;
}
/** An existing picture: its cache key, and how to draw it. */
interface Wanted {
  readonly key: string;
  readonly draw: (lettering: Lettering) => string;
}

const MAX_CACHED_PICTURES = 600;
const DAY_SECONDS = 86_400;
const DEFAULT_HUE = 190;
const GAMES = new Map(STUDIO_GAMES.map((game) => [game.gameId, game]));

/**
 * The studio's pictures, drawn on request: `/<gameId>.svg`, `/vendor-<CODE>.svg`, `/banner-<id>.svg?side=left|right`,
 * `/avatar-<0...23>.svg`, `/emblem-<name>.svg?hue=<0...359>`, and `/symbols-<gameId>.svg` with all symbols of a slot. They hold
 * no script and may be embedded by any site.
 */
export function createArt(): Router {
  const lettering = createLettering();
  const recent = createLruCache<Picture>(MAX_CACHED_PICTURES);
  const router = Router();
  router.get('/:file', (request, response, next) => {
    const wanted = find(request);
    if (!wanted) return next();
    send(
      request,
      response,
      recent.get(wanted.key, () => finish(wanted.draw(lettering))),
    );
  });
  router.use((_request, response) => {
    response.status(404).type('text').send('No such picture');
  });
  return router;
}

function find(request: Request): Wanted | undefined {
  const name = /^([\w-]{1,64})\.svg$/.exec(String(request.params.file))?.[1];
  if (!name) return undefined;
  const [, kind = '', rest = ''] = /^(vendor|banner|avatar|emblem|symbols)-(.+)$/.exec(name) ?? [];
  switch (kind) {
    case 'vendor':
      return findVendor(rest);
    case 'banner':
      return findBanner(rest, request.query.side);
    case 'avatar':
      return findAvatar(rest);
    case 'emblem':
      return findEmblem(rest, request.query.hue);
    case 'symbols':
      return findSymbols(rest);
    default:
      return findCover(name);
  }
}

function findCover(gameId: string): Wanted | undefined {
  const game = GAMES.get(gameId);
  return game && { key: gameId, draw: (lettering) => cover(game, lettering) };
}

function findSymbols(gameId: string): Wanted | undefined {
  const game = GAMES.get(gameId);
  return game?.engine === 'slot' ? { key: `symbols-${gameId}`, draw: (lettering) => symbolSheet(game, lettering) } : undefined;
}

function findVendor(code: string): Wanted | undefined {
  const vendor = STUDIO_VENDORS.find((candidate) => candidate.code === code);
  return vendor && { key: `vendor-${code}`, draw: (lettering) => wordMark(code, vendor.name, lettering) };
}

function findBanner(id: string, requested: unknown): Wanted {
  const side = requested === 'left' ? 'left' : 'right';
  return { key: `banner-${id}-${side}`, draw: (lettering) => banner(id, side, lettering) };
}

function findAvatar(requested: string): Wanted | undefined {
  const number = /^\d{1,3}$/.test(requested) ? Number(requested) : AVATARS;
  return number < AVATARS ? { key: `avatar-${number}`, draw: (lettering) => avatar(number, lettering) } : undefined;
}

function findEmblem(requested: string, requestedHue: unknown): Wanted | undefined {
  const emblem = EMBLEMS.find((candidate) => candidate === requested);
  const hue = typeof requestedHue === 'string' && /^\d{1,3}$/.test(requestedHue) ? Number(requestedHue) % 360 : DEFAULT_HUE;
  return emblem && { key: `emblem-${emblem}-${hue}`, draw: (lettering) => emblemPicture(emblem, hue, lettering) };
}

function finish(svg: string): Picture {
  const plain = Buffer.from(svg);
  const compressed = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  return { plain, compressed, tag: createHash('sha256').update(plain).digest('base64url').slice(0, 20) };
}

function send(request: Request, response: Response, picture: Picture): void {
  const small = request.acceptsEncodings('br') === 'br';
  response.set({
    'Content-Type': 'image/svg+xml',
    'Cache-Control': `public, max-age=${DAY_SECONDS}, stale-while-revalidate=${DAY_SECONDS * 6}`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A game reads its symbols from a frame of opaque origin.
    'Access-Control-Allow-Origin': '*',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${picture.tag}${small ? '-br' : ''}"`,
    Vary: 'Accept-Encoding',
  });
  if (small) response.set('Content-Encoding', 'br');
  response.send(small ? picture.compressed : picture.plain);
}
