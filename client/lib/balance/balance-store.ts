import { atom } from 'nanostores';
import { useEffect, useSyncExternalStore } from 'react';
import { type Balance, walletBalance } from '../../../shared/api/wallet-calls.ts';
import { parseWireAmount, toWire } from '../../../shared/money/money.ts';
import { call } from '../call.ts';
import { isHeld, onHold } from './round-hold.ts';

export interface BalanceState {
  /** What is shown: while a round is held, without anything that has been credited since it began. */
  readonly balance: Balance | null;
  /** The latest known balance; only while a round is held. */
  readonly actual?: Balance | undefined;
  /** A refresh is under way. */
  readonly busy: boolean;
  /** The last refresh failed; the balance shown is the last known one. */
  readonly stale: boolean;
}

/** The member's balance for all islands of the page. */
export const balanceState = atom<BalanceState>({ balance: null, busy: false, stale: false });

/** Takes a balance in; an older version never replaces a newer one. */
export function acceptBalance(next: Pick<Balance, 'sumBalance' | 'version' | 'asOf'> & Partial<Balance>): void {
  const state = balanceState.get();
  const known = state.actual ?? state.balance;
  if (known && next.version < known.version) return;
  show({ currency: '', currencySymbol: '', ...known, ...next }, false);
}

/** While a round is held a lower balance is shown at once, a higher one when the hold ends: only that could be a win. */
function show(actual: Balance, stale: boolean): void {
  const { balance, busy } = balanceState.get();
  const sumBalance = lower(balance?.sumBalance ?? actual.sumBalance, actual.sumBalance);
  if (isHeld()) balanceState.set({ balance: { ...actual, sumBalance }, actual, busy, stale });
  else balanceState.set({ balance: actual, busy, stale });
}

/**
 * Takes the stake of a held round off what is shown, before the wallet has booked it: stake and win may be booked so close to each
 * other that only their sum is ever reported.
 */
export function takeStake(stake: string): void {
  const state = balanceState.get();
  const units = parseWireAmount(stake) ?? 0n;
  const { balance } = state;
  if (!isHeld() || !balance || units <= 0n) return;
  const left = (parseWireAmount(balance.sumBalance) ?? 0n) - units;
  balanceState.set({ ...state, actual: state.actual ?? balance, balance: { ...balance, sumBalance: toWire(left > 0n ? left : 0n) } });
}

onHold(() => {
  const { balance, actual, stale } = balanceState.get();
  const latest = actual ?? balance;
  if (latest) show(latest, stale);
});

function lower(one: string, other: string): string {
  return (parseWireAmount(one) ?? 0n) < (parseWireAmount(other) ?? 0n) ? one : other;
}

export async function refreshBalance(): Promise<void> {
  if (balanceState.get().busy) return;
  balanceState.set({ ...balanceState.get(), busy: true });
  const answer = await call(walletBalance);
  // A break or a hold that is over is missing in the answer.
  if (answer.success) acceptBalance({ resting: undefined, held: undefined, ...answer.value });
  balanceState.set({ ...balanceState.get(), busy: false, stale: !answer.success });
}

/**
 * The balance in an island that was rendered with `initial`. The first pass shows `initial` even when the store has
 * moved on since, so that late hydration matches the server's HTML.
 */
export function useBalance(initial: Balance | null): BalanceState {
  useEffect(() => {
    if (initial) acceptBalance(initial);
  }, [initial]);
  return useSyncExternalStore(
    (changed) => balanceState.listen(changed),
    () => (balanceState.get().balance ? balanceState.get() : initialState(initial)),
    () => initialState(initial),
  );
}

/** How much a balance grew, in wire form; null when it did not. */
export function creditBetween(before: string, after: string): string | null {
  const grown = (parseWireAmount(after) ?? 0n) - (parseWireAmount(before) ?? 0n);
  return grown > 0n ? toWire(grown) : null;
}

const initialStates = new WeakMap<Balance, BalanceState>();
const NOTHING: BalanceState = { balance: null, busy: false, stale: false };

/** One object per balance: a snapshot must be the same from pass to pass. */
function initialState(initial: Balance | null): BalanceState {
  if (!initial) return NOTHING;
  const known = initialStates.get(initial) ?? { ...NOTHING, balance: initial };
  initialStates.set(initial, known);
  return known;
}
