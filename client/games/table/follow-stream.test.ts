import { expect, test, vi } from 'vitest';
import { StudioFailure } from '../lib/api.ts';
import { createFollower } from './follow-stream.ts';

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

/** A follower whose pauses are ended by the test. */
function followerOf(open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>) {
  const pauses: (() => void)[] = [];
  const source = { open: vi.fn(open), poll: vi.fn(async () => undefined), dispatch: vi.fn(), lost: vi.fn(), full: vi.fn() };
  const follower = createFollower(source, () => new Promise((resolve) => void pauses.push(resolve)));
  const afterPause = async () => {
    pauses.shift()?.();
    await settled();
  };
  return { ...source, follower, pauses, afterPause };
}

/** A stream without data that ends with its signal. */
function silent(signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)) });
}

test('too many streams are reported after a few tries, and the next try needs the player', async () => {
  const { follower, open, poll, full, pauses, afterPause } = followerOf(() => Promise.reject(new StudioFailure('too_many_streams')));
  follower.start();
  await settled();
  await afterPause();
  expect([open.mock.calls.length, full.mock.calls.length]).toEqual([2, 0]);
  await afterPause();
  expect([open.mock.calls.length, full.mock.calls.length, poll.mock.calls.length, pauses.length]).toEqual([3, 1, 3, 0]);
  follower.restart();
  await settled();
  expect([open.mock.calls.length, full.mock.calls.length, pauses.length]).toEqual([4, 2, 0]);
});

test('without a stream the state is polled; the connection counts as lost only while polls fail too', async () => {
  const { follower, open, poll, lost, full, afterPause } = followerOf(() => Promise.reject(new StudioFailure('offline')));
  follower.start();
  await settled();
  for (let drop = 0; drop < 3; drop++) await afterPause();
  expect([open.mock.calls.length, poll.mock.calls.length, lost.mock.calls]).toEqual([4, 4, []]);
  poll.mockRejectedValue(new StudioFailure('offline'));
  for (let drop = 0; drop < 3; drop++) await afterPause();
  expect(lost.mock.calls).toEqual([[true]]);
  poll.mockResolvedValue(undefined);
  await afterPause();
  expect([lost.mock.calls, full.mock.calls]).toEqual([[[true], [false]], []]);
});

test('a restarted stream opens at once', async () => {
  const { follower, open, poll, pauses } = followerOf(async (signal) => silent(signal));
  follower.start();
  await settled();
  follower.restart();
  await settled();
  expect([open.mock.calls.length, poll.mock.calls.length, pauses.length]).toEqual([2, 0, 0]);
  expect([open.mock.calls[0]?.[0].aborted, open.mock.calls[1]?.[0].aborted]).toEqual([true, false]);
});

test('a restart reports a lost connection again, because its earlier message may have been replaced', async () => {
  const { follower, poll, lost, afterPause } = followerOf(() => Promise.reject(new StudioFailure('offline')));
  poll.mockRejectedValue(new StudioFailure('offline'));
  follower.start();
  await settled();
  follower.restart();
  await afterPause();
  expect(lost.mock.calls).toEqual([[true], [true]]);
});
