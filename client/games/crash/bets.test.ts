import { expect, test, vi } from 'vitest';
import type { FlightBet, FlightBetRequest } from '../../../shared/games/crash/protocol.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { StudioFailure } from '../lib/api.ts';
import { createPlayState } from '../lib/game-page.ts';
import { createBetList } from './bet-list.ts';
import type { BetPanel } from './bet-panel.ts';
import { createBets } from './bets.ts';
import type { CrashPage } from './crash-view.ts';

const any = () => undefined;
const settled = () => new Promise((resolve) => setTimeout(resolve));

function betOf(request: { readonly key: string }, more: Partial<FlightBet> = {}): FlightBet {
  const verifyUrl = '/studio/verify/t1';
  return {
    betId: 't1',
    key: request.key,
    roundId: 'F-1',
    issue: '1',
    stake: '5.0000',
    target: 200,
    cashed: null,
    payout: '0.0000',
    status: 'open',
    crash: null,
    placedAt: '2026-06-01T00:00:00Z',
    verifyUrl,
    ...more,
  } as FlightBet;
}

/** The parts of a page that a bet uses, without a screen. */
function pageOf() {
  const panel = (hidden: boolean) =>
    ({
      element: { hidden },
      bet: undefined,
      key: '',
      sending: undefined,
      queued: true,
      stake: 5_0000n,
      target: 200,
    }) as unknown as BetPanel;
  const panels = [panel(false), panel(true)];
  const messages: string[] = [];
  const lines: string[] = [];
  const flightBet = vi.fn(async (request: FlightBetRequest) => ({ bet: betOf(request), balance: '95.0000' }));
  const cashOut = vi.fn(async () => ({
    bet: betOf({ key: panels[0]?.key ?? '' }, { cashed: 150, payout: '7.5000', status: 'owed' }),
    balance: null,
  }));
  const page = {
    t: (key: string) => key,
    sound: { win: any },
    state: { ...createPlayState(), session: { currency: 'USD' } as StudioSession, busy: false },
    shell: {
      notify: any,
      setWin: vi.fn(),
      setTotal: any,
      setBalance: any,
      announce: any,
      setMessage: (text: string) => void (text && lines.push(text)),
    },
    frame: { send: (type: string) => void messages.push(type) },
    api: { flightBet, cashOut, flightBets: vi.fn(async () => ({ bets: [], balance: null })) },
    view: { panels, round: { roundId: 'F-1' }, readBet: () => ({ total: 0n }), repaint: any, lock: any, toggleSecond: vi.fn(() => true) },
  } as unknown as CrashPage;
  return { page, panel: panels[0] as BetPanel, other: panels[1] as BetPanel, messages, lines, flightBet, cashOut };
}

test('no bet is placed while the portal has paused the game; a bet in flight may be cashed out', async () => {
  const { page, panel, flightBet, cashOut, messages } = pageOf();
  const list = createBetList(page);
  const bets = createBets(page, list);
  page.state.paused = true;
  bets.place(panel);
  await settled();
  expect([flightBet.mock.calls, messages]).toEqual([[], []]);
  page.state.paused = false;
  bets.place(panel);
  await settled();
  expect([panel.bet?.status, panel.queued, messages]).toEqual(['open', false, ['round-started', 'balance-changed']]);
  page.state.paused = true;
  bets.cashOut(panel);
  await settled();
  expect([cashOut.mock.calls, panel.bet?.cashed]).toEqual([[[{ betId: 't1' }]], 150]);
  // The portal checks session time and limits only when no bet is in flight.
  expect(messages).not.toContain('round-ended');
  list.receive(betOf({ key: panel.key }, { cashed: 150, payout: '7.5000', status: 'settled' }), '102.5000');
  expect([messages.slice(-2), page.state.balance]).toEqual([['balance-changed', 'round-ended'], 102_5000n]);
});

test('a reloaded page reports the bet in flight to the portal, and its end once', async () => {
  const { page, panel, messages } = pageOf();
  const list = createBetList(page);
  const flying = betOf({ key: 'of the page before' });
  page.api.flightBets = vi.fn(async () => ({ bets: [flying], balance: '95.0000' }));
  await list.refresh();
  await list.refresh();
  expect([panel.bet?.betId, messages]).toEqual(['t1', ['round-started']]);
  list.receive({ ...flying, status: 'settled', crash: 120 }, '95.0000');
  expect(messages).toEqual(['round-started', 'balance-changed', 'round-ended']);
});

test('the payout of one of two bets is shown while the other is still in flight', async () => {
  vi.useFakeTimers();
  const { page, messages } = pageOf();
  const list = createBetList(page);
  const one = betOf({ key: 'a' });
  const other = betOf({ key: 'b' }, { betId: 't2' });
  list.receive(one, null);
  list.receive(other, null);
  list.receive({ ...one, cashed: 150, payout: '7.5000', status: 'settled' }, '102.5000');
  vi.advanceTimersByTime(1_000);
  expect(messages).toEqual(['round-started', 'round-shown', 'balance-changed', 'result-due']);
  list.receive({ ...other, crash: 160, status: 'settled' }, '102.5000');
  vi.advanceTimersByTime(1_000);
  expect(messages.slice(4)).toEqual(['balance-changed', 'round-ended']);
  vi.useRealTimers();
});

test('a rejected bet does not end the round while another is being placed', async () => {
  const { page, panel, other, messages, flightBet } = pageOf();
  const bets = createBets(page, createBetList(page));
  flightBet.mockReturnValueOnce(new Promise(() => undefined));
  bets.place(panel);
  flightBet.mockRejectedValueOnce(new StudioFailure('bets_closed'));
  bets.place(other);
  await settled();
  expect([panel.sending, other.sending, messages]).toEqual(['bet', undefined, ['round-started']]);
});

test('a bet that the stream delivers before the call returns stays in its own panel', async () => {
  const { page, panel, other, flightBet } = pageOf();
  const list = createBetList(page);
  const bets = createBets(page, list);
  bets.place(panel);
  list.receive(betOf(flightBet.mock.calls[0]?.[0] ?? { key: '' }), '95.0000');
  await settled();
  expect([panel.bet?.betId, other.bet, page.view.toggleSecond]).toEqual(['t1', undefined, expect.any(Function)]);
  expect(page.view.toggleSecond).not.toHaveBeenCalled();
  list.receive(betOf({ key: 'of another screen' }, { betId: 't2' }), null);
  expect(other.bet?.betId).toBe('t2');
});

test('the last return is the sum of all bets on the flight, also after a reload, and zero after a loss', async () => {
  const { page } = pageOf();
  const list = createBetList(page);
  const setWin = page.shell.setWin as ReturnType<typeof vi.fn>;
  const cashed = betOf({ key: 'a' }, { cashed: 150, payout: '7.5000', status: 'settled' });
  list.receive(cashed, null);
  expect(setWin).toHaveBeenLastCalledWith('$7.50', true);
  list.receive(betOf({ key: 'b' }, { betId: 't2', cashed: 200, payout: '10.0000', status: 'settled' }), null);
  expect(setWin).toHaveBeenLastCalledWith('$17.50', true);
  for (const panel of page.view.panels) panel.bet = betOf({ key: panel.key }, { crash: 120, status: 'settled' });
  list.showReturn();
  expect(setWin).toHaveBeenLastCalledWith('$0.00', false);
});

test('a response requested before the last move does not revert it', async () => {
  const { page, panel, messages } = pageOf();
  const list = createBetList(page);
  const bets = createBets(page, list);
  bets.place(panel);
  await settled();
  const open = panel.bet as FlightBet;
  let answer: (old: { bets: FlightBet[]; balance: string }) => void = () => undefined;
  page.api.flightBets = vi.fn(() => new Promise<{ bets: FlightBet[]; balance: string }>((resolve) => (answer = resolve)));
  const refreshed = list.refresh();
  bets.cashOut(panel);
  await settled();
  list.receive({ ...open, cashed: 150, payout: '7.5000', status: 'settled' }, '102.5000');
  const before = [...messages];
  answer({ bets: [open], balance: '95.0000' });
  await refreshed;
  expect([panel.bet, list.all, page.state.balance]).toMatchObject([
    { cashed: 150, status: 'settled', payout: '7.5000' },
    [{ cashed: 150, status: 'settled' }],
    102_5000n,
  ]);
  expect([panel.sending, messages]).toEqual([undefined, before]);
});

test('a crashed flight stays crashed after an older update of a bet on it', async () => {
  const { page, panel } = pageOf();
  const list = createBetList(page);
  const bets = createBets(page, list);
  bets.place(panel);
  await settled();
  const open = panel.bet as FlightBet;
  panel.bet = { ...open, crash: 140 };
  // Unsettled bets are requested again after a timeout, which does not expire here.
  vi.stubGlobal('window', { setTimeout: () => 0 });
  list.receive(open, null);
  expect(panel.bet?.crash).toBe(140);
  // Cashed out by its target before the crash, delivered after it.
  list.receive({ ...open, cashed: 130, payout: '6.5000', status: 'owed' }, null);
  expect(panel.bet).toMatchObject({ crash: 140, cashed: 130, status: 'owed' });
  list.receive({ ...open, status: 'pending' }, null);
  expect(panel.bet).toMatchObject({ crash: 140, cashed: 130, status: 'owed' });
  vi.unstubAllGlobals();
});

test('a response of the call does not revert what the stream delivered before it', async () => {
  const { page, panel, flightBet } = pageOf();
  const list = createBetList(page);
  const bets = createBets(page, list);
  flightBet.mockImplementationOnce(async (request) => {
    list.receive(betOf(request), '95.0000');
    return { bet: betOf(request, { status: 'pending' }), balance: '95.0000' };
  });
  bets.place(panel);
  await settled();
  expect(panel.bet?.status).toBe('open');
});

test('a request that arrives too late is reported and not retried', async () => {
  const { page, panel, lines, messages, flightBet, cashOut } = pageOf();
  const bets = createBets(page, createBetList(page));
  flightBet.mockRejectedValueOnce(new StudioFailure('bets_closed'));
  bets.place(panel);
  await settled();
  expect([panel.bet, panel.sending, lines, messages]).toEqual([
    undefined,
    undefined,
    ['studio.error_bets_closed'],
    ['round-started', 'round-ended'],
  ]);
  bets.place(panel);
  await settled();
  cashOut.mockRejectedValueOnce(new StudioFailure('cash_out_late'));
  bets.cashOut(panel);
  await settled();
  expect([lines.at(-1), panel.sending, flightBet.mock.calls.length]).toEqual(['studio.error_cash_out_late', undefined, 2]);
  cashOut.mockRejectedValueOnce(new StudioFailure('bets_closed'));
  bets.cashOut(panel);
  await settled();
  expect(lines.at(-1)).toBe('studio.error_bets_closed');
});
