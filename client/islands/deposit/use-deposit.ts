import { useEffect, useRef, useState } from 'react';
import { depositGet } from '../../../shared/api/deposit/calls.ts';
import type { Deposit } from '../../../shared/api/deposit/schemas.ts';
import { refreshBalance } from '../../page/balance/balance-store.ts';
import { call } from '../../page/call.ts';
import { onLive } from '../../page/live/live-events.ts';

/** Poll interval of a pending deposit, in case live events fail. */
const POLL_MS = 15_000;

export interface DepositState {
  readonly deposit: Deposit | null;
  readonly history: readonly Deposit[];
  /** Stores a new or changed deposit. */
  take(next: Deposit): void;
  /** Returns to the form. */
  leave(): void;
  /** Reloads the deposit. */
  refresh(): Promise<void>;
}

/** The displayed deposit and the list below it, both updated by live events. */
export function useDeposit(current: Deposit | null, past: readonly Deposit[], onCredited: () => void): DepositState {
  const [deposit, setDeposit] = useState(current);
  const [history, setHistory] = useState(past);
  const displayed = useRef(current);
  const take = (next: Deposit) => {
    if (next.status === 'credited' && displayed.current?.depositId === next.depositId && displayed.current.status !== 'credited')
      onCredited();
    if (next.status === 'credited' || next.status === 'reversed' || next.status === 'part_reversed') void refreshBalance();
    displayed.current = next;
    setDeposit(next);
    setHistory((before) => [next, ...before.filter(({ depositId }) => depositId !== next.depositId)].sort(newestFirst));
  };
  const load = async (depositId: string) => {
    const answer = await call(depositGet, { query: { depositId } });
    // The deposit may have been closed meanwhile.
    if (answer.success && displayed.current?.depositId === depositId) take(answer.value);
  };
  const refresh = async () => {
    if (displayed.current) await load(displayed.current.depositId);
  };
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    const stops = [
      // On connect: changes between rendering and now were not delivered.
      onLive('hello', () => void latest.current()),
      onLive('deposit', ({ depositId }) => {
        if (depositId === displayed.current?.depositId) void latest.current();
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
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [waits]);
  return {
    deposit,
    history,
    take,
    refresh,
    leave() {
      displayed.current = null;
      setDeposit(null);
    },
  };
}

function newestFirst(a: Deposit, b: Deposit): number {
  return b.createdAt.localeCompare(a.createdAt);
}
