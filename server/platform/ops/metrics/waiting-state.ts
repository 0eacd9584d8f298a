import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

/** One kind of waiting items, as it was read last. */
export interface WaitingState {
  readonly items: WaitingItems;
  rows: readonly WaitingRow[];
}

/** Reads the waiting items of all features; the metrics show what was read last. */
export function createWaitingStates(all: readonly WaitingItems[], deps: { db: Database; clock: Clock; merchant: string }) {
  const { db, clock, merchant } = deps;
  const states: readonly WaitingState[] = all.map((items) => ({ items, rows: [] }));
  return {
    states,
    async run(): Promise<void> {
      for (const state of states) state.rows = await state.items.read(db, { merchant, time: clock.now() });
    },
  };
}
