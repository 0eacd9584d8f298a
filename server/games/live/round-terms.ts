import { playTableRound, type TableOutcome } from '../../../shared/games/live/table.ts';
import type { TableGame } from '../../../shared/games/live/table-games.ts';
import type { StudioEvent } from '../events/event-store.ts';

/** Inputs of a round besides its seed and its id. */
export interface RoundTerms {
  readonly game: TableGame;
}

/** The outcome of a table round as stored. */
export function roundOutcome({ game }: RoundTerms, serverSeed: string, roundId: string): string {
  return JSON.stringify(playTableRound(game, serverSeed, roundId));
}

export function outcomeIn(event: Pick<StudioEvent, 'id' | 'kind' | 'state' | 'outcome'>): TableOutcome | null {
  if (event.kind !== 'round') throw new Error(`${event.id} is not a round`);
  return event.state === 'drawn' && event.outcome !== null ? (JSON.parse(event.outcome) as TableOutcome) : null;
}
