import { useEffect, useState } from 'react';
import { withdrawalGet, withdrawalList, withdrawalOptions } from '../../../shared/api/withdrawal/calls.ts';
import type { Withdrawal } from '../../../shared/api/withdrawal/schemas.ts';
import { onShownBalance } from '../../page/balance/balance-store.ts';
import { call } from '../../page/call.ts';
import { onLive } from '../../page/live/live-events.ts';
import type { WithdrawProps } from './props.ts';

/** State of the page, updated by live events: an operator's step is visible without a reload. */
export function useLiveWithdrawals({ options: first, current: initial, history: rows }: WithdrawProps) {
  const [current, setCurrent] = useState(initial);
  const [history, setHistory] = useState(rows);
  const [options, setOptions] = useState(first);
  const id = initial?.withdrawalId;
  const pageNo = rows.pageNum;
  useEffect(() => {
    const [inOrderHistory, inOrderCurrent] = [latestOnly(setHistory), latestOnly(setCurrent)];
    const reload = () => {
      if (id === undefined) void call(withdrawalList, { query: { pageNo } }).then(applyAnswer(inOrderHistory()));
      else void call(withdrawalGet, { query: { withdrawalId: id } }).then(applyAnswer(inOrderCurrent()));
    };
    const stops = [
      // On connect: changes between rendering and now were not delivered.
      onLive('hello', reload),
      onLive('withdrawal', ({ withdrawalId }) => {
        if (id === undefined || withdrawalId === id) reload();
      }),
      // Every bet and deposit changes the available amount.
      onShownBalance(() => {
        if (id === undefined) void call(withdrawalOptions).then(applyAnswer(setOptions));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [id, pageNo]);
  return { current, history, options, setCurrent: (next: Withdrawal) => setCurrent(next) };
}

/** A setter for each request: an answer that arrives after that of a later request is older, and is dropped. */
export function latestOnly<Value>(set: (value: Value) => void): () => (value: Value) => void {
  let [requested, applied] = [0, 0];
  return () => {
    requested += 1;
    const own = requested;
    return (value) => {
      if (own < applied) return;
      applied = own;
      set(value);
    };
  };
}

/** Keeps the current state if the call fails: the next event loads again. */
function applyAnswer<Value>(set: (value: Value) => void) {
  return (answer: { readonly success: boolean; readonly value: Value | null }) => {
    if (answer.success && answer.value !== null) set(answer.value);
  };
}
