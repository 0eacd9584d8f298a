import { beforeEach, expect, test } from 'vitest';
import type { WireAmount } from '../../../shared/money/money.ts';
import { acceptBalance, balanceState, creditBetween, onShownBalance } from './balance-store.ts';
import { holdRound, releaseRound } from './round-hold.ts';

const full = (sumBalance: WireAmount, version: number) => ({
  sumBalance,
  version,
  asOf: '2026-01-01T00:00:00.000Z',
  currency: 'USD',
  currencySymbol: '$',
});

beforeEach(() => balanceState.set({ balance: null, busy: false, stale: false }));

test('an older version never replaces a newer one', () => {
  acceptBalance(full('10.0000', 5));
  acceptBalance(full('99.0000', 4));
  expect(balanceState.get().balance?.sumBalance).toBe('10.0000');
  acceptBalance(full('12.0000', 6));
  expect(balanceState.get().balance?.sumBalance).toBe('12.0000');
});

test('an event without a currency keeps the known one and clears the flag of a failed refresh', () => {
  acceptBalance(full('10.0000', 1));
  balanceState.set({ ...balanceState.get(), stale: true });
  acceptBalance({ sumBalance: '11.0000', version: 2, asOf: '2026-01-01T00:00:01.000Z' });
  expect(balanceState.get()).toMatchObject({ stale: false, balance: { sumBalance: '11.0000', currencySymbol: '$' } });
});

test('an event keeps the known money at vendors unless it carries it', () => {
  acceptBalance({ ...full('10.0000', 1), atVendors: '5.0000' });
  acceptBalance({ sumBalance: '11.0000', version: 2, asOf: '2026-01-01T00:00:01.000Z' });
  expect(balanceState.get().balance?.atVendors).toBe('5.0000');
  const seen: unknown[] = [];
  const stop = onShownBalance(({ atVendors }) => seen.push(atVendors));
  acceptBalance({ sumBalance: '11.0000', version: 2, asOf: '2026-01-01T00:00:02.000Z', atVendors: '0.0000' });
  expect(seen).toEqual(['0.0000']);
  stop();
});

test('only an increase counts as a credit', () => {
  expect(creditBetween('10.0000', '12.5000')).toBe('2.5000');
  expect(creditBetween('10.0000', '10.0000')).toBeNull();
  expect(creditBetween('10.0000', '9.0000')).toBeNull();
});

test('parts that load more data are called for a new balance when it is shown, so after a held round, and once', () => {
  const seen: string[] = [];
  acceptBalance(full('10.0000', 1));
  const stop = onShownBalance(({ sumBalance }) => seen.push(sumBalance));
  expect(seen).toEqual([]);
  acceptBalance(full('9.0000', 2));
  acceptBalance(full('9.0000', 2));
  expect(seen).toEqual(['9.0000']);
  holdRound();
  acceptBalance(full('8.0000', 3));
  acceptBalance(full('30.0000', 4));
  expect(seen).toEqual(['9.0000']);
  releaseRound();
  expect(seen).toEqual(['9.0000', '30.0000']);
  stop();
  acceptBalance(full('31.0000', 5));
  expect(seen).toHaveLength(2);
});
