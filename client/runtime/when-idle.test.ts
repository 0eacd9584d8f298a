import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

let loaded: () => void;
const page = { readyState: 'interactive' };
const work = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { requestIdleCallback: (act: () => void) => act() });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', (_type: string, listener: () => void) => (loaded = listener));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  work.mockClear();
  page.readyState = 'interactive';
});

it('waits for a page that is still loading', () => {
  whenIdle(work);
  expect(work).not.toHaveBeenCalled();
  loaded();
  expect(work).toHaveBeenCalled();
});

it('does not wait longer than the limit', () => {
  whenIdle(work);
  vi.advanceTimersByTime(4_000);
  expect(work).toHaveBeenCalledTimes(1);
});

it('does not need the load event of a loaded page, nor idle callbacks', () => {
  vi.stubGlobal('window', {});
  page.readyState = 'complete';
  whenIdle(work);
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledTimes(1);
});
