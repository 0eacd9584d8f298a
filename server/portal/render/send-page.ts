import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PersonalView, PlacedIsland } from '../../../views/components/island.tsx';
import { BoundedMap } from '../cache/bounded-map.ts';
import { accepts } from '../edge/accepts.ts';
import { hasCopy, tagOf } from '../edge/validators.ts';
import { type CachedPage, isGap, type PersonalGap } from './cached-page.ts';
import { gzipJoiner, makePartNow, type Part } from './gzip-parts.ts';
import type { IslandRenderer } from './island-html.ts';

const PAGE_TYPE = 'text/html; charset=utf-8';
/** Shared caches must not store pages, which depend on cookies. Browsers revalidate and get 304 if nothing changed. */
const ANONYMOUS_CACHE = 'private, no-cache';
export const PERSONAL_CACHE = 'private, no-store';
/** The language of a visitor without a choice follows `Accept-Language`. */
export const PAGE_VARY = 'Accept-Encoding, Accept-Language, Cookie';
const CACHED_PARTS = 2_000;
/** Personal views per gap whose part is found without computing its props again. */
const CACHED_VIEWS = 200;

/** Sends the cached answer for a visitor who is not signed in. */
export function sendAnonymous(request: IncomingMessage, response: ServerResponse, { status, language, anonymous }: CachedPage): void {
  const encoding = acceptsEncoding(request, 'br') ? 'br' : acceptsEncoding(request, 'gzip') ? 'gzip' : undefined;
  // The second compression of a settled page has other bytes.
  const tag = tagOf(anonymous.etag, encoding === 'br' && !anonymous.settled ? 'br-first' : (encoding ?? ''));
  if (status === 200 && hasCopy(request.headers['if-none-match'], tag)) {
    response.writeHead(304, { 'Cache-Control': ANONYMOUS_CACHE, ETag: tag, Vary: PAGE_VARY }).end();
    return;
  }
  const body = encoding === 'br' ? anonymous.brotli : encoding === 'gzip' ? anonymous.gzip : anonymous.identity;
  response.writeHead(status, {
    'Content-Type': PAGE_TYPE,
    'Content-Language': language.tag,
    'Content-Length': body.length,
    'Cache-Control': ANONYMOUS_CACHE,
    ETag: tag,
    Vary: PAGE_VARY,
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export interface PersonalSender {
  /** Streams the cached parts in order; the head of the page does not wait for `visitor`. */
  send(request: IncomingMessage, response: ServerResponse, page: CachedPage, visitor: Promise<PersonalView> | PersonalView): Promise<void>;
}

export function createPersonalSender(islands: IslandRenderer): PersonalSender {
  const cachedParts = new BoundedMap<string, Part>(CACHED_PARTS);
  const known = new WeakMap<PersonalGap, BoundedMap<string, Part>>();

  /** A gap belongs to one build of a page, so the same view gives the same part. */
  function personalPart(gap: PersonalGap, page: CachedPage, visitor: PersonalView, viewKey: string): Part | Promise<Part> {
    const parts = known.get(gap) ?? new BoundedMap<string, Part>(CACHED_VIEWS);
    known.set(gap, parts);
    const ready = parts.get(viewKey);
    if (ready) return ready;
    const part = partByProps(gap, page, visitor);
    if (!(part instanceof Promise)) parts.set(viewKey, part);
    return part;
  }

  /** The same island with the same props gives the same HTML, so it is rendered once for all requests of a visitor. */
  function partByProps(gap: PersonalGap, page: CachedPage, visitor: PersonalView): Part | Promise<Part> {
    const props = typeof gap.island.props === 'function' ? gap.island.props(visitor) : gap.island.props;
    const key = `${page.imageHost} ${page.language.code} ${gap.id} ${gap.island.name} ${gap.island.hydrate} ${JSON.stringify(props)}`;
    return cachedParts.get(key) ?? renderPart(key, { ...gap.island, props }, gap.id, page, visitor);
  }

  async function renderPart(key: string, island: PlacedIsland, id: string, page: CachedPage, visitor: PersonalView): Promise<Part> {
    const part = makePartNow(await islands.html(island, id, page.language, visitor, page.imageHost));
    cachedParts.set(key, part);
    return part;
  }

  /** Writes one segment; waits only for an island that has to be rendered. */
  function writer(request: IncomingMessage, response: ServerResponse, page: CachedPage) {
    const joiner = acceptsEncoding(request, 'gzip') ? gzipJoiner() : undefined;
    const write = (part: Part) => response.write(joiner ? joiner.push(part) : part.identity);
    if (joiner) response.write(joiner.start);
    return {
      segment(segment: Part | PersonalGap, view: PersonalView, viewKey: string): undefined | Promise<void> {
        const part = isGap(segment) ? personalPart(segment, page, view, viewKey) : segment;
        if (part instanceof Promise) return part.then((made) => void write(made));
        write(part);
        return undefined;
      },
      part: write,
      end() {
        if (joiner) response.write(joiner.end());
        // Since Node 24, ending a corked response sends the last chunk's mark before the corked data.
        response.uncork();
        response.end();
      },
    };
  }

  return {
    async send(request, response, page, visitor) {
      response.writeHead(page.status, {
        'Content-Type': PAGE_TYPE,
        'Content-Language': page.language.tag,
        'Cache-Control': PERSONAL_CACHE,
        Vary: PAGE_VARY,
        ...(acceptsEncoding(request, 'gzip') ? { 'Content-Encoding': 'gzip' } : {}),
      });
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      const out = writer(request, response, page);
      const firstGap = page.segments.findIndex(isGap);
      const head = page.segments.slice(0, firstGap < 0 ? undefined : firstGap);
      for (const part of head) if (!isGap(part)) out.part(part);
      const view = await visitor;
      const viewKey = JSON.stringify(view);
      // Sends the rest in as few packets as possible.
      response.cork();
      for (const segment of page.segments.slice(head.length)) {
        if (response.destroyed) return;
        const waiting = out.segment(segment, view, viewKey);
        if (waiting) await waiting;
      }
      out.end();
    },
  };
}

function acceptsEncoding(request: IncomingMessage, encoding: 'br' | 'gzip'): boolean {
  return accepts(request.headers['accept-encoding'], encoding);
}
