import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { eventStream } from '../../shared/api/live/calls.ts';
import { startService } from '../kit/service.ts';
import { NOTIFY_ALL, serve } from './children.ts';
import { cpuSecondsOf, residentBytes } from './processes.ts';

export interface StreamResult {
  readonly streams: number;
  readonly bytesPerStream: number;
  /** Memory of the portal with all streams open, in bytes. */
  readonly resident: number;
  /** Milliseconds until all of them have received an event. */
  readonly reachedAll: number;
  /** CPU time of the portal for that event, in milliseconds. */
  readonly cpu: number;
}

const STREAMS = 10_000;
/** Browsers per session; the portal needs one connection to the platform per session. */
const PER_SESSION = 2;
const AT_ONCE = 200;
/** Forces garbage collection, so that short-lived allocations do not count. */
const REST_MS = 3_000;
const EVENT_MARK = '"announcement"';

/** Event streams of many browsers on one portal process: memory per stream, and the time for an event to reach all of them. */
export async function benchStreams(): Promise<StreamResult> {
  const upstream = await serve('upstream');
  const portal = await startService({
    env: { UPSTREAM_WPS_URL: upstream.url, UPSTREAM_LGW_URL: upstream.url, UPSTREAM_LOTTO_URL: upstream.url, TRUST_PROXY: 'loopback' },
  });
  const pid = portal.process.pid ?? 0;
  const sockets: Socket[] = [];
  try {
    await (await fetch(`${portal.url}/index`)).text();
    const empty = residentBytes(pid);
    for (let first = 0; first < STREAMS; first += AT_ONCE)
      sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => listen(portal.url, first + n)))));
    await setTimeout(REST_MS);
    const resident = residentBytes(pid);
    const [start, spent] = [performance.now(), cpuSecondsOf(pid) ?? Number.NaN];
    const all = Promise.all(sockets.map((socket) => waitForText(socket, EVENT_MARK)));
    await fetch(upstream.url + NOTIFY_ALL);
    await all;
    return {
      streams: sockets.length,
      bytesPerStream: (resident - empty) / sockets.length,
      resident,
      reachedAll: performance.now() - start,
      cpu: ((cpuSecondsOf(pid) ?? Number.NaN) - spent) * 1_000,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    await portal.kill();
    await upstream.stop();
  }
}

/** A minimal event stream client. */
async function listen(url: string, number: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  socket.setEncoding('latin1');
  const greeted = waitForText(socket, '"hello"');
  socket.write(
    `GET ${eventStream.path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer bench-${Math.floor(number / PER_SESSION)}\r\n` +
      `X-Forwarded-For: 198.51.100.${number % 200}\r\n\r\n`,
  );
  await greeted;
  return socket;
}

async function waitForText(socket: Socket, text: string): Promise<void> {
  for (let received = ''; !received.includes(text); ) {
    const [chunk] = (await once(socket, 'data')) as [string];
    if (/^HTTP\/1\.1 [^2]/.test(chunk)) throw new Error(chunk.slice(0, 400));
    received += chunk;
  }
}
