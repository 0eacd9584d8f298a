import { MINUTE_MS } from '../../../shared/time.ts';

const KEY = 'start';
/** After a longer pause the next page starts another visit. */
const VISIT_MS = 30 * MINUTE_MS;

/** State of a member's first steps on this device. */
export interface StartCardsState {
  readonly visits: number;
  /** Last page of the latest visit, milliseconds. */
  readonly seenAt: number;
  readonly welcomeHidden: boolean;
  /** The account is secured already, or its member has dismissed the suggestion. */
  readonly secureHidden: boolean;
  /** The account was not protected when that was last asked. */
  readonly unprotected: boolean;
}

const INITIAL: StartCardsState = { visits: 0, seenAt: 0, welcomeHidden: false, secureHidden: false, unprotected: false };

export function readStartCards(name: string): StartCardsState {
  return { ...INITIAL, ...stored()[name] };
}

export function updateStartCards(name: string, change: Partial<StartCardsState>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: { ...readStartCards(name), ...change } }));
  } catch {
    // Storage is unavailable: the first steps are offered again.
  }
}

/** Counts this page toward its visit and returns the stored state. */
export function countVisit(name: string, now: number): StartCardsState {
  const { visits, seenAt } = readStartCards(name);
  updateStartCards(name, { visits: now - seenAt > VISIT_MS ? visits + 1 : visits, seenAt: now });
  return readStartCards(name);
}

function stored(): Readonly<Record<string, Partial<StartCardsState>>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, Partial<StartCardsState>>) : {};
  } catch {
    return {};
  }
}
