import { announceSession, pageAccount } from '../runtime/page-session.ts';
import { sessionEnded } from './session-ended.ts';

/** The server no longer knows the session. Islands fall back to their visitor side; the other tabs are told. */
export function endSession(): void {
  if (sessionEnded.get() || pageAccount() === null) return;
  sessionEnded.set(true);
  announceSession(null);
}

/** Keys of the session that live in this browser; the merchant code alone outlives a sign-out. */
export function clearSession(): void {
  sessionEnded.set(true);
  try {
    const merchant = sessionStorage.getItem('merchantCode');
    sessionStorage.clear();
    if (merchant !== null) sessionStorage.setItem('merchantCode', merchant);
  } catch {
    // Storage closed to this page holds nothing to clear.
  }
  announceSession(null);
}
