import { expect, test, vi } from 'vitest';
import type { FlightBet, FlightBetRequest } from '../../../shared/studio/crash/protocol.ts';
import type { StudioSession } from '../../../shared/studio/protocol.ts';
import { StudioFailure } from '../lib/api.ts';
import { createPlayState } from '../lib/game-page.ts';
import type { BetPanel } from './bet-panel.ts';
import { type CrashPage, createBets } from './bets.ts';

const any = () => undefined;
const settled = () => new Promise((resolve) => setTimeout(resolve));

function betOf(request: { readonly key: string }, more: Partial<FlightBet> = {}): FlightBet {
  const verifyUrl = '/studio/verify/t1';
  return {
    ...{ betId: 't1', key: request.key, roundId: 'F-1', issue: '1', stake: '5.0000', target: 200, cashed: null, payout: '0.0000' },
    ...{ status: 'open', crash: null, placedAt: '2026-06-01T00:00:00Z', verifyUrl, ...more },
  } as FlightBet;
}

/** A page with what a bet touches, and no screen. */
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
  const told: string[] = [];
  const said: string[] = [];
  const flightBet = vi.fn(async (request: FlightBetRequest) => ({ bet: betOf(request), balance: '95.0000' }));
  const cashOut = vi.fn(async () => ({
    bet: betOf({ key: panels[0]?.key ?? '' }, { cashed: 150, payout: '7.5000', status: 'owed' }),
    balance: null,
  }));
  const page = {
    t: (key: string) => key,
    sound: { win: any },
    state: { ...createPlayState(), session: { currencySymbol: '$' } as StudioSession, busy: false },
    shell: {
      ...{ notify: any, setWin: any, setTotal: any, setBalance: any, announce: any },
      setMessage: (text: string) => void (text && said.push(text)),
    },
    frame: { send: (type: string) => void told.push(type) },
    api: { flightBet, cashOut, flightBets: vi.fn(async () => ({ bets: [], balance: null })) },
    view: { panels, round: { roundId: 'F-1' }, readBet: () => ({ total: 0n }), repaint: any, lock: any, toggleSecond: vi.fn(() => true) },
  } as unknown as CrashPage;
  return { page, panel: panels[0] as BetPanel, other: panels[1] as BetPanel, told, said, flightBet, cashOut };
}

test('no bet is placed while the portal has paused the game; one that is in the air may be cashed out', async () => {
  const { page, panel, flightBet, cashOut, told } = pageOf();
  const bets = createBets(page);
  page.state.paused = true;
  bets.place(panel);
  await settled();
  expect([flightBet.mock.calls, told]).toEqual([[], []]);
  page.state.paused = false;
  bets.place(panel);
  await settled();
  expect([panel.bet?.status, panel.queued, told]).toEqual(['open', false, ['round-started', 'balance-changed']]);
  page.state.paused = true;
  bets.cashOut(panel);
  await settled();
  expect([cashOut.mock.calls, panel.bet?.cashed]).toEqual([[[{ betId: 't1' }]], 150]);
  // Only when nothing is in the air any more does the portal look after time and limits.
  expect(told).not.toContain('round-ended');
  bets.heard(betOf({ key: panel.key }, { cashed: 150, payout: '7.5000', status: 'settled' }), '102.5000');
  expect([told.slice(-2), page.state.balance]).toEqual([['balance-changed', 'round-ended'], 102_5000n]);
});

test('a bet that the stream tells before the call has answered stays with its own button', async () => {
  const { page, panel, other, flightBet } = pageOf();
  const bets = createBets(page);
  bets.place(panel);
  bets.heard(betOf(flightBet.mock.calls[0]?.[0] ?? { key: '' }), '95.0000');
  await settled();
  expect([panel.bet?.betId, other.bet, page.view.toggleSecond]).toEqual(['t1', undefined, expect.any(Function)]);
  expect(page.view.toggleSecond).not.toHaveBeenCalled();
  bets.heard(betOf({ key: 'of another screen' }, { betId: 't2' }), null);
  expect(other.bet?.betId).toBe('t2');
});

test('what comes too late is said, and nothing is asked again in its name', async () => {
  const { page, panel, said, told, flightBet, cashOut } = pageOf();
  const bets = createBets(page);
  flightBet.mockRejectedValueOnce(new StudioFailure('bets_closed'));
  bets.place(panel);
  await settled();
  expect([panel.bet, panel.sending, said, told]).toEqual([
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
  expect([said.at(-1), panel.sending, flightBet.mock.calls.length]).toEqual(['studio.error_cash_out_late', undefined, 2]);
  cashOut.mockRejectedValueOnce(new StudioFailure('bets_closed'));
  bets.cashOut(panel);
  await settled();
  expect(said.at(-1)).toBe('studio.error_bets_closed');
});
