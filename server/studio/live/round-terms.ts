import { playTableRound, type TableGame, type TableOutcome } from '../../../shared/studio/live/table.ts';
import type { StudioEvent } from '../events/event-store.ts';

/** What decides a round besides its seed and its id. */
export interface RoundTerms {
  readonly game: TableGame;
}

/** What comes out at a table, as it is stored. */
export function roundOutcome({ game }: RoundTerms, serverSeed: string, roundId: string): string {
  return JSON.stringify(playTableRound(game, serverSeed, roundId));
}

export function outcomeIn(event: Pick<StudioEvent, 'id' | 'kind' | 'state' | 'outcome'>): TableOutcome | null {
  if (event.kind !== 'round') throw new Error(`${event.id} is no round`);
  return event.state === 'drawn' && event.outcome !== null ? (JSON.parse(event.outcome) as TableOutcome) : null;
}
