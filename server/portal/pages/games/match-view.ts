import type { MatchView } from '../../../../client/islands/games/match-view.ts';
import type { Match } from '../../../../shared/api/schedule/schemas.ts';
import { shownTime } from '../shown-time.ts';

/** A match with its start time as text in the merchant's zone; the day is omitted if it is today. */
export function matchView(match: Match, now: string, timeZone: string, live = false): MatchView {
  const start = shownTime(match.startsAt, timeZone);
  const today = shownTime(now, timeZone).slice(0, 10);
  const whenText = start.slice(0, 10) === today ? start.slice(11, 16) : start.slice(5, 16);
  const { matchId, gameId, league, home, away, draw, startsAt, endsAt, featured, isVirtual, minutes, score } = match;
  return { matchId, gameId, league, home, away, draw, startsAt, endsAt, featured, isVirtual, minutes, score, whenText, live };
}

/** Matches open for bets, live ones first. */
export function openMatches(
  { now, live, open }: { now: string; live: readonly Match[]; open: readonly Match[] },
  timeZone: string,
): MatchView[] {
  return [...live.map((match) => matchView(match, now, timeZone, true)), ...open.map((match) => matchView(match, now, timeZone))];
}
