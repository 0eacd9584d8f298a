import type { Match } from '../../../shared/api/schedule/schemas.ts';

/** A match for display. */
export interface MatchView
  extends Pick<
    Match,
    'matchId' | 'gameId' | 'league' | 'home' | 'away' | 'draw' | 'startsAt' | 'endsAt' | 'featured' | 'isVirtual' | 'minutes' | 'score'
  > {
  /** Start in the merchant's time zone. */
  readonly whenText: string;
  /** In play when the page was rendered. */
  readonly live: boolean;
}
