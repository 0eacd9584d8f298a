import { afterEach, expect, test, vi } from 'vitest';
import type { PlayAnswer, StudioSession } from '../../../shared/games/protocol.ts';
import type { RoomView } from '../../../shared/games/rooms/protocol.ts';
import { placeTicket } from '../lottery/place-ticket.ts';
import { placeBet } from '../match/place-bet.ts';
import { callRoom, createPauseHandler } from '../rooms/call-room.ts';
import { placeSlip } from '../table/place-slip.ts';
import { StudioFailure } from './api.ts';
import { createPlayState, pause, waitOf } from './game-page.ts';
import { play, type RoundPage } from './play.ts';

/** The start function of each page and the function that places its bets. */
const STARTS: Readonly<Record<string, string>> = {
  startGame: 'round',
  startMatch: 'match',
  startTable: 'table',
  startRoom: 'room',
  startLottery: 'lottery',
};
const WAYS: Readonly<Record<string, (page: RoundPage, send: () => Promise<unknown>) => void>> = {
  round: (page) => play(page),
  match: (page) => placeBet(page as never, () => undefined),
  table: (page) => placeSlip(page as never, { receive: () => undefined, placing: () => undefined } as never),
  lottery: (page) => placeTicket(page as never, () => undefined),
  room: (page, send) => void callRoom(page as never, send as () => Promise<RoomView>, () => undefined),
};

/** The parts of a page that a bet uses, without a screen. `sent`: resolvers of the pending bets. */
function pageOf() {
  const sent: { answer(value: unknown): void; fail(error: Error): void }[] = [];
  const send = () => new Promise((resolve, reject) => void sent.push({ answer: resolve, fail: reject }));
  const messages: string[] = [];
  const any = () => undefined;
  const action = { ariaDisabled: 'false', classList: { toggle: any } };
  const view = {
    locked: false,
    readBet: () => ({ bet: { engine: 'slot', stake: '1.0000' }, total: 10_000n }),
    pendingSlip: () => ({}),
    betRequests: () => [{ legs: [] }, { legs: [] }],
    request: () => ({}),
    order: { cost: 10_000n },
    needsAgreement: () => false,
    placed: () => undefined,
    lock(on: boolean) {
      view.locked = on;
    },
    show: async () => void messages.push('shown'),
    describe: () => '',
    table: () => table,
    begin: () => void messages.push('begun'),
    abort: any,
    clear: any,
    confirmed: any,
  };
  let table: unknown;
  const sitAt = (next: unknown) => {
    table = next;
  };
  const page = {
    context: {},
    t: (key: string) => key,
    sound: { mute: vi.fn(), tick: any, win: any },
    state: {
      ...createPlayState(),
      balance: 10_0000n,
      session: { currency: 'USD', trial: false, limits: { minStake: '1.0000', maxStake: '9.0000' } } as StudioSession,
      busy: false,
    },
    shell: {
      action,
      notify: any,
      setMessage: any,
      setPaused: any,
      setWin: any,
      setBalance: any,
      setTotal: any,
      setWait: any,
      announce: any,
    },
    frame: { framed: true, send: (type: string, stake?: string) => void messages.push(stake ? `${type} ${stake}` : type) },
    api: { play: send, ticket: send, slip: send, lotteryTicket: send, ready: vi.fn(async () => ({ kind: 'elsewhere' })) },
    view,
    wins: { show: async () => false },
  } as unknown as RoundPage;
  return { page, sent, send, messages, view, sitAt };
}

const ANSWER = {
  balance: '9.0000',
  round: { status: 'settled', stake: '1.0000', payout: '0.0000' },
  ticket: {
    status: 'open',
    stake: '1.0000',
    cost: '1.0000',
    payout: '2.0000',
    draw: { issue: '1' },
    event: { home: '', away: '', score: null },
  },
  slip: { status: 'open', stake: '1.0000', payout: '0.0000' },
  waitMs: 0,
} as unknown as PlayAnswer;
const settled = () => new Promise((resolve) => setTimeout(resolve));

test.each(Object.entries(WAYS))(
  '%s: no bet is sent while the portal has paused the game, and a running one completes',
  async (way, act) => {
    const { page, sent, send, messages, view } = pageOf();
    pause(page, true);
    act(page, send);
    await settled();
    expect([sent.length, view.locked, page.shell.action.ariaDisabled]).toEqual([0, true, 'true']);
    expect(page.sound.mute).toHaveBeenLastCalledWith(true);

    pause(page, false);
    expect(page.shell.action.ariaDisabled).toBe('false');
    act(page, send);
    await settled();
    expect(sent).toHaveLength(1);
    pause(page, true);
    sent[0]?.answer(ANSWER);
    await settled();
    if (way === 'round') expect(messages).toEqual(['begun', 'round-started 1.0000', 'shown', 'round-ended', 'balance-changed']);
    act(page, send);
    await settled();
    expect([sent.length, view.locked, page.shell.action.ariaDisabled]).toEqual([1, true, 'true']);

    pause(page, false);
    act(page, send);
    await settled();
    expect(sent).toHaveLength(2);
  },
);

test('a stake above the balance starts no animation before the wallet has accepted it', async () => {
  const { page, sent, messages } = pageOf();
  page.state.portalBalance = 0n;
  play(page);
  await settled();
  expect([sent.length, messages]).toEqual([1, ['round-started']]);
  sent[0]?.fail(new StudioFailure('insufficient_funds'));
  await settled();
  expect(messages.splice(0)).toEqual(['round-started', 'round-ended']);
  // The page's balance may be outdated: a deposit may have arrived.
  play(page);
  sent[1]?.answer(ANSWER);
  await settled();
  expect(messages).toEqual(['round-started', 'begun', 'shown', 'round-ended', 'balance-changed']);
});

test('every page of a game uses one of these functions', () => {
  const sources = import.meta.glob<string>('../*-page.ts', { eager: true, query: '?raw', import: 'default' });
  const pages = Object.entries(sources).filter(([name]) => !name.includes('verify'));
  expect(pages.length).toBeGreaterThan(9);
  for (const [name, source] of pages) {
    const starts = Object.keys(STARTS).filter((start) => source.includes(`${start}(`));
    // The crash engine has its own kind of bets, and its own tests.
    if (!name.includes('crash')) expect([name, starts.length]).toEqual([name, 1]);
    for (const start of starts) expect(WAYS).toHaveProperty(STARTS[start] as string);
  }
});

test('at a table of players a pause withdraws readiness for the next hand, lets a running hand finish, and applies after it', () => {
  const { page, sitAt } = pageOf();
  const pauseHandler = createPauseHandler(page as never, () => undefined);
  sitAt({ state: 'waiting', hand: null, players: [{ you: true, ready: true }] });
  pauseHandler.handle('pause');
  expect([page.state.paused, (page.api.ready as ReturnType<typeof vi.fn>).mock.calls]).toEqual([true, [[false]]]);
  pauseHandler.handle('resume');
  expect(page.state.paused).toBe(false);

  sitAt({ state: 'playing', hand: { mine: [1] }, players: [{ you: true, ready: true }] });
  pauseHandler.handle('pause');
  expect(page.state.paused).toBe(false);
  sitAt({ state: 'waiting', hand: null, players: [{ you: true, ready: false }] });
  pauseHandler.update();
  expect(page.state.paused).toBe(true);
  pauseHandler.handle('resume');
  expect(page.state.paused).toBe(false);
});

test('readiness from before a reload is withdrawn once its table is known, with one request at a time', async () => {
  const { page, sitAt } = pageOf();
  const ready = page.api.ready as ReturnType<typeof vi.fn>;
  const pauseHandler = createPauseHandler(page as never, () => undefined);
  pauseHandler.handle('pause');
  expect(ready).not.toHaveBeenCalled();
  sitAt({ state: 'waiting', hand: null, players: [{ you: true, ready: true }] });
  pauseHandler.update();
  pauseHandler.update();
  expect([page.state.paused, ready.mock.calls]).toEqual([true, [[false]]]);
  await settled();
  pauseHandler.update();
  expect(ready).toHaveBeenCalledTimes(2);
});

test.each(['table', 'match'])('at a %s a text is shown while the wallet is slow, and removed after its reply', async (way) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { page, sent, send } = pageOf();
  const setMessage = vi.spyOn(page.shell, 'setMessage');
  const slowMessages = () => setMessage.mock.calls.filter(([text]) => text === 'studio.placing').length;
  WAYS[way]?.(page, send);
  await vi.advanceTimersByTimeAsync(600);
  expect(slowMessages()).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(slowMessages()).toBe(1);
  sent[0]?.answer(ANSWER);
  await vi.advanceTimersByTimeAsync(1);
  expect(setMessage.mock.lastCall?.[0]).not.toBe('studio.placing');
  // The second single of a match.
  sent[1]?.answer(ANSWER);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(slowMessages()).toBe(1);
});

test('while a round may not start yet the button counts down, and is enabled afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { page, sent, send } = pageOf();
  const setWait = vi.spyOn(page.shell, 'setWait');
  play(page);
  sent[0]?.answer({ ...ANSWER, waitMs: 2_500 });
  await vi.advanceTimersByTimeAsync(1);
  expect(page.shell.action.ariaDisabled).toBe('true');
  expect(setWait).toHaveBeenLastCalledWith({ text: 'studio.round_wait', share: 1 });
  play(page);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([sent.length, waitOf(page.state)]).toEqual([1, 1_499]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(setWait).toHaveBeenLastCalledWith(null);
  expect(page.shell.action.ariaDisabled).toBe('false');
  play(page);
  sent[1]?.fail(new StudioFailure('too_soon', 700));
  await vi.advanceTimersByTimeAsync(1);
  expect([sent.length, waitOf(page.state) > 600, page.shell.action.ariaDisabled]).toEqual([2, true, 'true']);
  void send;
});

// Files share a worker: fake timers left behind would stop the next file.
afterEach(() => void vi.useRealTimers());
