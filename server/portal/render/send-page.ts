import type { Request, Response } from 'express';
import type { PersonalView, PlacedIsland } from '../../../views/components/island.tsx';
import { BoundedMap } from '../bounded-map.ts';
import { gzipJoiner, makePartNow, type Part } from './gzip-parts.ts';
import type { IslandRenderer } from './island-html.ts';
import { isGap, type KeptPage, type PersonalGap } from './kept-page.ts';

const PAGE_TYPE = 'text/html; charset=utf-8';
/** Shared caches never keep a page: it depends on cookies. Browsers ask again, and get 304 when nothing changed. */
const ANONYMOUS_CACHE = 'private, no-cache';
export const PERSONAL_CACHE = 'private, no-store';
const VARY = 'Accept-Encoding, Cookie';
const KEPT_PARTS = 2_000;

/** The ready answer for somebody who is not signed in. */
export function sendAnonymous(request: Request, response: Response, { status, anonymous }: KeptPage): void {
  const { 'accept-encoding': accepted = '', 'if-none-match': known } = request.headers;
  if (status === 200 && known !== undefined && known.includes(anonymous.etag)) {
    response.writeHead(304, { 'Cache-Control': ANONYMOUS_CACHE, ETag: anonymous.etag, Vary: VARY }).end();
    return;
  }
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
  const body = encoding === 'br' ? anonymous.brotli : encoding === 'gzip' ? anonymous.gzip : anonymous.identity;
  response.writeHead(status, {
    'Content-Type': PAGE_TYPE,
    'Content-Length': body.length,
    'Cache-Control': ANONYMOUS_CACHE,
    ETag: anonymous.etag,
    Vary: VARY,
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export interface PersonalSender {
  /** Streams the kept parts in order; the head of the page does not wait for `visitor`. */
  send(request: Request, response: Response, page: KeptPage, visitor: Promise<PersonalView> | PersonalView): Promise<void>;
}

export function createPersonalSender(islands: IslandRenderer): PersonalSender {
  const kept = new BoundedMap<string, Part>(KEPT_PARTS);

  /** The same island with the same props gives the same HTML, so it is rendered once for all requests of a visitor. */
  function personalPart(gap: PersonalGap, page: KeptPage, visitor: PersonalView): Part | Promise<Part> {
    const props = typeof gap.island.props === 'function' ? gap.island.props(visitor) : gap.island.props;
    const key = `${page.language.code} ${gap.id} ${gap.island.name} ${gap.island.wake} ${JSON.stringify(props)}`;
    return kept.get(key) ?? renderPart(key, { ...gap.island, props }, gap.id, page, visitor);
  }

  async function renderPart(key: string, island: PlacedIsland, id: string, page: KeptPage, visitor: PersonalView): Promise<Part> {
    const part = makePartNow(await islands.html(island, id, page.language, visitor));
    kept.set(key, part);
    return part;
  }

  return {
    async send(request, response, page, visitor) {
      const zipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      response.writeHead(page.status, {
        'Content-Type': PAGE_TYPE,
        'Cache-Control': PERSONAL_CACHE,
        Vary: VARY,
        ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
      });
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      const joiner = zipped ? gzipJoiner() : undefined;
      const write = (part: Part) => response.write(joiner ? joiner.push(part) : part.identity);
      if (joiner) response.write(joiner.start);
      const [head, ...rest] = page.segments;
      if (head && !isGap(head)) write(head);
      const view = await visitor;
      // What follows leaves in as few packets as it can.
      response.cork();
      for (const segment of head && isGap(head) ? page.segments : rest) {
        if (response.destroyed) return;
        const part = isGap(segment) ? personalPart(segment, page, view) : segment;
        write(part instanceof Promise ? await part : part);
      }
      response.end(joiner?.end());
    },
  };
}
