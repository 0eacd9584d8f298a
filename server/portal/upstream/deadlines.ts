import type { ClientRequest } from 'node:http';

/** Milliseconds. `total` ends a request regardless of progress: an upstream that drips bytes never reaches `idle`. */
export interface Deadlines {
  readonly connect: number;
  /** A reading call from its start to the end of its answer; of a streamed answer, to its start. Short, because it can be repeated. */
  readonly read: number;
  /** Silence of all other calls. Longer, because after a timeout it is unknown whether money was booked. */
  readonly idle: number;
  readonly total: number;
}

export const DEADLINES: Deadlines = { connect: 2_000, read: 2_000, idle: 5_000, total: 10_000 };

/** Calls `expire` once if the socket of an outgoing request is not connected in time. */
export function watchConnect(request: ClientRequest, milliseconds: number, expire: () => void): void {
  const { socket } = request;
  if (!socket?.connecting) return;
  const timer = setTimeout(expire, milliseconds);
  const stop = () => clearTimeout(timer);
  socket.once('connect', stop).once('close', stop);
}
