import type { Logger } from 'pino';
import { MINUTE_MS } from '../../../shared/time.ts';
import { type Lookups, newLookups } from '../edge/request-times.ts';
import type { CachedPage } from '../render/cached-page.ts';
import { BoundedMap } from './bounded-map.ts';
import { createSingleFlight } from './single-flight.ts';

/** What a page varies on. The content version is checked separately: a newer one makes every older page stale. */
export interface PageKey {
  readonly merchant: string;
  /** Path and normalised query. */
  readonly page: string;
  readonly language: string;
  readonly theme: string;
  /** Image hosts that the page names. */
  readonly outside: string;
  /** False: the page without offers. */
  readonly offers?: boolean;
}

export interface BuiltPage {
  readonly page: CachedPage;
  readonly contentVersion: string;
  /** The address is one of unboundedly many, so the page is not cached. */
  readonly unbounded?: boolean;
}

/** Receives the cached page, if there is one. */
export type BuildPage = (before: CachedPage | undefined) => Promise<BuiltPage>;

export interface PageCache {
  /**
   * A fresh page at once; a slightly old one at once while it is rebuilt; an older one only if the rebuild fails. Concurrent requests for
   * one key share one build.
   */
  get(key: PageKey, build: BuildPage): CachedPage | Promise<CachedPage>;
  /** The page that `get` would return at once; undefined if it would have to wait. */
  peek(key: PageKey, build: BuildPage): CachedPage | undefined;
  /** True when `get` has an entry to answer with. */
  holds(key: PageKey): boolean;
  /** Marks all current pages as outdated: they are sent only if the rebuild fails. */
  invalidate(): void;
  readonly size: number;
  readonly lookups: Lookups;
}

interface Entry extends BuiltPage {
  readonly builtAt: number;
  readonly startedAt: number;
}

export interface PageCacheOptions {
  readonly log: Logger;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  readonly freshMs?: number;
  readonly usableMs?: number;
  readonly limit?: number;
}

const FRESH_MS = 5_000;
const USABLE_MS = MINUTE_MS;
const LIMIT = 500;

export function createPageCache(options: PageCacheOptions): PageCache {
  const { log, now = () => performance.now(), freshMs = FRESH_MS, usableMs = USABLE_MS, limit = LIMIT } = options;
  const entries = new BoundedMap<string, Entry>(limit);
  const building = createSingleFlight<CachedPage>(now);
  const lookups = newLookups();
  let version: string | undefined;
  let invalidatedAt = Number.NEGATIVE_INFINITY;
  const isCurrent = (entry: Entry) => entry.contentVersion === version && entry.startedAt > invalidatedAt;

  function refresh(id: string, build: BuildPage): Promise<CachedPage> {
    return building.join(id, async () => {
      const startedAt = now();
      const built = await build(entries.get(id)?.page);
      version = built.contentVersion;
      if (built.unbounded) entries.delete(id);
      else entries.set(id, { ...built, startedAt, builtAt: now() });
      return built.page;
    });
  }

  const get = (key: PageKey, build: BuildPage): CachedPage | Promise<CachedPage> => {
    const id = idOf(key);
    const entry = entries.get(id);
    if (!entry) {
      lookups.miss++;
      return refresh(id, build);
    }
    const age = now() - entry.builtAt;
    if (age <= freshMs && isCurrent(entry)) {
      lookups.hit++;
      return entry.page;
    }
    lookups.stale++;
    const refreshed = refresh(id, build).catch((error: unknown) => {
      log.warn({ err: error, page: key.page }, 'page build failed, cached page served');
      return entry.page;
    });
    return age <= usableMs && isCurrent(entry) ? entry.page : refreshed;
  };

  return {
    get,
    peek(key, build) {
      const entry = entries.get(idOf(key));
      if (!entry || now() - entry.builtAt > usableMs || !isCurrent(entry)) return undefined;
      const page = get(key, build);
      return page instanceof Promise ? undefined : page;
    },
    invalidate() {
      invalidatedAt = now();
      building.clear();
    },
    holds: (key) => entries.has(idOf(key)),
    lookups,
    get size() {
      return entries.size;
    },
  };
}

function idOf({ merchant, language, theme, outside, page, offers = true }: PageKey): string {
  return `${merchant} ${language} ${theme} ${outside} ${offers ? '' : '-'}${page}`;
}
