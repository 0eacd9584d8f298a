import { useEffect, useRef, useState } from 'react';
import { type Deposit, depositGet } from '../../../shared/api/deposit-calls.ts';
import { refreshBalance } from '../balance/balance-store.ts';
import { call } from '../call.ts';
import { onLive } from '../live/live-events.ts';

/** How often a deposit that is waited for is asked about, in case the live channel says nothing. */
const ASK_MS = 15_000;

export interface DepositState {
  readonly deposit: Deposit | null;
  readonly history: readonly Deposit[];
  /** A deposit is new or has changed. */
  take(next: Deposit): void;
  /** Back to the form. */
  leave(): void;
  /** Asks the platform what the deposit is now. */
  ask(): Promise<void>;
}

/** The deposit on screen and the list below it, both kept true by the live channel. */
export function useDeposit(current: Deposit | null, past: readonly Deposit[], onCredited: () => void): DepositState {
  const [deposit, setDeposit] = useState(current);
  const [history, setHistory] = useState(past);
  const shown = useRef(current);
  const take = (next: Deposit) => {
    if (next.status === 'credited' && shown.current?.depositId === next.depositId && shown.current.status !== 'credited') onCredited();
    if (next.status === 'credited' || next.status === 'reversed' || next.status === 'part_reversed') void refreshBalance();
    shown.current = next;
    setDeposit(next);
    setHistory((before) => [next, ...before.filter(({ depositId }) => depositId !== next.depositId)].sort(newestFirst));
  };
  const askAbout = async (depositId: string) => {
    const answer = await call(depositGet, { query: { depositId } });
    // It may have been left meanwhile.
    if (answer.success && shown.current?.depositId === depositId) take(answer.value);
  };
  const ask = async () => {
    if (shown.current) await askAbout(shown.current.depositId);
  };
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const stops = [
      // The channel stands: what happened between the page's making and now was told to nobody.
      onLive('hello', () => void latest.current()),
      onLive('deposit', ({ depositId }) => {
        if (depositId === shown.current?.depositId) void latest.current();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const waits = deposit?.status === 'pending' || deposit?.status === 'checking';
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void latest.current();
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [waits]);
  return {
    deposit,
    history,
    take,
    ask,
    leave() {
      shown.current = null;
      setDeposit(null);
    },
  };
}

function newestFirst(a: Deposit, b: Deposit): number {
  return b.createdAt.localeCompare(a.createdAt);
}
