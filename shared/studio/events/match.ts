import { type FairStream, fairStream } from '../fairness.ts';

export const MATCH_SPORTS = ['football', 'hockey', 'arena', 'siege'] as const;
export type MatchSport = (typeof MATCH_SPORTS)[number];
export const SIDES = ['home', 'away'] as const;
export type Side = (typeof SIDES)[number];

/**
 * `goals`: a match of `steps` steps of `stepMinutes` minutes each; in a step at most one goal falls, for a side with its rate.
 * `maps`: best of three maps; a map is won with the fifth round, a step is a round.
 */
type SportRules = { readonly base: number; readonly strengths: { readonly lowest: number; readonly highest: number } } & (
  | { readonly mode: 'goals'; readonly steps: number; readonly stepMinutes: number; readonly homePercent: number }
  | { readonly mode: 'maps'; readonly perPoint: number }
);

/**
 * Rates per mille and step between average teams. `homePercent`: what a team scores at home, in percent of what it scores
 * elsewhere. `strengths`: every team is within these, so that each side of every match is offered. `perPoint`: what a point of strength adds to the chance to win a round; maps are played on neutral ground.
 */
export const SPORT_RULES: Readonly<Record<MatchSport, SportRules>> = {
  football: { mode: 'goals', steps: 30, stepMinutes: 3, base: 48, homePercent: 112, strengths: { lowest: 66, highest: 140 } },
  hockey: { mode: 'goals', steps: 30, stepMinutes: 2, base: 92, homePercent: 105, strengths: { lowest: 78, highest: 126 } },
  arena: { mode: 'maps', base: 500, perPoint: 1, strengths: { lowest: 67, highest: 133 } },
  siege: { mode: 'maps', base: 500, perPoint: 1, strengths: { lowest: 67, highest: 133 } },
};

/** What a team scores and prevents, in percent of an average team: 100 each. */
export interface Strength {
  readonly attack: number;
  readonly defence: number;
}
/** Every team is within these, so that the winner of every match is offered both ways. */
export const STRENGTH_RANGE = { lowest: 66, highest: 140 } as const;
export const PER_MILLE = 1000;
/** A match is won with so many maps, a map with so many rounds. */
export const MAPS_TO_WIN = 2;
export const ROUNDS_TO_WIN = 5;
/** Real time of a step. */
export const STEP_SECONDS = 6;
/** After a goal, or the end of a map, no bets are taken for so long: everybody sees the new odds first. */
export const SUSPENDED_SECONDS = 3;

/** Everything that decides what comes out and what it pays, fixed and public when the match is announced. Rates per mille and step. */
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
 * What has happened in a match, a letter a step: `h` and `a` a goal or a won round of a side, `-` nothing. The course is all
 * there is to a match: score, clock and odds follow from it.
 */
export type Course = string;

/** Where a match stands after a course. */
export interface MatchState {
  /** Goals, or maps won. */
  readonly score: Score;
  /** Rounds of the map in play; both zero between maps and in a match of goals. */
  readonly rounds: Score;
  /** Steps played. */
  readonly step: number;
  readonly isOver: boolean;
  /** The last step brought a goal or ended a map. */
  readonly isTurn: boolean;
}

/**
 * The terms of a match between two teams. A side scores at the average rate, times its attack, divided by the defence of the
 * other; a round is won by how much attack and defence together are stronger. Rates are rounded to whole per mille, and the
 * odds follow from the rounded ones.
 */
export function matchTerms(sport: MatchSport, home: Strength, away: Strength): MatchTerms {
  const rules = SPORT_RULES[sport];
  if (rules.mode === 'maps') {
    const points = home.attack + home.defence - away.attack - away.defence;
    return { mode: 'maps', homeRate: rules.base + points * rules.perPoint };
  }
  const { base, steps, stepMinutes, homePercent } = rules;
  return {
    ...{ mode: 'goals', steps, stepMinutes },
    homeRate: rounded(base * home.attack * homePercent, away.defence * 100),
    awayRate: rounded(base * away.attack, home.defence),
  };
}

/** A fraction of whole numbers, rounded to the nearest. */
function rounded(top: number, bottom: number): number {
  return Math.floor((2 * top + bottom) / (2 * bottom));
}

/** The longest course of a match. */
export function mostSteps(terms: Pick<MatchTerms, 'mode'> & { readonly steps?: number }): number {
  return terms.steps ?? (2 * MAPS_TO_WIN - 1) * (2 * ROUNDS_TO_WIN - 1);
}

/** Seconds from the kick-off to the last possible end. */
export function matchSeconds(sport: MatchSport): number {
  return mostSteps(SPORT_RULES[sport]) * STEP_SECONDS;
}

/**
 * The first `steps` steps of a match, or all when it is over before: a pure function of terms, seed and id. Each step takes
 * the next number of the stream, so a course is the beginning of every longer one, and no step can know who has bet on what.
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

/** The minute that a match of goals is in after so many steps. */
export function minuteAfter(terms: MatchTerms, step: number): number | null {
  return terms.mode === 'goals' ? step * terms.stepMinutes : null;
}

/** Won maps of both sides with the rounds of each, in order; the last one may be in play. */
export function mapsOf(course: Course): readonly Score[] {
  const maps: { home: number; away: number }[] = [];
  for (const letter of course) {
    const last = maps.at(-1);
    const map = last && Math.max(last.home, last.away) < ROUNDS_TO_WIN ? last : { home: 0, away: 0 };
    if (map !== last) maps.push(map);
    map[letter === 'h' ? 'home' : 'away'] += 1;
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

function count(course: Course, letter: string): number {
  return course.split(letter).length - 1;
}
