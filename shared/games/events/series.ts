import { SECOND_MS } from '../../time.ts';
import type { StudioGame } from '../catalogue.ts';
import { TABLE_TIMES } from '../live/table.ts';
import { isTableGame, type TableGame } from '../live/table-games.ts';
import { lotteryDraws } from '../lottery/draws.ts';
import type { DrawTerms } from './draw.ts';
import { fixtureAt } from './leagues.ts';
import { MATCH_SPORTS, type MatchSport, matchSeconds } from './match.ts';

/** The calendar of one game. Event `place` is drawn at `place * everySeconds + offsetSeconds` after 1970. */
export interface Series {
  readonly gameId: string;
  readonly vendor: string;
  /** A divisor of a day. */
  readonly everySeconds: number;
  readonly offsetSeconds: number;
  /**
   * For a match, the time from kick-off to its latest possible end; for other events, the time between the end of betting and the
   * result.
   */
  readonly closesBeforeSeconds: number;
  /** Minimum number of events open for bets at any time. */
  readonly ahead: number;
  readonly kind:
    | { readonly name: 'match'; readonly sport: MatchSport }
    | { readonly name: 'draw'; readonly terms: DrawTerms }
    /** A round at a table: bets are accepted for this many seconds. */
    | { readonly name: 'round'; readonly game: TableGame; readonly bettingSeconds: number };
}

/** An event that is late by more than this is voided, so that no player waits indefinitely. */
export const VOID_AFTER_SECONDS = 300;
/** The same limit at a table, where the next round begins soon. */
export const ROUND_VOID_AFTER_SECONDS = 60;
/** Time between the end of betting and the result, in which every accepted bet is stored. */
const ROUND_CLOSES_SECONDS = 1;
const TABLE_OFFSETS = [0, 7, 13, 19, 24, 3, 10, 16];
/** A match lasts longer, so one or two matches of a game run at any time. */
const MATCH_EVERY_SECONDS = 120;
const MATCHES_AHEAD = 8;
const MATCH_OFFSETS = [0, 20, 40, 60, 80, 100];
const DRAW_CLOSES_SECONDS = 10;
const DRAWS_AHEAD = 2;
const SECONDS_OF_A_DAY = 86_400;

/** The calendars of all games that have one. */
export function seriesOf(games: readonly StudioGame[]): readonly Series[] {
  return games.flatMap((game) => matchSeries(game) ?? drawSeries(game) ?? tableSeries(game) ?? []);
}

function isSport(variant: string): variant is MatchSport {
  return (MATCH_SPORTS as readonly string[]).includes(variant);
}

function matchSeries({ gameId, vassalage: vendor, variant: sport }: StudioGame): Series | undefined {
  if (!isSport(sport) || !fixtureAt(vendor, sport, 0)) return undefined;
  return {
    gameId,
    vendor,
    everySeconds: MATCH_EVERY_SECONDS,
    offsetSeconds: pickFor(gameId, MATCH_OFFSETS),
    closesBeforeSeconds: matchSeconds(sport),
    ahead: MATCHES_AHEAD,
    kind: { name: 'match', sport },
  };
}

function drawSeries(game: StudioGame): Series | undefined {
  const draws = lotteryDraws(game);
  if (!draws) return undefined;
  return {
    gameId: game.gameId,
    vendor: game.vassalage,
    everySeconds: draws.everySeconds,
    offsetSeconds: 0,
    closesBeforeSeconds: DRAW_CLOSES_SECONDS,
    ahead: DRAWS_AHEAD,
    kind: { name: 'draw', terms: draws.terms },
  };
}

function tableSeries({ gameId, vassalage: vendor, variant: game }: StudioGame): Series | undefined {
  if (!isTableGame(game)) return undefined;
  const { cycle, betting } = TABLE_TIMES[game];
  return {
    gameId,
    vendor,
    everySeconds: cycle,
    offsetSeconds: pickFor(gameId, TABLE_OFFSETS),
    closesBeforeSeconds: ROUND_CLOSES_SECONDS,
    ahead: 1,
    kind: { name: 'round', game, bettingSeconds: betting },
  };
}

/** Depends on the game only, not on the other games, so a calendar never shifts. */
function pickFor(gameId: string, choices: readonly number[]): number {
  let sum = 0;
  for (const character of gameId) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  return choices[sum % choices.length] ?? 0;
}

/** The day and the number of the event on that day: "202611210042". */
export function issueAt(drawsAt: number, everySeconds: number): string {
  const day = new Date(drawsAt * SECOND_MS).toISOString().slice(0, 10).replaceAll('-', '');
  return `${day}${String(Math.floor((drawsAt % SECONDS_OF_A_DAY) / everySeconds) + 1).padStart(4, '0')}`;
}
