export type Choice = 'granted' | 'denied';

const KEY = 'consent';
/** After half a year the visitor is asked again. */
const LASTS_MS = 180 * 86_400_000;

/** What the visitor has chosen on this device; null when they have not, or long ago. */
export function readChoice(storage: Pick<Storage, 'getItem'> = localStorage, now = Date.now()): Choice | null {
  try {
    const { choice, at } = JSON.parse(storage.getItem(KEY) ?? '{}') as { choice?: unknown; at?: unknown };
    const isKnown = choice === 'granted' || choice === 'denied';
    return isKnown && typeof at === 'number' && at <= now && now - at < LASTS_MS ? choice : null;
  } catch {
    return null;
  }
}

/** False where the device keeps nothing: the choice then lasts for this page. */
export function saveChoice(choice: Choice, storage: Pick<Storage, 'setItem'> = localStorage, now = Date.now()): boolean {
  try {
    storage.setItem(KEY, JSON.stringify({ choice, at: now }));
    return true;
  } catch {
    return false;
  }
}
