import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVendorGames } from './vendor-games.ts';

interface RequestedPage {
  readonly query: { vassalage: string; gameName: string; pageNo: number };
  readonly signal: AbortSignal;
  answer(value: unknown): void;
}

function setup() {
  const requests: RequestedPage[] = [];
  const fetchPage = ((query: RequestedPage['query'], signal: AbortSignal) =>
    new Promise((answer) => requests.push({ query, signal, answer }))) as unknown as Parameters<typeof createVendorGames>[1];
  return { list: createVendorGames('NOVA', fetchPage), asked: requests };
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
    const { list, asked: requests } = setup();
    expect(list.state.status).toBe('busy');
    requests[0]?.answer(found('One'));
    await settled();
    expect([list.state.status, names(list), list.state.pages]).toEqual(['shown', ['One'], 3]);
    list.show(2);
    list.search('har');
    await vi.advanceTimersByTimeAsync(300);
    expect(requests.map(({ query }) => query)).toEqual([
      { vassalage: 'NOVA', gameName: '', pageNo: 1 },
      { vassalage: 'NOVA', gameName: '', pageNo: 2 },
      { vassalage: 'NOVA', gameName: 'har', pageNo: 1 },
    ]);
  });

  it('show the latest search, regardless of the order of the responses', async () => {
    const { list, asked: requests } = setup();
    list.search('ha');
    await vi.advanceTimersByTimeAsync(300);
    list.search('harbour');
    await vi.advanceTimersByTimeAsync(300);
    requests[2]?.answer(found('Harbour'));
    requests[1]?.answer(found('Hawk'));
    requests[0]?.answer(found('Everything'));
    await settled();
    expect([names(list), requests.map(({ signal }) => signal.aborted)]).toEqual([['Harbour'], [true, true, false]]);
  });

  it('are not searched by one letter, nor twice for the same name', async () => {
    const { list, asked: requests } = setup();
    for (const text of ['h', ' ', '']) {
      list.search(text);
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(requests).toHaveLength(1);
  });

  it('show the error, and load on another try', async () => {
    const { list, asked: requests } = setup();
    requests[0]?.answer({ success: false, value: null, code: 'upstream_unavailable', message: 'Down' });
    await settled();
    expect(list.state).toMatchObject({ status: 'failed', refusal: { message: 'Down' } });
    list.retry();
    expect(list.state).toMatchObject({ status: 'busy', refusal: null });
    requests[1]?.answer(found('One'));
    await settled();
    expect(names(list)).toEqual(['One']);
  });

  it('are not loaded after the dialog is closed', async () => {
    const { list, asked: requests } = setup();
    const listener = vi.fn();
    list.subscribe(listener);
    list.close();
    requests[0]?.answer(found('One'));
    await settled();
    expect([requests[0]?.signal.aborted, listener.mock.calls]).toEqual([true, []]);
  });
});
