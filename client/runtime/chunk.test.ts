import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_LOAD_TIMEOUT_MS } from '../../shared/constants.ts';
import { inTime } from './chunk.ts';

const shown = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { getElementById: (id: string) => ({ removeAttribute: (name: string) => shown(id, name) }) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  shown.mockClear();
});

describe('loading a script', () => {
  it('shows an error after exactly two minutes', async () => {
    const late = inTime(new Promise(() => undefined));
    const failed = expect(late).rejects.toThrow('script load timed out');
    await vi.advanceTimersByTimeAsync(CHUNK_LOAD_TIMEOUT_MS - 1);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect([CHUNK_LOAD_TIMEOUT_MS, shown.mock.calls]).toEqual([120_000, [['script-trouble', 'hidden']]]);
  });

  it('a failed script is reported at once, a loaded one is not', async () => {
    await expect(inTime(Promise.reject(new TypeError('network')))).rejects.toThrow('network');
    expect(shown).toHaveBeenCalledTimes(1);
    expect(await inTime(Promise.resolve(7))).toBe(7);
    expect([shown.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
