import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { Response } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWatchers, openStream } from './watchers.ts';

const [GAME, OTHER] = ['table-1', 'table-2'];
const HEARTBEAT_MS = 10_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

function setUp() {
  const deserted = vi.fn();
  const watchers = createWatchers(deserted);
  const pageOf = ({ reads = true } = {}) => {
    const received: string[] = [];
    const page = new Writable({
      write(chunk, _encoding, done) {
        received.push(String(chunk));
        if (reads) done();
      },
    });
    const response = Object.assign(page, { status: () => response, set: () => response }) as unknown as Response;
    return { response, received };
  };
  const open = (response: Response, player?: string, gameId = GAME) => openStream(response, 'first', { gameId, player }, watchers.add);
  return { watchers, deserted, pageOf, open };
}

const leave = async (response: Response) => {
  const closed = once(response, 'close');
  response.destroy();
  await closed;
};

it('all state of a disconnected page is removed, including the heartbeat of its table', async () => {
  const { watchers, deserted, pageOf, open } = setUp();
  const { response } = pageOf();
  open(response, 'ann');
  expect([watchers.games(), watchers.of(GAME, 'ann').length, vi.getTimerCount()]).toEqual([[GAME], 1, 1]);
  await leave(response);
  expect([watchers.games(), watchers.of(GAME, 'ann'), watchers.has(GAME), vi.getTimerCount()]).toEqual([[], [], false, 0]);
  expect(deserted).toHaveBeenCalledExactlyOnceWith(GAME);
  expect(response.listenerCount('close')).toBe(0);
});

it('the others still get events: another page of the same player, another player, another table', async () => {
  const { watchers, deserted, pageOf, open } = setUp();
  const [leaver, twin, other, far] = [pageOf(), pageOf(), pageOf(), pageOf()];
  open(leaver.response, 'ann');
  open(twin.response, 'ann');
  open(other.response);
  open(far.response, 'ann', OTHER);
  await leave(leaver.response);
  watchers.publish(GAME, 'round');
  for (const watcher of watchers.of(GAME, 'ann')) watcher.write('slip');
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(leaver.received).toEqual(['first']);
  expect(twin.received).toEqual(['first', 'round', 'slip', ': still here\n\n']);
  expect(other.received).toEqual(['first', 'round', ': still here\n\n']);
  expect(far.received).toEqual(['first', ': still here\n\n']);
  expect(deserted).not.toHaveBeenCalled();
  for (const { response } of [twin, other, far]) await leave(response);
  expect([watchers.games(), vi.getTimerCount(), deserted.mock.calls]).toEqual([[], 0, [[GAME], [OTHER]]]);
});

it('a page that disconnects while its table is loaded is not subscribed', async () => {
  const { watchers, pageOf, open } = setUp();
  const { response } = pageOf();
  response.on('error', () => undefined);
  await leave(response);
  open(response, 'ann');
  expect([watchers.games(), watchers.of(GAME, 'ann'), vi.getTimerCount(), response.listenerCount('close')]).toEqual([[], [], 0, 0]);
});

it('a page that does not read is disconnected, and its state is removed', async () => {
  const { watchers, pageOf, open } = setUp();
  const { response } = pageOf({ reads: false });
  open(response, 'ann');
  const closed = once(response, 'close');
  for (let writes = 0; writes < 100 && !response.destroyed; writes += 1) watchers.publish(GAME, 'x'.repeat(8_192));
  expect(response.destroyed).toBe(true);
  await closed;
  expect([watchers.games(), vi.getTimerCount()]).toEqual([[], 0]);
});
