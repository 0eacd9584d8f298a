import type { Writable } from 'node:stream';

/** A page that does not read is disconnected; it reconnects and gets the current state first. */
const MOST_UNREAD_BYTES = 64 * 1024;

/** Writes to an event stream whose client may have stopped reading. */
export function tell(response: Writable, text: string): void {
  if (response.writableEnded) return;
  if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
  else response.write(text);
}
