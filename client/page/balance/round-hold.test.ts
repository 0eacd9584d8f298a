import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WireAmount } from '../../../shared/money/money.ts';
import { toast, toasts } from '../toasts.ts';
import { acceptBalance, acceptPushedBalance, balanceState, deductStake, HOLD_DELAY_MS } from './balance-store.ts';
import { endRound, followHolds, HOLD_MS, holdRound, LONGEST_ROUND_MS, releaseRound, reportHolds, roundHeld } from './round-hold.ts';

const full = (sumBalance: WireAmount, version: number) => ({
  sumBalance,
  version,
  asOf: '2026-01-01T00:00:00.000Z',
  currency: 'USD',
  currencySymbol: '$',
});
const displayedBalance = () => balanceState.get().balance?.sumBalance;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { querySelector: () => null });
  balanceState.set({ balance: null, busy: false, stale: false });
  acceptBalance(full('100.0000', 1));
});
afterEach(() => {
  releaseRound();
  toasts.set([]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the stake is deducted at once, a win is added when the round is displayed', () => {
  holdRound();
  deductStake('1.0000');
  expect(displayedBalance()).toBe('99.0000');
  acceptBalance(full('99.0000', 2));
  acceptBalance(full('109.0000', 3));
  expect(displayedBalance()).toBe('99.0000');
  releaseRound();
  expect(balanceState.get().balance).toMatchObject({ sumBalance: '109.0000', version: 3 });
});

test('a won and a lost round look the same until displayed, also if stake and win are only reported together', () => {
  const seen = (['99.0000', '109.0000'] as const).map((end, round) => {
    const amounts: unknown[] = [];
    const stop = balanceState.listen(({ balance }) => void amounts.push(balance?.sumBalance));
    holdRound();
    deductStake('1.0000');
    acceptBalance(full(end, 2 + 2 * round));
    stop();
    releaseRound();
    acceptBalance(full('100.0000', 3 + 2 * round));
    return [...new Set(amounts)];
  });
  expect(seen[0]).toEqual(['100.0000', '99.0000']);
  expect(seen[1]).toEqual(seen[0]);
});

test('a stake that the wallet has booked before the message about its round is deducted once', () => {
  acceptBalance(full('98.0000', 2));
  holdRound();
  deductStake('2.0000', '100.0000');
  expect(displayedBalance()).toBe('98.0000');
  acceptBalance(full('90.0000', 3));
  expect(displayedBalance()).toBe('90.0000');
});

test('a stake that is not booked yet is deducted from the amount that the game showed', () => {
  holdRound();
  deductStake('2.0000', '100.0000');
  expect(displayedBalance()).toBe('98.0000');
});

test('a refused round returns the stake to the displayed balance', () => {
  holdRound();
  deductStake('1.0000');
  releaseRound();
  expect(displayedBalance()).toBe('100.0000');
});

test('an older balance is ignored while a round is held', () => {
  holdRound();
  acceptBalance(full('50.0000', 5));
  acceptBalance(full('20.0000', 4));
  expect(displayedBalance()).toBe('50.0000');
});

test('a game that stops reporting loses its hold after a short time', () => {
  holdRound();
  acceptBalance(full('109.0000', 2));
  vi.advanceTimersByTime(HOLD_MS - 1);
  expect(displayedBalance()).toBe('100.0000');
  vi.advanceTimersByTime(1);
  expect([displayedBalance(), roundHeld.get()]).toEqual(['109.0000', false]);
});

test('a game that reports its round without end loses its hold', () => {
  holdRound();
  acceptBalance(full('109.0000', 2));
  for (let time = 0; time < LONGEST_ROUND_MS; time += 10_000) {
    expect(roundHeld.get()).toBe(true);
    vi.advanceTimersByTime(10_000);
    holdRound();
  }
  expect([displayedBalance(), roundHeld.get()]).toEqual(['109.0000', false]);
});

test('a vendor that never reports a displayed round is at most one round behind', () => {
  expect(holdRound()).toBe(true);
  acceptBalance(full('109.0000', 2));
  endRound();
  expect(displayedBalance()).toBe('100.0000');
  expect([holdRound(), displayedBalance()]).toEqual([true, '109.0000']);
  expect(holdRound()).toBe(false);
});

test('messages wait for the end of a round, errors do not', () => {
  holdRound();
  toast('info', 'news');
  toast('error', 'trouble');
  expect(toasts.get().map(({ text }) => text)).toEqual(['trouble']);
  releaseRound();
  expect(toasts.get().map(({ text }) => text)).toEqual(['trouble', 'news']);
});

test('a page without a game waits for the games of other tabs, until they time out', async () => {
  vi.useRealTimers();
  const stop = followHolds();
  const tab = new BroadcastChannel('lagoon-holds');
  tab.postMessage({ id: 'a', held: true });
  await expect
    .poll(() => {
      acceptBalance(full('100.0000', 1));
      acceptBalance(full('109.0000', 1));
      const isHeld = displayedBalance() === '100.0000';
      balanceState.set({ balance: null, busy: false, stale: false });
      acceptBalance(full('100.0000', 1));
      return isHeld;
    })
    .toBe(true);
  acceptBalance(full('109.0000', 2));
  expect(displayedBalance()).toBe('100.0000');
  tab.postMessage({ id: 'a', held: false });
  await expect.poll(displayedBalance).toBe('109.0000');
  tab.close();
  stop();
});

test('a page without a game shows a pushed win a little later, because the hold of another tab may still arrive', () => {
  acceptPushedBalance(full('99.0000', 2));
  expect(displayedBalance()).toBe('99.0000');
  acceptPushedBalance(full('109.0000', 3));
  vi.advanceTimersByTime(HOLD_DELAY_MS - 1);
  expect(displayedBalance()).toBe('99.0000');
  vi.advanceTimersByTime(1);
  expect(displayedBalance()).toBe('109.0000');
  acceptPushedBalance(full('120.0000', 4));
  acceptPushedBalance(full('100.0000', 5));
  vi.advanceTimersByTime(HOLD_DELAY_MS);
  expect(displayedBalance()).toBe('100.0000');
});

test('a page with a game shows a pushed credit at once', () => {
  vi.stubGlobal('window', new EventTarget());
  const stop = reportHolds();
  acceptPushedBalance(full('109.0000', 2));
  expect(displayedBalance()).toBe('109.0000');
  stop();
});
