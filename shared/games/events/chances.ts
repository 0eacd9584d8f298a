import { type Fraction, fraction } from '../fraction.ts';
import { MAPS_TO_WIN, type MatchState, type MatchTerms, PER_MILLE, ROUNDS_TO_WIN, type Score } from './match.ts';

/** Number of ways to reach each final score out of `total` equally likely ways. All numbers are integers, so nothing is rounded. */
export interface Finals {
  readonly total: bigint;
  readonly scores: readonly { readonly score: Score; readonly weight: bigint }[];
}

const ONE = BigInt(PER_MILLE);

/** Every final score that is still possible, with its exact weight. */
export function finalsFrom(terms: MatchTerms, state: MatchState): Finals {
  return terms.mode === 'maps' ? mapFinals(terms.homeRate, state) : goalFinals(terms, state);
}

/** The exact probability that a condition holds for the final score. */
export function chanceOf({ total, scores }: Finals, holds: (score: Score) => boolean): Fraction {
  let weight = 0n;
  for (const one of scores) if (holds(one.score)) weight += one.weight;
  return fraction(weight, total);
}

/** Probabilities that the next goal is scored by the home side, by the away side, or not at all. */
export function nextGoalChances(
  { homeRate, awayRate, steps }: Extract<MatchTerms, { mode: 'goals' }>,
  { step }: MatchState,
): { readonly home: Fraction; readonly none: Fraction; readonly away: Fraction } {
  const [home, away] = [BigInt(homeRate), BigInt(awayRate)];
  const left = BigInt(steps - step);
  const [none, total] = [(ONE - home - away) ** left, ONE ** left];
  const either = (rate: bigint) => fraction(rate * (total - none), (home + away) * total);
  return { home: either(home), none: fraction(none, total), away: either(away) };
}

/** The probability that the home side wins the current map. */
export function mapChance(homeRate: number, { rounds }: MatchState): Fraction {
  const { weight, total } = currentMap(homeRate, rounds);
  return fraction(weight, total);
}

function goalFinals({ steps, homeRate, awayRate }: Extract<MatchTerms, { mode: 'goals' }>, { score, step }: MatchState): Finals {
  const left = steps - step;
  const weights = goalWeights(left, homeRate, awayRate);
  const scores = weights.flatMap((row, home) =>
    row.map((weight, away) => ({ score: { home: score.home + home, away: score.away + away }, weight })),
  );
  return { total: ONE ** BigInt(left), scores };
}

/**
 * Number of the 1000^left ways in which the sides score these goals in the remaining steps, calculated step by step. A step has
 * a goal of one side or none.
 */
function goalWeights(left: number, homeRate: number, awayRate: number): readonly (readonly bigint[])[] {
  const known = WEIGHTS.get(`${left} ${homeRate} ${awayRate}`);
  if (known) return known;
  const [home, away] = [BigInt(homeRate), BigInt(awayRate)];
  const nothing = ONE - home - away;
  const before = left === 0 ? [] : goalWeights(left - 1, homeRate, awayRate);
  const at = (one: number, other: number) => before[one]?.[other] ?? 0n;
  const weights =
    left === 0
      ? [[1n]]
      : Array.from({ length: left + 1 }, (_, one) =>
          Array.from({ length: left + 1 - one }, (_unused, other) => {
            return nothing * at(one, other) + home * at(one - 1, other) + away * at(one, other - 1);
          }),
        );
  cacheWeights(`${left} ${homeRate} ${awayRate}`, weights);
  return weights;
}
/** Cache for running matches; the oldest entries are evicted. */
const WEIGHTS = new Map<string, readonly (readonly bigint[])[]>();
const MAX_CACHED = 200;

function cacheWeights(key: string, weights: readonly (readonly bigint[])[]): void {
  const [oldest] = WEIGHTS.keys();
  if (WEIGHTS.size >= MAX_CACHED && oldest !== undefined) WEIGHTS.delete(oldest);
  WEIGHTS.set(key, weights);
}

function mapFinals(homeRate: number, { score, rounds }: MatchState): Finals {
  const fresh = currentMap(homeRate, { home: 0, away: 0 });
  const mapsLeft = ({ home, away }: Score) => 2 * MAPS_TO_WIN - 1 - home - away;
  const isDecided = ({ home, away }: Score) => Math.max(home, away) === MAPS_TO_WIN;
  const scores: { score: Score; weight: bigint }[] = [];
  function play(at: Score, weight: bigint, map: typeof fresh): void {
    if (isDecided(at)) {
      // Maps that are not played any more have full weight, so that all weights share one total.
      scores.push({ score: at, weight: weight * fresh.total ** BigInt(mapsLeft(at)) });
      return;
    }
    play({ ...at, home: at.home + 1 }, weight * map.weight, fresh);
    play({ ...at, away: at.away + 1 }, weight * (map.total - map.weight), fresh);
  }
  if (isDecided(score)) return { total: 1n, scores: [{ score, weight: 1n }] };
  const current = currentMap(homeRate, rounds);
  play(score, 1n, current);
  return { total: current.total * fresh.total ** BigInt(mapsLeft(score) - 1), scores };
}

/** Number of the 1000^n ways in which the home side first wins the required rounds; n is the maximum number of remaining rounds. */
function currentMap(homeRate: number, { home, away }: Score): { readonly weight: bigint; readonly total: bigint } {
  const [rate, other] = [BigInt(homeRate), ONE - BigInt(homeRate)];
  function race(ours: number, theirs: number): bigint {
    if (ours === 0) return ONE ** BigInt(theirs - 1);
    if (theirs === 0) return 0n;
    return rate * race(ours - 1, theirs) + other * race(ours, theirs - 1);
  }
  const [ours, theirs] = [ROUNDS_TO_WIN - home, ROUNDS_TO_WIN - away];
  return { weight: race(ours, theirs), total: ONE ** BigInt(ours + theirs - 1) };
}
