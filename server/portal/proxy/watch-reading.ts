import type { ClientRequest, ServerResponse } from 'node:http';
import type { Deadlines } from './deadlines.ts';

/** Milliseconds. `visitor`: how long one may take nothing of an answer that is there. */
export interface ReadingDeadlines extends Pick<Deadlines, 'read' | 'total'> {
  readonly visitor: number;
}

/** Silence is seen a quarter too late at most. */
const LOOKS = 4;

/**
 * Gives up a request that only reads when the service is silent, or takes long in all because it drips: with an error, so that it is
 * counted. While an answer waits for its visitor the service is silent because nobody reads on, which is not its doing.
 */
export function watchReading(outgoing: ClientRequest, response: ServerResponse, { read, total, visitor }: ReadingDeadlines): void {
  const every = read / LOOKS;
  const bytesRead = () => outgoing.socket?.bytesRead ?? 0;
  let bytes = bytesRead();
  let [silent, all, held] = [0, 0, 0];

  // Counted in looks: a process that was busy itself finds one missed, and what has come meanwhile is still to be read.
  function look(): void {
    if (response.writableNeedDrain) held += every;
    else {
      silent += every;
      all += every;
    }
    if (bytesRead() !== bytes) {
      bytes = bytesRead();
      [silent, held] = [0, 0];
    }
    if (silent >= read || all >= total) outgoing.destroy(new Error('deadline'));
    else if (held >= visitor) outgoing.destroy();
  }
  const timer = setInterval(look, every);
  outgoing.once('close', () => clearInterval(timer));
}
