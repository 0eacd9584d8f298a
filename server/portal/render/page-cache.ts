import type { Logger } from 'pino';
import { BoundedMap } from '../bounded-map.ts';
import { createFlights } from '../flights.ts';
import { type Lookups, newLookups } from '../request-times.ts';
import type { KeptPage } from './kept-page.ts';

/** What a page varies on. The content version is checked beside the key: a newer one makes every older page stale. */
export interface PageKey {
  readonly merchant: string;
  /** Path and normalised query. */
  readonly page: string;
  readonly language: string;
  readonly theme: string;
  /** Image host and whatever else of the site's outside world the page names. */
  readonly outside: string;
  /** False: the page without offers. */
  readonly offers?: boolean;
}

export interface BuiltPage {
  readonly page: KeptPage;
  readonly contentVersion: string;
  /** One of endlessly many addresses leads here: not kept. */
  readonly endless?: boolean;
}

/** Gets the page as it was built last, as long as that is kept. */
export type BuildPage = (before: KeptPage | undefined) => Promise<BuiltPage>;

export interface PageCache {
  /**
   * The page at once when it is fresh; a slightly old one at once while it is built anew; an older one only when building
   * fails. Concurrent requests for one key share one build.
   */
  get(key: PageKey, build: BuildPage): KeptPage | Promise<KeptPage>;
  /** True when `get` has an entry to answer with. */
  holds(key: PageKey): boolean;
  /** What is kept now was begun before a change: it is sent only when building fails. */
  outdate(): void;
  readonly size: number;
  readonly lookups: Lookups;
}

interface Entry extends BuiltPage {
  readonly builtAt: number;
  readonly begunAt: number;
}

export interface PageCacheOptions {
  readonly log: Logger;
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number;
  readonly freshMs?: number;
  readonly usableMs?: number;
  readonly limit?: number;
}

const FRESH_MS = 5_000;
const USABLE_MS = 60_000;
const LIMIT = 500;

export function createPageCache(options: PageCacheOptions): PageCache {
  const { log, now = () => performance.now(), freshMs = FRESH_MS, usableMs = USABLE_MS, limit = LIMIT } = options;
  const entries = new BoundedMap<string, Entry>(limit);
  const building = createFlights<KeptPage>(now);
  const lookups = newLookups();
  let version: string | undefined;
  let outdatedAt = Number.NEGATIVE_INFINITY;
  const isCurrent = (entry: Entry) => entry.contentVersion === version && entry.begunAt > outdatedAt;

  function refresh(id: string, build: BuildPage): Promise<KeptPage> {
    return building.join(id, async () => {
      const begunAt = now();
      const built = await build(entries.get(id)?.page);
      version = built.contentVersion;
      if (built.endless) entries.delete(id);
      else entries.set(id, { ...built, begunAt, builtAt: now() });
      return built.page;
    });
  }

  return {
    get(key, build) {
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
        log.warn({ err: error, page: key.page }, 'page served from the cache: it could not be built anew');
        return entry.page;
      });
      return age <= usableMs && isCurrent(entry) ? entry.page : refreshed;
    },
    outdate() {
      outdatedAt = now();
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
