import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { eventStream } from '../../shared/api/content-calls.ts';
import { startService } from '../kit/service.ts';
import { serve, TELL_ALL } from './children.ts';
import { cpuSecondsOf, residentBytes } from './processes.ts';

export interface StreamResult {
  readonly streams: number;
  readonly bytesPerStream: number;
  /** Of the portal after all were open, bytes. */
  readonly resident: number;
  /** Milliseconds until the last of them had an event. */
  readonly reachedAll: number;
  /** Processor time of the portal for that event, milliseconds. */
  readonly cpu: number;
}

const STREAMS = 10_000;
/** Browsers of a session; the portal needs a connection to the platform for each session. */
const PER_SESSION = 2;
const AT_ONCE = 200;
/** What the portal allocates for a moment only is gone after it. */
const REST_MS = 3_000;
const NEWS = '"announcement"';

/** Event streams of many browsers on one portal process: what each costs in memory, and how long an event takes to all. */
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
    const all = Promise.all(sockets.map((socket) => hears(socket, NEWS)));
    await fetch(upstream.url + TELL_ALL);
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

/** A browser that listens, as little of one as there can be. */
async function listen(url: string, number: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  socket.setEncoding('latin1');
  const heard = hears(socket, '"hello"');
  socket.write(
    `GET ${eventStream.path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer bench-${Math.floor(number / PER_SESSION)}\r\n` +
      `X-Forwarded-For: 198.51.100.${number % 200}\r\n\r\n`,
  );
  await heard;
  return socket;
}

async function hears(socket: Socket, text: string): Promise<void> {
  for (let heard = ''; !heard.includes(text); ) {
    const [chunk] = (await once(socket, 'data')) as [string];
    if (/^HTTP\/1\.1 [^2]/.test(chunk)) throw new Error(chunk.slice(0, 400));
    heard += chunk;
  }
}
