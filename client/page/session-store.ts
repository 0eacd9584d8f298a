import { announceSession, pageAccount } from '../runtime/page-session.ts';
import { sessionEnded } from './session-ended.ts';

/** The server has ended the session. Islands switch to their visitor version; other tabs are notified. */
export function endSession(): void {
  if (sessionEnded.get() || pageAccount() === null) return;
  sessionEnded.set(true);
  announceSession(null);
}

/** Session keys in this browser's storage; sign-out removes all of them except the merchant code. */
export function clearSession(): void {
  sessionEnded.set(true);
  try {
    const merchant = sessionStorage.getItem('merchantCode');
    sessionStorage.clear();
    if (merchant !== null) sessionStorage.setItem('merchantCode', merchant);
  } catch {
    // Unavailable storage contains nothing to clear.
  }
  announceSession(null);
}
