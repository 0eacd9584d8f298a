import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_LOAD_TIMEOUT_MS } from '../../shared/constants.ts';
import { withLoadTimeout } from './chunk.ts';

const removeAttribute = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { getElementById: (id: string) => ({ removeAttribute: (name: string) => removeAttribute(id, name) }) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  removeAttribute.mockClear();
});

describe('loading a script', () => {
  it('shows an error after exactly two minutes', async () => {
    const late = withLoadTimeout(new Promise(() => undefined));
    const failed = expect(late).rejects.toThrow('script timed out');
    await vi.advanceTimersByTimeAsync(CHUNK_LOAD_TIMEOUT_MS - 1);
    expect(removeAttribute).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect([CHUNK_LOAD_TIMEOUT_MS, removeAttribute.mock.calls]).toEqual([120_000, [['script-trouble', 'hidden']]]);
  });

  it('a failed script is reported at once, a loaded one is not', async () => {
    await expect(withLoadTimeout(Promise.reject(new TypeError('network')))).rejects.toThrow('network');
    expect(removeAttribute).toHaveBeenCalledTimes(1);
    expect(await withLoadTimeout(Promise.resolve(7))).toBe(7);
    expect([removeAttribute.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
