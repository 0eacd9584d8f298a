import type { ClientRequest, ServerResponse } from 'node:http';
import type { Deadlines } from '../upstream/deadlines.ts';

/** Milliseconds. `visitor`: how long the visitor may read nothing of an available answer. */
export interface ReadingDeadlines extends Pick<Deadlines, 'read' | 'total'> {
  readonly visitor: number;
}

/** Checks per deadline: silence is detected at most a quarter too late. */
const CHECKS_PER_DEADLINE = 4;

/**
 * Aborts a reading request with an error if the service is silent or exceeds the total time. Time in which the visitor does not read the
 * answer does not count against the service.
 */
export function watchReading(outgoing: ClientRequest, response: ServerResponse, { read, total, visitor }: ReadingDeadlines): void {
  const every = read / CHECKS_PER_DEADLINE;
  const bytesRead = () => outgoing.socket?.bytesRead ?? 0;
  let bytes = bytesRead();
  let [silent, elapsed, stalled] = [0, 0, 0];

  // Counted in checks instead of clock time: a process that was busy itself misses a check, and data that arrived meanwhile is still
  // unread.
  function check(): void {
    if (response.writableNeedDrain) stalled += every;
    else {
      silent += every;
      elapsed += every;
    }
    if (bytesRead() !== bytes) {
      bytes = bytesRead();
      [silent, stalled] = [0, 0];
    }
    if (silent >= read || elapsed >= total) outgoing.destroy(new Error('deadline'));
    else if (stalled >= visitor) outgoing.destroy();
  }
  const timer = setInterval(check, every);
  outgoing.once('close', () => clearInterval(timer));
}
