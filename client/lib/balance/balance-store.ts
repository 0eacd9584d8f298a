import { atom } from 'nanostores';
import { useEffect, useSyncExternalStore } from 'react';
import { type Balance, walletBalance } from '../../../shared/api/wallet-calls.ts';
import { parseWireAmount, toWire } from '../../../shared/money/money.ts';
import { call } from '../call.ts';

export interface BalanceState {
  readonly balance: Balance | null;
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
  if (state.balance && next.version < state.balance.version) return;
  const balance = { currency: '', currencySymbol: '', ...state.balance, ...next };
  balanceState.set({ ...state, balance, stale: false });
}

export async function refreshBalance(): Promise<void> {
  if (balanceState.get().busy) return;
  balanceState.set({ ...balanceState.get(), busy: true });
  const answer = await call(walletBalance);
  // A break that is over is not in the answer any more.
  if (answer.success) acceptBalance({ resting: undefined, ...answer.value });
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
