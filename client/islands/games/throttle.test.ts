import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { INFINITE_SCROLL_THROTTLE_MS } from '../../../shared/constants.ts';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a scroll is handled once in 200 ms, and the last one is not missed', () => {
  const work = vi.fn();
  const throttled = throttle(work, INFINITE_SCROLL_THROTTLE_MS);
  for (let at = 0; at < 500; at += 50) {
    throttled();
    vi.advanceTimersByTime(50);
  }
  expect(work).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(200);
  expect(work).toHaveBeenCalledTimes(4);
  throttled.cancel();
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(4);
});
