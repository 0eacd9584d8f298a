import type { Match } from '../../../shared/api/lottery-calls.ts';

/** A match as pages show it. */
export interface MatchView
  extends Pick<Match, 'matchId' | 'gameId' | 'league' | 'home' | 'away' | 'draw' | 'startsAt' | 'featured' | 'score'> {
  /** Start in the merchant's time zone. */
  readonly whenText: string;
}
