import { UNITS_PER_WHOLE } from '../../money/money.ts';
import type { FairStream } from '../fairness.ts';
import type { Fraction } from '../fraction.ts';
import { chancesAt, hasWon, hundredthsOf, type MarketName, marketsAt, type Selection } from './markets.ts';
import {
  type Course,
  MAPS_TO_WIN,
  type MatchSport,
  type MatchTerms,
  matchTerms,
  maxSteps,
  playStep,
  ROUNDS_TO_WIN,
  SPORT_RULES,
  type Strength,
  stateOf,
} from './match.ts';
import { slipPayout } from './slip.ts';

/** Simulates millions of bets on matches with the studio's own functions for draws, prices and settlement. */
export interface Sums {
  bets: number;
  /** Sum of the exact returns of the simulated bets. */
  computed: number;
  paid: number;
  /** Sum of the exact variances of the bets; a sample variance would miss the rarest wins. */
  variance: number;
}

/** An offered pick with its exact probability. */
interface Bet {
  readonly selection: Selection;
  readonly odds: number;
  readonly chance: number;
}
/** A match at a point of its course, with the bets that it offers. */
export interface Situation {
  readonly terms: MatchTerms;
  readonly course: Course;
  readonly bets: ReadonlyMap<MarketName, readonly Bet[]>;
  /** Cache of earlier endings. */
  readonly known: Map<string, boolean>;
}

const STAKE = UNITS_PER_WHOLE;
const approximate = ({ top, bottom }: Fraction) => Number((top * 10n ** 15n) / bottom) / 1e15;

/** Matches of every strength. A running match has a random number of played steps and is not over. */
export function situationsOf(sports: readonly MatchSport[], inPlay: boolean, count: number, stream: FairStream): readonly Situation[] {
  const found: Situation[] = [];
  while (found.length < count) {
    const sport = sports[found.length % sports.length] ?? 'football';
    const terms = matchTerms(sport, drawStrength(sport, stream), drawStrength(sport, stream));
    const steps = inPlay ? 1 + stream.below(maxSteps(terms) - 1) : 0;
    let course = '';
    while (course.length < steps && !stateOf(terms, course).isOver) course += playStep(terms, stream);
    if (stateOf(terms, course).isOver) continue;
    const at = situation(terms, course);
    // Late in a match every market can be closed.
    if (at.bets.size > 0) found.push(at);
  }
  return found;
}

function drawStrength(sport: MatchSport, stream: FairStream): Strength {
  const { lowest, highest } = SPORT_RULES[sport].strengths;
  const draw = () => lowest + stream.below(highest - lowest + 1);
  return { attack: draw(), defence: draw() };
}

function situation(terms: MatchTerms, course: Course): Situation {
  const chances = chancesAt(terms, course);
  const bets = new Map<MarketName, Bet[]>();
  for (const { market, picks } of marketsAt(terms, course)) {
    const offered = picks.flatMap(({ selection, odds }): Bet[] => {
      const chance = chances.get(selection);
      return odds && chance ? [{ selection, odds: hundredthsOf(odds), chance: approximate(chance) }] : [];
    });
    if (offered.length > 0) bets.set(market, [...(bets.get(market) ?? []), ...offered]);
  }
  return { terms, course, bets, known: new Map() };
}

/** Places `rounds` bets on each market, distributed over the situations and over the picks of each. */
export function simulateSingles(situations: readonly Situation[], rounds: number, stream: FairStream): ReadonlyMap<MarketName, Sums> {
  const sums = new Map<MarketName, Sums>();
  const markets = new Set(situations.flatMap(({ bets }) => [...bets.keys()]));
  for (const market of markets) sums.set(market, noBets());
  const missing = new Map([...markets].map((market) => [market, rounds]));
  for (let round = 0; [...missing.values()].some((left) => left > 0); round++) {
    const at = situations[round % situations.length];
    if (!at) throw new RangeError('no situation');
    const end = ending(at, stream);
    for (const [market, bets] of at.bets) {
      const left = missing.get(market) ?? 0;
      const bet = bets[Math.floor(round / situations.length) % bets.length];
      const sum = sums.get(market);
      if (left === 0 || !bet || !sum) continue;
      missing.set(market, left - 1);
      count(sum, bet.chance, bet.odds / 100, isWon(at, end, bet.selection));
    }
  }
  return sums;
}

/** Places `rounds` multiples of two to four legs on different matches. */
export function simulateMultiples(situations: readonly Situation[], rounds: number, stream: FairStream): Sums {
  const sums = noBets();
  for (let round = 0; round < rounds; round++) {
    const legs = drawLegs(situations, 2 + stream.below(3), stream);
    const all = legs.map(({ bet }) => ({ odds: bet.odds, state: 'won' as const }));
    const payout = Number(slipPayout(STAKE, all)) / Number(STAKE);
    const chance = legs.reduce((product, { bet }) => product * bet.chance, 1);
    const won = legs.every(({ at, bet }) => isWon(at, ending(at, stream), bet.selection));
    count(sums, chance, payout, won);
  }
  return sums;
}

function drawLegs(situations: readonly Situation[], count: number, stream: FairStream) {
  const first = stream.below(situations.length);
  return Array.from({ length: count }, (_, index) => {
    const at = situations[(first + index * 7) % situations.length];
    const bets = [...(at?.bets.values() ?? [])][stream.below(at?.bets.size ?? 1)] ?? [];
    const bet = bets[stream.below(bets.length)];
    if (!at || !bet) throw new RangeError('no bet');
    return { at, bet };
  });
}

function isWon({ terms, known }: Situation, end: Course, selection: Selection): boolean {
  const key = `${selection} ${end}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const won = hasWon(terms, end, selection);
  known.set(key, won);
  return won;
}

/**
 * Plays a match to its end and returns only what settles the bets of the situation, so that few distinct endings exist: the next
 * goal and the number of later ones, or the round score of each map.
 */
export function ending({ terms, course }: Situation, stream: FairStream): Course {
  return terms.mode === 'goals' ? goalEnding(terms, course, stream) : mapEnding(terms, course, stream);
}

function goalEnding(terms: Extract<MatchTerms, { mode: 'goals' }>, course: Course, stream: FairStream): Course {
  let [next, home, away] = ['', 0, 0];
  for (let step = course.length; step < terms.steps; step++) {
    const mark = playStep(terms, stream);
    if (mark === '-') continue;
    if (next === '') next = mark;
    else if (mark === 'h') home += 1;
    else away += 1;
  }
  return (course.replaceAll('-', '') + next + 'h'.repeat(home) + 'a'.repeat(away)).padEnd(terms.steps, '-');
}

function mapEnding(terms: MatchTerms, course: Course, stream: FairStream): Course {
  let [end, { score, rounds }] = [course, stateOf(terms, course)];
  while (Math.max(score.home, score.away) < MAPS_TO_WIN) {
    let { home, away } = rounds;
    const before = end.slice(0, end.length - home - away);
    while (Math.max(home, away) < ROUNDS_TO_WIN) {
      if (playStep(terms, stream) === 'h') home += 1;
      else away += 1;
    }
    end = before + (home > away ? 'a'.repeat(away) + 'h'.repeat(home) : 'h'.repeat(home) + 'a'.repeat(away));
    score = home > away ? { ...score, home: score.home + 1 } : { ...score, away: score.away + 1 };
    rounds = { home: 0, away: 0 };
  }
  return end;
}

function noBets(): Sums {
  return { bets: 0, computed: 0, paid: 0, variance: 0 };
}

function count(sums: Sums, chance: number, payout: number, won: boolean): void {
  sums.bets += 1;
  sums.computed += chance * payout;
  sums.variance += chance * (1 - chance) * payout ** 2;
  if (won) sums.paid += payout;
}

/** Standard errors between the paid total and the exact expectation of the same bets. */
export function awayOf({ computed, paid, variance }: Sums): number {
  return (paid - computed) / Math.sqrt(variance);
}
