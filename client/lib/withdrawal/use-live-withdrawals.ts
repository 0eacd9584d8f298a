import { useEffect, useState } from 'react';
import { type Withdrawal, withdrawalGet, withdrawalList, withdrawalOptions } from '../../../shared/api/withdrawal-calls.ts';
import { call } from '../call.ts';
import { onLive } from '../live/live-events.ts';
import type { WithdrawProps } from './props.ts';

/** What the page shows, kept up to date by the member's live channel: an operator's step is seen without a reload. */
export function useLiveWithdrawals({ options: first, current: shown, history: rows }: WithdrawProps) {
  const [current, setCurrent] = useState(shown);
  const [history, setHistory] = useState(rows);
  const [options, setOptions] = useState(first);
  const id = shown?.withdrawalId;
  const pageNo = rows.pageNum;
  useEffect(() => {
    const askAgain = () => {
      if (id === undefined) void call(withdrawalList, { query: { pageNo } }).then(take(setHistory));
      else void call(withdrawalGet, { query: { withdrawalId: id } }).then(take(setCurrent));
    };
    const stops = [
      // The channel stands: what happened between the page's making and now was told to nobody.
      onLive('hello', askAgain),
      onLive('withdrawal', ({ withdrawalId }) => {
        if (id === undefined || withdrawalId === id) askAgain();
      }),
      // What is free moves with every bet and deposit.
      onLive('balance', () => {
        if (id === undefined) void call(withdrawalOptions).then(take(setOptions));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [id, pageNo]);
  return { current, history, options, setCurrent: (next: Withdrawal) => setCurrent(next) };
}

/** Keeps what is shown when the platform does not answer: the next event asks again. */
function take<Value>(set: (value: Value) => void) {
  return (answer: { readonly success: boolean; readonly value: Value | null }) => {
    if (answer.success && answer.value !== null) set(answer.value);
  };
}
