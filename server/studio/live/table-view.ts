import type { TableAnswer } from '../../../shared/studio/live/protocol.ts';
import type { StudioClock } from '../contract.ts';
import { listCurrentRounds, listOutcomesBefore, type StudioEvent } from '../events/event-store.ts';
import type { StudioDatabase } from '../tables.ts';
import { presentTable } from './presenter.ts';

/** As many as the widest road map has room for. */
const HISTORY = 120;

interface Kept {
  readonly event: StudioEvent;
  readonly history: readonly string[];
  /** Until then nothing of it can change. */
  readonly until: number;
}

/**
 * What a table shows to whoever comes. Everybody who comes while nothing can have changed is answered from one look: after a
 * connection was lost hundreds come at once. `cycles`: milliseconds from one round to the next, by game.
 */
export function createTableView(
  db: StudioDatabase,
  clock: StudioClock,
  cycles: ReadonlyMap<string, number>,
): (gameId: string) => Promise<TableAnswer> {
  const kept = new Map<string, Kept>();

  return async (gameId) => {
    const now = clock.now();
    const known = kept.get(gameId);
    // A clock that was set back makes what was kept too new.
    if (known && known.event.opens_at <= now && now.getTime() < known.until) return presentTable(now, known.event, known.history);
    const [event] = await listCurrentRounds(db, [gameId], now);
    if (!event) return presentTable(now, undefined, []);
    const before = await listOutcomesBefore(db, gameId, event.place, HISTORY);
    const history = before.map(({ outcome }) => outcome);
    // The round before may still be drawn when this one takes bets already.
    if (before[0]?.place === event.place - 1) kept.set(gameId, { event, history, until: changesAt(event, cycles.get(gameId) ?? 0) });
    return presentTable(now, event, history);
  };
}

/** When the next round opens, or this one is drawn. Only then: the end of its bets is in the round itself. */
function changesAt({ state, opens_at, draws_at }: StudioEvent, cycle: number): number {
  const next = opens_at.getTime() + cycle;
  return state === 'open' ? Math.min(draws_at.getTime(), next) : next;
}
