import type { ClientRequest } from 'node:http';

/** Milliseconds. `total` ends a request whatever its progress: an upstream that drips bytes never reaches `idle`. */
export interface Deadlines {
  readonly connect: number;
  /** Silence of a call that only reads, counted from its very beginning: whoever waits can ask again. */
  readonly read: number;
  /** Silence of all others: given up early, nobody would know whether it was booked. */
  readonly idle: number;
  readonly total: number;
}

export const DEADLINES: Deadlines = { connect: 2_000, read: 2_000, idle: 5_000, total: 10_000 };

/** Calls `expire` once when the socket of an outgoing request is not connected in time. */
export function watchConnect(request: ClientRequest, milliseconds: number, expire: () => void): void {
  const { socket } = request;
  if (!socket?.connecting) return;
  const timer = setTimeout(expire, milliseconds);
  const stop = () => clearTimeout(timer);
  socket.once('connect', stop).once('close', stop);
}
