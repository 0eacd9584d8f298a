import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { Response } from 'express';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import type { RoomView } from '../../../shared/games/rooms/protocol.ts';
import type { Session } from '../store.ts';
import { createChangeNotifier } from './change-notifier.ts';
import { createStreams } from './streams.ts';
import type { Views } from './views.ts';

const TABLE = 't1';
const SESSION = { id: 's1' } as Session;

afterEach(() => void vi.useRealTimers());

function setUp(readView: () => Promise<unknown>, isRead = true) {
  const notifier = createChangeNotifier();
  const views = { of: async () => ({ view: (await readView()) as RoomView, tableId: TABLE }) } as unknown as Views;
  const stay = vi.fn(async () => undefined);
  const streams = createStreams({ views, notifier, log: pino({ level: 'silent' }), onHeartbeat: stay });
  const pageOf = () => {
    const page = new Writable({ write: (_chunk, _encoding, done) => (isRead ? done() : undefined) });
    return Object.assign(page, { set: () => undefined, flushHeaders: () => undefined }) as unknown as Response;
  };
  const response = pageOf();
  return { notifier, response, pageOf, stay, open: (page = response) => streams.open(SESSION, undefined, page) };
}

it.each([
  ['has lost its seat to another page', async () => ({ kind: 'elsewhere' })],
  ['cannot load its table', () => Promise.reject(new Error('the database is away'))],
])('a page that %s is unsubscribed', async (_name, readView) => {
  const { notifier, response, open } = setUp(readView);
  open();
  await once(response, 'close');
  expect(notifier.listeners).toBe(0);
});

it('a page that disconnects before its stream begins gets no event', async () => {
  let reads = 0;
  const { notifier, response, open } = setUp(async () => ({ kind: 'table', looks: ++reads }));
  response.destroy();
  await once(response, 'close');
  open();
  expect([reads, notifier.listeners, response.listenerCount('close')]).toEqual([0, 0, 0]);
});

it('a page that does not read is disconnected', async () => {
  let reads = 0;
  const { notifier, response, open } = setUp(async () => ({ kind: 'table', looks: ++reads, cards: 'x'.repeat(20_000) }), false);
  const closed = once(response, 'close');
  open();
  while (!response.destroyed && reads < 100) {
    await new Promise((resolve) => setImmediate(resolve));
    notifier.notify(TABLE);
  }
  expect(response.destroyed).toBe(true);
  await closed;
  expect(reads).toBeLessThan(10);
  await expect.poll(() => notifier.listeners).toBe(0);
});

it('an ended stream that is not read is closed at the next heartbeat, without an error', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { response, open } = setUp(async () => ({ kind: 'elsewhere' }), false);
  const failed = vi.fn();
  response.on('error', failed);
  open();
  while (!response.writableEnded) await new Promise((resolve) => setImmediate(resolve));
  const closed = once(response, 'close');
  vi.advanceTimersByTime(5_000);
  await closed;
  expect(failed).not.toHaveBeenCalled();
});

it('a session has four streams at most, and the presence of its page is stored regularly', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { pageOf, open, stay } = setUp(async () => ({ kind: 'lobby' }));
  const pages = Array.from({ length: 5 }, pageOf);
  for (const page of pages) open(page);
  expect(pages.map((page) => page.destroyed)).toEqual([true, false, false, false, false]);
  vi.advanceTimersByTime(25_000);
  expect(stay).toHaveBeenCalledWith(SESSION);
});
