import type { Game } from '../../../shared/api/games/schemas.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

export interface VendorGames {
  /** `members`: the platform shows its games to members only. */
  readonly state: 'loading' | 'failed' | 'members' | 'ready';
  readonly games: readonly Game[];
  readonly pages: number;
}

const KEY = 'gameVendor';
/** Maintenance and new games must show soon. */
const MAX_AGE_MS = 5 * MINUTE_MS;
const MAX_LISTS = 20;

interface Stored {
  readonly at: number;
  readonly lang: string;
  readonly lists: readonly (readonly [string, VendorGames])[];
}

/** Games of vendors that this tab has loaded, for the next page in the same language. */
export function storedGames(): readonly (readonly [string, VendorGames])[] {
  try {
    const { at, lang, lists } = JSON.parse(sessionStorage.getItem(KEY) ?? '') as Stored;
    return Date.now() - at < MAX_AGE_MS && lang === document.documentElement.lang ? lists : [];
  } catch {
    return [];
  }
}

/** The age counts from the first list. */
export function storeGames(cache: ReadonlyMap<string, VendorGames>): void {
  const lists = [...cache].filter(([, { state }]) => state === 'ready').slice(-MAX_LISTS);
  try {
    const { at, lang } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Stored>;
    const isCurrent = at !== undefined && lang === document.documentElement.lang && Date.now() - at < MAX_AGE_MS;
    sessionStorage.setItem(KEY, JSON.stringify({ at: isCurrent ? at : Date.now(), lang: document.documentElement.lang, lists }));
  } catch {
    // Storage is unavailable or full: the lists are cached on this page only.
  }
}
