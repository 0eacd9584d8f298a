import type { MatchView } from '../../../client/lib/games/match-view.ts';
import type { Match } from '../../../shared/api/lottery-calls.ts';
import { zonedText } from './zoned-time.ts';

/** A match with its start as text in the merchant's zone: the hour, with the day unless it is today. */
export function matchView(match: Match, now: string, timeZone: string): MatchView {
  const start = zonedText(match.startsAt, timeZone);
  const today = zonedText(now, timeZone).slice(0, 10);
  const whenText = start.slice(0, 10) === today ? start.slice(11, 16) : start.slice(5, 16);
  const { matchId, gameId, league, home, away, draw, startsAt, featured, score } = match;
  return { matchId, gameId, league, home, away, draw, startsAt, featured, score, whenText };
}
