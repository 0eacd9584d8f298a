import type { Writable } from 'node:stream';

/** A page that does not read is disconnected; it reconnects and gets the current state first. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** Writes to an event stream whose client may have stopped reading. */
export function writeEvent(response: Writable, text: string): void {
  if (response.writableEnded) return;
  if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  else response.write(text);
}
