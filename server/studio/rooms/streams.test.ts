import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { Response } from 'express';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { RoomView } from '../../../shared/studio/rooms/protocol.ts';
import type { Session } from '../store.ts';
import { createBell } from './bell.ts';
import { createStreams } from './streams.ts';
import type { Views } from './views.ts';

const TABLE = 't1';

function setUp(look: () => Promise<unknown>, isRead = true) {
  const bell = createBell();
  const views = { of: async () => ({ view: (await look()) as RoomView, tableId: TABLE }) } as unknown as Views;
  const streams = createStreams({ views, bell, log: pino({ level: 'silent' }) });
  const page = new Writable({ write: (_chunk, _encoding, done) => (isRead ? done() : undefined) });
  const response = Object.assign(page, { set: () => undefined, flushHeaders: () => undefined }) as unknown as Response;
  return { bell, response, open: () => streams.open({} as Session, undefined, response) };
}

it.each([
  ['has its seat in another page', async () => ({ kind: 'elsewhere' })],
  ['cannot be shown its table', () => Promise.reject(new Error('the database is away'))],
])('a page that %s is listened for no longer', async (_name, look) => {
  const { bell, response, open } = setUp(look);
  open();
  await once(response, 'close');
  expect(bell.listeners).toBe(0);
});

it('a page that has gone before its stream began is not told anything', async () => {
  let looks = 0;
  const { bell, response, open } = setUp(async () => ({ kind: 'table', looks: ++looks }));
  response.destroy();
  await once(response, 'close');
  open();
  expect([looks, bell.listeners, response.listenerCount('close')]).toEqual([0, 0, 0]);
});

it('a page that does not read is let go', async () => {
  let looks = 0;
  const { bell, response, open } = setUp(async () => ({ kind: 'table', looks: ++looks, cards: 'x'.repeat(20_000) }), false);
  const gone = once(response, 'close');
  open();
  while (!response.destroyed && looks < 100) {
    await new Promise((resolve) => setImmediate(resolve));
    bell.ring(TABLE);
  }
  expect(response.destroyed).toBe(true);
  await gone;
  expect(looks).toBeLessThan(10);
  await expect.poll(() => bell.listeners).toBe(0);
});
