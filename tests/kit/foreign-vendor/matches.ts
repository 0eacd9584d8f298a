import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '../../../shared/time.ts';

/** A match that the vendor takes bets on. */
export interface ForeignMatch {
  readonly eventId: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Odds of home, draw and away, decimals with two digits. */
  readonly odds: readonly [string, string, string];
  /** Score in play or at the end; null before. */
  score: { home: number; away: number } | null;
  state: 'open' | 'drawn';
}

export type Pick = 'home' | 'draw' | 'away';

/** A bet on one match, as the vendor stores it. */
export interface ForeignSlip {
  readonly roundId: string;
  readonly match: ForeignMatch;
  readonly pick: Pick;
  readonly odds: string;
  state: 'open' | 'won' | 'lost';
}

export const PICKS: readonly Pick[] = ['home', 'draw', 'away'];

/** Two matches to come and one in play. */
export function newMatches(now: number): readonly ForeignMatch[] {
  const match = (home: string, away: string, start: number, odds: ForeignMatch['odds'], score: ForeignMatch['score']): ForeignMatch => ({
    eventId: `REEF-${randomUUID().slice(0, 8)}`,
    league: 'Reef League',
    home,
    away,
    startsAt: new Date(now + start * MINUTE_MS),
    endsAt: new Date(now + (start + 105) * MINUTE_MS),
    odds,
    score,
    state: 'open',
  });
  return [
    match('Anemone FC', 'Barnacle United', 90, ['1.95', '3.40', '4.10'], null),
    match('Coral Town', 'Driftwood', 150, ['2.60', '3.10', '2.75'], null),
    match('Eel Rangers', 'Finch Harbour', -30, ['1.50', '4.20', '6.00'], { home: 2, away: 1 }),
  ];
}

/** The report of a match. `issue` must increase within a game. */
export function eventOf(gameId: string, match: ForeignMatch, issue: number): object {
  const { eventId, league, home, away, odds, startsAt, endsAt, score, state } = match;
  const isOver = state === 'drawn';
  return {
    kind: 'match',
    id: eventId,
    gameId,
    issue: String(issue),
    opensAt: new Date(startsAt.getTime() - 1_440 * MINUTE_MS).toISOString(),
    closesAt: startsAt.toISOString(),
    drawsAt: endsAt.toISOString(),
    state,
    details: {
      league,
      home: { name: home, odds: odds[0] },
      away: { name: away, odds: odds[2] },
      draw: odds[1],
      featured: issue === 1,
      minutes: 90,
    },
    live: isOver ? null : score,
    result: isOver ? score : null,
  };
}

/** The report of a slip. */
export function slipOf(gameId: string, { roundId, match, pick, odds, state }: ForeignSlip): object {
  const { eventId, league, home, away, score } = match;
  const leg = { eventId, league, home, away, market: 'winner', line: null, pick, odds, state, score: state === 'open' ? null : score };
  return { roundId, gameId, legs: [leg] };
}

export function oddsOf(match: ForeignMatch, pick: Pick): string {
  return match.odds[PICKS.indexOf(pick)] ?? '1.01';
}
