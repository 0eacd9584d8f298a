import type { TableAnswer } from '../../../shared/games/live/protocol.ts';
import type { StudioClock } from '../contract.ts';
import { listCurrentRounds, listOutcomesBefore, type StudioEvent } from '../events/event-store.ts';
import type { StudioDatabase } from '../tables.ts';
import { presentTable } from './presenter.ts';

/** As many as the widest road map shows. */
const HISTORY = 120;

interface CachedTable {
  readonly event: StudioEvent;
  readonly history: readonly string[];
  /** The cached state cannot change before this time. */
  readonly until: number;
}

/**
 * The view of a table. It is cached until it can change: after a lost connection hundreds of pages load it at once. `cycles`:
 * milliseconds from one round to the next, by game.
 */
export function createTableView(
  db: StudioDatabase,
  clock: StudioClock,
  cycles: ReadonlyMap<string, number>,
): (gameId: string) => Promise<TableAnswer> {
  const cache = new Map<string, CachedTable>();

  return async (gameId) => {
    const now = clock.now();
    const known = cache.get(gameId);
    // If the clock was set back, the cached event is in the future.
    if (known && known.event.opens_at <= now && now.getTime() < known.until) return presentTable(now, known.event, known.history);
    const [event] = await listCurrentRounds(db, [gameId], now);
    if (!event) return presentTable(now, undefined, []);
    const before = await listOutcomesBefore(db, gameId, event.place, HISTORY);
    const history = before.map(({ outcome }) => outcome);
    // The previous round may not be drawn yet although this one already takes bets.
    if (before[0]?.place === event.place - 1) cache.set(gameId, { event, history, until: changesAt(event, cycles.get(gameId) ?? 0) });
    return presentTable(now, event, history);
  };
}

/** When the next round opens, or this one is drawn. The end of betting is part of the round itself. */
function changesAt({ state, opens_at, draws_at }: StudioEvent, cycle: number): number {
  const next = opens_at.getTime() + cycle;
  return state === 'open' ? Math.min(draws_at.getTime(), next) : next;
}
