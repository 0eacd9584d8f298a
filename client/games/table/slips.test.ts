import { expect, test, vi } from 'vitest';
import type { Slip, SlipAnswer, SlipRequest, TableRound } from '../../../shared/games/live/protocol.ts';
import type { TableOutcome } from '../../../shared/games/live/table.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { StudioFailure } from '../lib/api.ts';
import { createPlayState } from '../lib/game-page.ts';
import { placeSlip } from './place-slip.ts';
import { createSlips } from './slips.ts';
import type { TablePage } from './table-view.ts';

const any = () => undefined;
const settled = () => new Promise((resolve) => setTimeout(resolve));
const CHIP = { spot: 'red', stake: '5.0000' };
const OUTCOME: TableOutcome = { game: 'wheel', pocket: 7 };

function slipOf(more: Partial<Slip> = {}): Slip {
  return {
    slipId: 's1',
    roundId: 'T-1',
    issue: '1',
    chips: [],
    stake: '5.0000',
    payout: '0.0000',
    status: 'open',
    outcome: null,
    placedAt: '2026-06-01T00:00:00Z',
    verifyUrl: '/studio/verify/s1',
    ...more,
  };
}

/** The parts of a table that a slip uses, without a screen. */
function pageOf() {
  const messages: string[] = [];
  /** What the board received, in order. */
  const shown: string[] = [];
  const round = (roundId: string, state: TableRound['state']) => ({ roundId, state }) as TableRound;
  const view = {
    round: round('T-1', 'open'),
    motif: {},
    lock: any,
    confirmed: () => void shown.push('confirmed'),
    showSlips: (all: readonly Slip[]) => void shown.push(`${all.length} placed`),
    pendingSlip: () => ({ roundId: 'T-1', chips: [CHIP] }),
    readBet: () => ({ total: 0n }),
  };
  const slip = vi.fn(async (_request: SlipRequest): Promise<SlipAnswer> => ({ slip: slipOf(), balance: '95.0000' }));
  const slips = vi.fn(async () => ({ slips: [] as readonly Slip[], balance: '100.0000' }));
  const page = {
    t: (key: string) => key,
    view,
    api: { slip, slips },
    sound: { win: any },
    state: {
      ...createPlayState(),
      session: { currency: 'USD', limits: { minStake: '1.0000', maxStake: '9.0000' } } as unknown as StudioSession,
      busy: false,
    },
    shell: {
      notify: any,
      setWin: any,
      setTotal: any,
      setBalance: any,
      setMessage: any,
      setWait: any,
      announce: any,
      action: { classList: { toggle: any } },
    },
    frame: { framed: true, send: (type: string) => void (type.startsWith('round') && messages.push(type)) },
  } as unknown as TablePage;
  const turn = (roundId: string, state: TableRound['state']) => {
    view.round = round(roundId, state);
  };
  return { page, messages, shown, slip, list: slips, turn };
}

test('the round ends for the portal when its result is shown and paid, not when the wallet has accepted the stake', async () => {
  const { page, messages, turn } = pageOf();
  const slips = createSlips(page);
  placeSlip(page, slips);
  await settled();
  expect(messages).toEqual(['round-started']);
  turn('T-1', 'drawn');
  // The wallet has paid before the ball has stopped.
  slips.receive(slipOf({ status: 'settled', payout: '10.0000' }), '105.0000');
  expect(messages).toEqual(['round-started']);
  slips.showOutcome(OUTCOME);
  expect(messages).toEqual(['round-started', 'round-ended']);
});

test('a win that is paid after its result was shown ends the round', async () => {
  const { page, messages, turn } = pageOf();
  const slips = createSlips(page);
  placeSlip(page, slips);
  await settled();
  turn('T-1', 'drawn');
  slips.showOutcome(OUTCOME);
  expect(messages).toEqual(['round-started']);
  slips.receive(slipOf({ status: 'settled', payout: '10.0000' }), '105.0000');
  expect(messages).toEqual(['round-started', 'round-ended']);
});

test('a reloaded page reports the slip on the table, and its end even if the result was never shown', async () => {
  const { page, messages, list, turn } = pageOf();
  const slips = createSlips(page);
  list.mockResolvedValueOnce({ slips: [slipOf()], balance: '95.0000' });
  await slips.refresh();
  expect(messages).toEqual(['round-started']);
  list.mockResolvedValueOnce({ slips: [slipOf({ status: 'settled' })], balance: '95.0000' });
  await slips.refresh();
  turn('T-2', 'open');
  slips.began();
  expect(messages).toEqual(['round-started', 'round-ended']);
});

test('a rejected slip ends only its own round, and a refunded stake ends it too', async () => {
  const { page, messages, slip, list } = pageOf();
  const slips = createSlips(page);
  slip.mockRejectedValueOnce(new StudioFailure('bets_closed'));
  placeSlip(page, slips);
  await settled();
  expect(messages).toEqual(['round-started', 'round-ended']);
  placeSlip(page, slips);
  await settled();
  slip.mockRejectedValueOnce(new StudioFailure('bets_closed'));
  placeSlip(page, slips);
  await settled();
  expect(messages.slice(2)).toEqual(['round-started']);
  list.mockResolvedValueOnce({ slips: [slipOf({ status: 'refunded' })], balance: '100.0000' });
  await slips.refresh();
  expect(messages.slice(2)).toEqual(['round-started', 'round-ended']);
});

test('a list requested before a slip was placed does not remove it', async () => {
  const { page, messages, list } = pageOf();
  const slips = createSlips(page);
  let answer: (list: { slips: readonly Slip[]; balance: string }) => void = () => undefined;
  list.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const refreshed = slips.refresh();
  placeSlip(page, slips);
  await settled();
  list.mockResolvedValueOnce({ slips: [slipOf()], balance: '95.0000' });
  answer({ slips: [], balance: '100.0000' });
  await refreshed;
  expect([slips.all.length, page.state.balance, messages]).toEqual([1, 95_0000n, ['round-started']]);
});

test('chips are not counted twice if the stream delivers their slip before the response', async () => {
  const { page, shown, slip } = pageOf();
  const slips = createSlips(page);
  let answer: (answer: SlipAnswer) => void = () => undefined;
  slip.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  placeSlip(page, slips);
  const placed = slipOf({ chips: [CHIP] });
  slips.receive(slipOf({ slipId: 's0', chips: [{ spot: 'black', stake: '5.0000' }] }), null);
  expect(shown).toEqual(['1 placed']);
  slips.receive(placed, null);
  expect(shown.slice(1)).toEqual(['confirmed', '2 placed']);
  answer({ slip: placed, balance: '95.0000' });
  await settled();
  expect(slips.all.length).toBe(2);
});
