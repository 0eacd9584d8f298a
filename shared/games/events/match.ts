import { type FairStream, fairStream } from '../fairness.ts';

export const MATCH_SPORTS = ['football', 'hockey', 'arena', 'siege'] as const;
export type MatchSport = (typeof MATCH_SPORTS)[number];
const SIDES = ['home', 'away'] as const;
export type Side = (typeof SIDES)[number];

/**
 * `goals`: a match of `steps` steps of `stepMinutes` minutes each, with at most one goal in a step. `maps`: best of three maps;
 * a step is a round, and five rounds win a map.
 */
type SportRules = { readonly base: number; readonly strengths: { readonly lowest: number; readonly highest: number } } & (
  | { readonly mode: 'goals'; readonly steps: number; readonly stepMinutes: number; readonly homePercent: number }
  | { readonly mode: 'maps'; readonly perPoint: number }
);

/**
 * Rates per mille and step between average teams. `homePercent`: goals at home in percent of goals away. `strengths`: range of
 * team strengths, so that each side of every match can be offered. `perPoint`: what a point of strength adds to the chance of
 * winning a round; maps are played on neutral ground.
 */
export const SPORT_RULES: Readonly<Record<MatchSport, SportRules>> = {
  football: { mode: 'goals', steps: 30, stepMinutes: 3, base: 48, homePercent: 112, strengths: { lowest: 66, highest: 140 } },
  hockey: { mode: 'goals', steps: 30, stepMinutes: 2, base: 92, homePercent: 105, strengths: { lowest: 78, highest: 126 } },
  arena: { mode: 'maps', base: 500, perPoint: 1, strengths: { lowest: 67, highest: 133 } },
  siege: { mode: 'maps', base: 500, perPoint: 1, strengths: { lowest: 67, highest: 133 } },
};

/** Goals scored and prevented, in percent of an average team. */
export interface Strength {
  readonly attack: number;
  readonly defence: number;
}
export const PER_MILLE = 1000;
/** Maps needed to win a match, and rounds needed to win a map. */
export const MAPS_TO_WIN = 2;
export const ROUNDS_TO_WIN = 5;
/** Real duration of a step. */
export const STEP_SECONDS = 6;
/** No bets are accepted for this time after a goal or the end of a map, so that all players see the new odds first. */
export const SUSPENDED_SECONDS = 3;

/** Everything that decides results and payouts, fixed and public when the match is announced. Rates are per mille and step. */
export type MatchTerms =
  | {
      readonly mode: 'goals';
      readonly steps: number;
      readonly stepMinutes: number;
      readonly homeRate: number;
      readonly awayRate: number;
    }
  | { readonly mode: 'maps'; readonly homeRate: number };

export interface Score {
  readonly home: number;
  readonly away: number;
}

/**
 * The course of a match, one letter per step: `h` or `a` for a goal or a won round of a side, `-` for neither. Score, clock and
 * odds are derived from it.
 */
export type Course = string;

/** State of a match at a point of its course. */
export interface MatchState {
  /** Goals, or won maps. */
  readonly score: Score;
  /** Rounds of the current map; both are zero between maps and in a match of goals. */
  readonly rounds: Score;
  /** Number of played steps. */
  readonly step: number;
  readonly isOver: boolean;
  /** True when the last step had a goal or ended a map. */
  readonly isTurn: boolean;
}

/**
 * The terms of a match between two teams. The scoring rate of a side is the average rate times its attack divided by the
 * opponent's defence. The chance of winning a round depends on the difference of attack and defence combined. Rates are rounded
 * to whole per mille, and the odds are calculated from the rounded rates.
 */
export function matchTerms(sport: MatchSport, home: Strength, away: Strength): MatchTerms {
  const rules = SPORT_RULES[sport];
  if (rules.mode === 'maps') {
    const points = home.attack + home.defence - away.attack - away.defence;
    return { mode: 'maps', homeRate: rules.base + points * rules.perPoint };
  }
  const { base, steps, stepMinutes, homePercent } = rules;
  return {
    mode: 'goals',
    steps,
    stepMinutes,
    homeRate: rounded(base * home.attack * homePercent, away.defence * 100),
    awayRate: rounded(base * away.attack, home.defence),
  };
}

/** Divides integers and rounds to the nearest integer. */
function rounded(top: number, bottom: number): number {
  return Math.floor((2 * top + bottom) / (2 * bottom));
}

/** Maximum number of steps in a match. */
export function maxSteps(terms: Pick<MatchTerms, 'mode'> & { readonly steps?: number }): number {
  return terms.steps ?? (2 * MAPS_TO_WIN - 1) * (2 * ROUNDS_TO_WIN - 1);
}

/** Seconds from kick-off to the latest possible end. */
export function matchSeconds(sport: MatchSport): number {
  return maxSteps(SPORT_RULES[sport]) * STEP_SECONDS;
}

/**
 * The first `steps` steps of a match, or all of them when it ends earlier, as a pure function of terms, seed and id. Each step
 * uses the next number of the stream, so a shorter course is always a prefix of a longer one, and no step can depend on bets.
 */
export function playCourse(terms: MatchTerms, serverSeed: string, eventId: string, steps: number): Course {
  const stream = fairStream(serverSeed, eventId, 0);
  let course = '';
  while (course.length < steps && !stateOf(terms, course).isOver) course += playStep(terms, stream);
  return course;
}

export function playStep(terms: MatchTerms, stream: FairStream): 'h' | 'a' | '-' {
  const drawn = stream.below(PER_MILLE);
  if (drawn < terms.homeRate) return 'h';
  if (terms.mode === 'maps' || drawn < terms.homeRate + terms.awayRate) return 'a';
  return '-';
}

export function stateOf(terms: MatchTerms, course: Course): MatchState {
  return terms.mode === 'maps' ? mapState(course) : goalState(terms.steps, course);
}

/** The winner of each map with the rounds of both sides, in order; the last map may be in progress. */
export function mapsOf(course: Course): readonly Score[] {
  const maps: { home: number; away: number }[] = [];
  for (const mark of course) {
    const last = maps.at(-1);
    const map = last && Math.max(last.home, last.away) < ROUNDS_TO_WIN ? last : { home: 0, away: 0 };
    if (map !== last) maps.push(map);
    map[mark === 'h' ? 'home' : 'away'] += 1;
  }
  return maps;
}

function goalState(steps: number, course: Course): MatchState {
  return {
    score: { home: count(course, 'h'), away: count(course, 'a') },
    rounds: { home: 0, away: 0 },
    step: course.length,
    isOver: course.length >= steps,
    isTurn: /[ha]$/.test(course),
  };
}

function mapState(course: Course): MatchState {
  const maps = mapsOf(course);
  const won = (map: Score, side: Side) => map[side] === ROUNDS_TO_WIN;
  const score = { home: maps.filter((map) => won(map, 'home')).length, away: maps.filter((map) => won(map, 'away')).length };
  const last = maps.at(-1) ?? { home: 0, away: 0 };
  const isTurn = won(last, 'home') || won(last, 'away');
  return {
    score,
    rounds: isTurn ? { home: 0, away: 0 } : last,
    step: course.length,
    isOver: Math.max(score.home, score.away) === MAPS_TO_WIN,
    isTurn,
  };
}

function count(course: Course, mark: string): number {
  return course.split(mark).length - 1;
}
