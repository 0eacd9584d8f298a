import { DAY_MS } from '../../../shared/time.ts';
export type Choice = 'granted' | 'denied';

const KEY = 'consent';
/** The consent expires after half a year. */
const LASTS_MS = 180 * DAY_MS;

/** The stored choice; null without one or after it has expired. */
export function readChoice(storage: Pick<Storage, 'getItem'> = localStorage, now = Date.now()): Choice | null {
  try {
    const { choice, at } = JSON.parse(storage.getItem(KEY) ?? '{}') as { choice?: unknown; at?: unknown };
    const isKnown = choice === 'granted' || choice === 'denied';
    return isKnown && typeof at === 'number' && at <= now && now - at < LASTS_MS ? choice : null;
  } catch {
    return null;
  }
}

/** False if storage is unavailable: the choice then applies to this page only. */
export function saveChoice(choice: Choice, storage: Pick<Storage, 'setItem'> = localStorage, now = Date.now()): boolean {
  try {
    storage.setItem(KEY, JSON.stringify({ choice, at: now }));
    return true;
  } catch {
    return false;
  }
}
