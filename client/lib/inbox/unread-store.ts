import { atom } from 'nanostores';
import { onLive } from '../live/live-events.ts';

/** Messages that the member has not read; null until somebody has said. */
export const unread = atom<number | null>(null);

/**
 * Follows the live channel. Only the tab that holds the stream hears the first count, so it is kept for the tabs that open
 * later, under the account's name. Returns how to stop.
 */
export function followUnread(account: string): () => void {
  const key = `unread:${account}`;
  try {
    const kept = localStorage.getItem(key);
    if (kept !== null && unread.get() === null) unread.set(Number(kept) || 0);
  } catch {
    // Without storage the count comes with the next message.
  }
  return onLive('inbox', (event) => {
    unread.set(event.unread);
    try {
      localStorage.setItem(key, String(event.unread));
    } catch {
      // As above.
    }
  });
}
