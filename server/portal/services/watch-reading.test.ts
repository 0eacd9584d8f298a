import { type ClientRequest, createServer, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenLocally } from '../../net/test-server.ts';
import { type ReadingDeadlines, watchReading } from './watch-reading.ts';

/** More bytes than the socket buffers of two connections hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');
const PATIENT = 600_000;

let service: Server;
let front: Server;
let answer: (response: ServerResponse) => void;
let within: ReadingDeadlines;
/** Errors of the watched request, and whether it has ended. */
let seen: { errors: string[]; isClosed: boolean };
let sockets: Socket[];

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeEach(async () => {
  seen = { errors: [], isClosed: false };
  sockets = [];
  service = createServer((_request, response) => answer(response));
  await listenLocally(service);
  front = createServer((_request, response) => {
    const outgoing: ClientRequest = request({ port: portOf(service), host: '127.0.0.1' }, (from) => {
      from.on('error', () => response.destroy());
      from.pipe(response);
    });
    outgoing.on('socket', () => watchReading(outgoing, response, within));
    outgoing.on('error', ({ message }) => {
      seen.errors.push(message);
      response.destroy();
    });
    outgoing.once('close', () => {
      seen.isClosed = true;
    });
    outgoing.end();
  });
  await listenLocally(front);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of [front, service]) {
    server.closeAllConnections();
    server.close();
  }
});

function visit(): Socket {
  const socket = connect(portOf(front), '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: lagoon\r\nConnection: close\r\n\r\n');
  return socket;
}

it('drops a visitor who stops reading, without counting a failure of the service', async () => {
  within = { read: 40, total: PATIENT, visitor: 400 };
  answer = (response) => void response.end(LARGE);
  const visitor = visit();
  visitor.once('data', () => visitor.pause());
  await expect.poll(() => seen.isClosed).toBe(true);
  // Silence of the service would have been detected ten times by now.
  expect(seen.errors).not.toContain('deadline');
});

it('sends the whole answer to a slow visitor, beyond the total deadline of the service', async () => {
  within = { read: 300, total: 3_000, visitor: PATIENT };
  answer = (response) => void response.end(LARGE);
  const visitor = visit();
  let [bytes, pauses] = [0, 0];
  for await (const part of visitor as AsyncIterable<Buffer>) {
    bytes += part.length;
    // Pauses often at first, each time longer than the silence deadline and in sum longer than the total deadline.
    if (pauses < 8 && bytes > pauses * 1024 * 1024) {
      pauses += 1;
      await pause(within.total / 6);
    }
  }
  expect(pauses).toBe(8);
  expect(bytes).toBeGreaterThan(LARGE.length);
  expect(seen.errors).toEqual([]);
});

it('fails when the service hangs, before its answer or inside it, and when it drips bytes', async () => {
  const hangs: (typeof answer)[] = [
    () => undefined,
    (response) => void response.write('begun'),
    (response) => {
      const drop = setInterval(() => response.write('.'), 10);
      response.once('close', () => clearInterval(drop));
    },
  ];
  for (const hang of hangs) {
    seen = { errors: [], isClosed: false };
    within = { read: 60, total: 300, visitor: PATIENT };
    answer = hang;
    visit().resume();
    await expect.poll(() => seen.isClosed).toBe(true);
    expect(seen.errors).toEqual(['deadline']);
  }
});
