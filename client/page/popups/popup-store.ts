import type { PopupTime } from '../../../shared/api/publishing/constants.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

interface Timed {
  readonly id: string;
  readonly when: PopupTime;
}

const KEY = 'popups';
/** After a longer pause the next page starts another visit. */
const VISIT_MS = 30 * MINUTE_MS;
const MAX_SHOWN = 100;

/** Pop-up state of this device. The only personal data is the last account that was signed in. */
export interface PopupState {
  /** Time of the last page of the visit, milliseconds. */
  readonly seenAt: number;
  /** Account of that page; empty for a visitor. */
  readonly account: string;
  /** No pop-ups before this time, milliseconds. */
  readonly offUntil: number;
  /** Pop-ups for visitors that have been shown. */
  readonly shown: readonly string[];
}

/**
 * Pop-ups due on this page: `instant` on the first page of a visit, `login` on the first page after a sign-in, `visitor` on any
 * page until it has been shown.
 */
export function duePopups<P extends Timed>(popups: readonly P[], state: PopupState | null, account: string | null, now: number): P[] {
  if (state && now < state.offUntil) return [];
  const isNewVisit = !state || now - state.seenAt > VISIT_MS;
  const isSignedInNow = account !== null && account !== state?.account;
  const isDue: Readonly<Record<PopupTime, (id: string) => boolean>> = {
    instant: () => isNewVisit,
    login: () => isSignedInNow,
    // A visitor who was signed in on this device knows the site.
    visitor: (id) => account === null && !state?.account && !state?.shown.includes(id),
  };
  return popups.filter(({ id, when }) => isDue[when](id));
}

/** Next midnight in the device's time zone. */
export function endOfDay(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
}

export function readPopupState(): PopupState | null {
  try {
    const { seenAt = 0, account = '', offUntil = 0, shown } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<PopupState>;
    return { seenAt: Number(seenAt), account: String(account), offUntil: Number(offUntil), shown: Array.isArray(shown) ? shown : [] };
  } catch {
    return null;
  }
}

export function noteShown(id: string): void {
  const shown = readPopupState()?.shown ?? [];
  if (!shown.includes(id)) storePopupState({ shown: [...shown, id].slice(-MAX_SHOWN) });
}

/** Called after a sign-in: the next page then counts as the first one, also if the same account was signed in before. */
export function clearPopupAccount(): void {
  storePopupState({ account: '' });
}

export function storePopupState(change: Partial<PopupState>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ seenAt: 0, account: '', offUntil: 0, shown: [], ...readPopupState(), ...change }));
  } catch {
    // Storage is unavailable: the next page counts as the first of a visit.
  }
}
