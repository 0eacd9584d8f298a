import type { PopupView } from './props.ts';

const KEY = 'popups';
/** Whoever comes back after so long begins another visit. */
const VISIT_MS = 30 * 60_000;

/** What this device remembers of pop-ups; says nothing about a person but the account that was last seen signed in. */
export interface PopupMemory {
  /** Last page of the visit, milliseconds. */
  readonly seenAt: number;
  /** Account of that page; empty for a visitor. */
  readonly account: string;
  /** None are shown before this moment, milliseconds. */
  readonly offUntil: number;
}

/** Pop-ups that this page owes: `instant` to the first page of a visit, `login` to the first page after a sign-in. */
export function duePopups(popups: readonly PopupView[], memory: PopupMemory | null, account: string | null, now: number): PopupView[] {
  if (memory && now < memory.offUntil) return [];
  const isNewVisit = !memory || now - memory.seenAt > VISIT_MS;
  const isSignedInNow = account !== null && account !== memory?.account;
  return popups.filter(({ when }) => (when === 'instant' ? isNewVisit : isSignedInNow));
}

/** Midnight of this device's day. */
export function endOfDay(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
}

export function readMemory(): PopupMemory | null {
  try {
    const { seenAt = 0, account = '', offUntil = 0 } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<PopupMemory>;
    return { seenAt: Number(seenAt), account: String(account), offUntil: Number(offUntil) };
  } catch {
    return null;
  }
}

/** After a sign-in: the next page is the first of it, also for an account that was signed in before. */
export function forgetAccount(): void {
  remember({ account: '' });
}

export function remember(change: Partial<PopupMemory>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ seenAt: 0, account: '', offUntil: 0, ...readMemory(), ...change }));
  } catch {
    // Storage closed to this page: the next page is the first of a visit again.
  }
}
