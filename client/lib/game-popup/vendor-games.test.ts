import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVendorGames } from './vendor-games.ts';

interface Asked {
  readonly query: { vassalage: string; gameName: string; pageNo: number };
  readonly signal: AbortSignal;
  answer(value: unknown): void;
}

function setup() {
  const asked: Asked[] = [];
  const ask = ((query: Asked['query'], signal: AbortSignal) =>
    new Promise((answer) => asked.push({ query, signal, answer }))) as unknown as Parameters<typeof createVendorGames>[1];
  return { list: createVendorGames('NOVA', ask), asked };
}
const found = (...names: string[]) => ({
  success: true,
  value: { games: names.map((gameName) => ({ gameName })), pageNum: 1, totalPages: 3, total: names.length },
});
const names = ({ state }: ReturnType<typeof createVendorGames>) => state.games.map(({ gameName }) => gameName);
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the games of a vendor', () => {
  it('are loaded at once, by page and by name', async () => {
    const { list, asked } = setup();
    expect(list.state.status).toBe('busy');
    asked[0]?.answer(found('One'));
    await settled();
    expect([list.state.status, names(list), list.state.pages]).toEqual(['shown', ['One'], 3]);
    list.show(2);
    list.search('har');
    await vi.advanceTimersByTimeAsync(300);
    expect(asked.map(({ query }) => query)).toEqual([
      { vassalage: 'NOVA', gameName: '', pageNo: 1 },
      { vassalage: 'NOVA', gameName: '', pageNo: 2 },
      { vassalage: 'NOVA', gameName: 'har', pageNo: 1 },
    ]);
  });

  it('show the latest search, regardless of the order of the responses', async () => {
    const { list, asked } = setup();
    list.search('ha');
    await vi.advanceTimersByTimeAsync(300);
    list.search('harbour');
    await vi.advanceTimersByTimeAsync(300);
    asked[2]?.answer(found('Harbour'));
    asked[1]?.answer(found('Hawk'));
    asked[0]?.answer(found('Everything'));
    await settled();
    expect([names(list), asked.map(({ signal }) => signal.aborted)]).toEqual([['Harbour'], [true, true, false]]);
  });

  it('are not searched by one letter, nor twice for the same name', async () => {
    const { list, asked } = setup();
    for (const text of ['h', ' ', '']) {
      list.search(text);
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(asked).toHaveLength(1);
  });

  it('show the error, and load on another try', async () => {
    const { list, asked } = setup();
    asked[0]?.answer({ success: false, value: null, code: 'upstream_unavailable', message: 'Down' });
    await settled();
    expect(list.state).toMatchObject({ status: 'failed', refusal: { message: 'Down' } });
    list.retry();
    expect(list.state).toMatchObject({ status: 'busy', refusal: null });
    asked[1]?.answer(found('One'));
    await settled();
    expect(names(list)).toEqual(['One']);
  });

  it('are not loaded after the dialog is closed', async () => {
    const { list, asked } = setup();
    const listener = vi.fn();
    list.subscribe(listener);
    list.close();
    asked[0]?.answer(found('One'));
    await settled();
    expect([asked[0]?.signal.aborted, listener.mock.calls]).toEqual([true, []]);
  });
});
