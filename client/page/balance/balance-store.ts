import { atom } from 'nanostores';
import { useEffect, useSyncExternalStore } from 'react';
import { walletBalance } from '../../../shared/api/balance/calls.ts';
import type { Balance } from '../../../shared/api/balance/schemas.ts';
import { parseWireAmount, toWire, type WireAmount } from '../../../shared/money/money.ts';
import { call } from '../call.ts';
import { hasGame, isHeld, onHold } from './round-hold.ts';

export interface BalanceState {
  /** The displayed balance. While a round is held it excludes credits since the round began. */
  readonly balance: Balance | null;
  /** The latest known balance; set only while a round is held. */
  readonly actual?: Balance;
  /** A refresh is pending. */
  readonly busy: boolean;
  /** The last refresh failed; the balance is the last known one. */
  readonly stale: boolean;
}

/** The member's balance, shared by all islands of the page. */
export const balanceState = atom<BalanceState>({ balance: null, busy: false, stale: false });

/** Stores a balance. An older version never replaces a newer one. */
export function acceptBalance(next: Pick<Balance, 'sumBalance' | 'version' | 'asOf'> & Partial<Balance>): void {
  const state = balanceState.get();
  const known = state.actual ?? state.balance;
  if (known && next.version < known.version) return;
  show({ currency: '', currencySymbol: '', ...known, ...next }, false);
}

/** The wallet's event about a win may arrive before the message with which another tab's game holds its round. */
export const HOLD_DELAY_MS = 500;

/** Stores a balance from the event stream. A page without a game shows an increase only after holds of other tabs have had time to arrive. */
export function acceptPushedBalance(next: Parameters<typeof acceptBalance>[0]): void {
  const { balance } = balanceState.get();
  if (hasGame() || !balance || creditBetween(balance.sumBalance, next.sumBalance) === null) acceptBalance(next);
  else setTimeout(() => acceptBalance(next), HOLD_DELAY_MS);
}

/**
 * While a round is held, a lower balance is shown at once and a higher one after the hold, because only a higher one
 * can be a win.
 */
function show(actual: Balance, stale: boolean): void {
  const { balance, busy } = balanceState.get();
  const sumBalance = lowerAmount(balance?.sumBalance ?? actual.sumBalance, actual.sumBalance);
  if (isHeld()) balanceState.set({ balance: { ...actual, sumBalance }, actual, busy, stale });
  else balanceState.set({ balance: actual, busy, stale });
}

/**
 * Deducts the stake of a held round from the displayed balance before the wallet has booked it. Stake and win may be
 * booked so close together that only their sum is reported. `before`: the balance that the game had when it sent the message. The
 * wallet's debit may arrive earlier than the message, and the present balance then lacks the stake already.
 */
export function deductStake(stake: string, before?: string): void {
  const state = balanceState.get();
  const units = parseWireAmount(stake) ?? 0n;
  const { balance } = state;
  if (!isHeld() || !balance || units <= 0n) return;
  const left = (parseWireAmount(before ?? balance.sumBalance) ?? 0n) - units;
  const sumBalance = lowerAmount(balance.sumBalance, toWire(left > 0n ? left : 0n));
  balanceState.set({ ...state, actual: state.actual ?? balance, balance: { ...balance, sumBalance } });
}

/**
 * Calls `changed` for each new balance when it is shown: during a held round not before its end. For parts of a page that load further
 * data with the balance. Returns the function that stops it.
 */
export function onShownBalance(changed: (balance: Balance) => void): () => void {
  const stateOf = (balance: Balance | null) => balance && `${balance.version} ${balance.atVendors}`;
  let known = stateOf(balanceState.get().balance);
  return balanceState.listen(({ balance, actual }) => {
    if (!balance || actual || stateOf(balance) === known) return;
    known = stateOf(balance);
    changed(balance);
  });
}

onHold(() => {
  const { balance, actual, stale } = balanceState.get();
  const latest = actual ?? balance;
  if (latest) show(latest, stale);
});

function lowerAmount(one: WireAmount, other: WireAmount): WireAmount {
  return (parseWireAmount(one) ?? 0n) < (parseWireAmount(other) ?? 0n) ? one : other;
}

export async function refreshBalance(): Promise<void> {
  if (balanceState.get().busy) return;
  balanceState.set({ ...balanceState.get(), busy: true });
  const answer = await call(walletBalance);
  // A break or hold that has ended is absent from the response, and so is money at vendors that is back.
  if (answer.success) acceptBalance({ resting: undefined, held: undefined, atVendors: undefined, ...answer.value });
  balanceState.set({ ...balanceState.get(), busy: false, stale: !answer.success });
}

/**
 * The balance for an island rendered with `initial`. The first render returns `initial` even if the store has changed,
 * so that hydration matches the server's HTML.
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

/** Increase of a balance in wire form; null without an increase. */
export function creditBetween(before: string, after: string): string | null {
  const grown = (parseWireAmount(after) ?? 0n) - (parseWireAmount(before) ?? 0n);
  return grown > 0n ? toWire(grown) : null;
}

const initialStates = new WeakMap<Balance, BalanceState>();
const NOTHING: BalanceState = { balance: null, busy: false, stale: false };

/** One object per balance: a store snapshot must be identical between renders. */
function initialState(initial: Balance | null): BalanceState {
  if (!initial) return NOTHING;
  const known = initialStates.get(initial) ?? { ...NOTHING, balance: initial };
  initialStates.set(initial, known);
  return known;
}
