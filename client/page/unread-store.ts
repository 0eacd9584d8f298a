import { atom } from 'nanostores';
import { onLive } from './live/live-events.ts';

/** Number of unread messages; null until known. */
export const unread = atom<number | null>(null);

/**
 * Follows live events. Only the tab that holds the stream receives the first count, so it is stored under the account's
 * name for tabs opened later. Returns the function that stops it.
 */
export function followUnread(account: string): () => void {
  const key = `unread:${account}`;
  try {
    const stored = localStorage.getItem(key);
    if (stored !== null && unread.get() === null) unread.set(Number(stored) || 0);
  } catch {
    // Without storage the count arrives with the next message.
  }
  return onLive('inbox', (event) => {
    unread.set(event.unread);
    try {
      localStorage.setItem(key, String(event.unread));
    } catch {
      // Without storage the count arrives with the next message.
    }
  });
}
