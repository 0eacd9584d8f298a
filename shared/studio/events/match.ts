import type { Units } from '../../money/money.ts';
import { type FairStream, fairStream } from '../fairness.ts';
import { add, type Fraction, fraction, isLess, multiply } from '../fraction.ts';

export const MATCH_SPORTS = ['football', 'hockey', 'arena', 'siege'] as const;
export type MatchSport = (typeof MATCH_SPORTS)[number];
export const SELECTIONS = ['home', 'draw', 'away'] as const;
export type Selection = (typeof SELECTIONS)[number];

/**
 * `goals`: each side has `chances` chances, and each becomes a goal with the side's rate. `maps`: `chances` maps at most,
 * the majority wins the match; `homeRate` is the home side's chance to win a map, so there is no draw.
 */
interface SportRules {
  readonly mode: 'goals' | 'maps';
  readonly chances: number;
  /** Rate per mille between equal sides; `step` for each point of strength between them. */
  readonly base: number;
  readonly step: number;
  readonly homeAdvantage: number;
}

export const SPORT_RULES: Readonly<Record<MatchSport, SportRules>> = {
  football: { mode: 'goals', chances: 10, base: 150, step: 20, homeAdvantage: 20 },
  hockey: { mode: 'goals', chances: 25, base: 110, step: 8, homeAdvantage: 6 },
  arena: { mode: 'maps', chances: 3, base: 500, step: 45, homeAdvantage: 0 },
  siege: { mode: 'maps', chances: 3, base: 500, step: 35, homeAdvantage: 0 },
};

/** Odds are the fair odds divided by 1.06, rounded down to the hundredth. */
export const MATCH_MARGIN_PERCENT = 6;
/** Strengths of teams are 1 to this. */
export const STRENGTHS = 7;
const PER_MILLE = 1000;

/** Everything that decides what comes out and what it pays, fixed and public when the match is announced. */
export interface MatchTerms {
  readonly mode: 'goals' | 'maps';
  readonly chances: number;
  /** Per mille. */
  readonly homeRate: number;
  readonly awayRate: number;
  /** Decimal odds with two decimals ("2.35"); no draw where the mode knows none. */
  readonly odds: { readonly home: string; readonly draw: string | null; readonly away: string };
}

export interface Score {
  readonly home: number;
  readonly away: number;
}
export type Chances = Readonly<Record<Selection, Fraction>>;

export function matchTerms(sport: MatchSport, homeStrength: number, awayStrength: number): MatchTerms {
  const gap = homeStrength - awayStrength;
  const key = `${sport} ${gap}`;
  const known = TERMS.get(key);
  if (known) return known;
  const { mode, chances, base, step, homeAdvantage } = SPORT_RULES[sport];
  const homeRate = base + gap * step + homeAdvantage;
  const rates = { mode, chances, homeRate, awayRate: mode === 'maps' ? PER_MILLE - homeRate : base - gap * step };
  const terms = { ...rates, odds: offeredOdds(rates) };
  TERMS.set(key, terms);
  return terms;
}
const TERMS = new Map<string, MatchTerms>();

/** The odds that follow from the rates. */
export function offeredOdds(rates: Omit<MatchTerms, 'odds'>): MatchTerms['odds'] {
  const chances = matchChances(rates);
  return { home: oddsFor(chances.home), draw: rates.mode === 'maps' ? null : oddsFor(chances.draw), away: oddsFor(chances.away) };
}

/** Exact chances of the three ends, from the rates alone. */
export function matchChances({ mode, chances, homeRate, awayRate }: Omit<MatchTerms, 'odds'>): Chances {
  return mode === 'maps' ? mapChances(chances, homeRate) : goalChances(chances, homeRate, awayRate);
}

/** What a match came to: a pure function of its terms, its seed and its id. Nothing here can know who has bet on what. */
export function playMatch(terms: MatchTerms, serverSeed: string, eventId: string): Score {
  const stream = fairStream(serverSeed, eventId, 0);
  return terms.mode === 'maps' ? playMaps(terms, stream) : playGoals(terms, stream);
}

export function winnerOf({ home, away }: Score): Selection {
  if (home === away) return 'draw';
  return home > away ? 'home' : 'away';
}

/** Odds of a selection in hundredths; undefined for a selection that is not offered. */
export function oddsHundredths({ odds }: Pick<MatchTerms, 'odds'>, selection: Selection): number | undefined {
  const text = odds[selection];
  return text === null ? undefined : Number(text.replace('.', ''));
}

/** What a bet pays when it wins. `stake` is a whole amount, so that no prize has a fraction of a cent. */
export function winningPayout(stake: Units, hundredths: number): Units {
  return (stake * BigInt(hundredths)) / 100n;
}

/** The part of the stakes on a selection that comes back in the long run. */
export function selectionReturn(terms: MatchTerms, selection: Selection): Fraction {
  const hundredths = oddsHundredths(terms, selection) ?? 0;
  return multiply(matchChances(terms)[selection], fraction(BigInt(hundredths), 100n));
}

/** The return of the bet with the lowest one, over every pair of strengths; the published figure. */
export function lowestMatchReturn(sport: MatchSport): Fraction {
  const gaps = Array.from({ length: STRENGTHS * 2 - 1 }, (_, index) => index - STRENGTHS + 1);
  return gaps
    .map((gap) => matchTerms(sport, STRENGTHS + gap, STRENGTHS))
    .flatMap((terms) => SELECTIONS.filter((one) => terms.odds[one] !== null).map((one) => selectionReturn(terms, one)))
    .reduce((lowest, other) => (isLess(other, lowest) ? other : lowest));
}

/** The rules in print, and what is hashed with a bet. */
export function matchRules(sport: MatchSport): unknown {
  return { ...SPORT_RULES[sport], marginPercent: MATCH_MARGIN_PERCENT, strengths: STRENGTHS };
}

function oddsFor({ top, bottom }: Fraction): string {
  const hundredths = (bottom * 10_000n) / (top * BigInt(100 + MATCH_MARGIN_PERCENT));
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

function playGoals({ chances, homeRate, awayRate }: MatchTerms, stream: FairStream): Score {
  const goals = (rate: number) => Array.from({ length: chances }, () => stream.below(PER_MILLE)).filter((drawn) => drawn < rate).length;
  const home = goals(homeRate);
  return { home, away: goals(awayRate) };
}

function playMaps({ chances, homeRate }: MatchTerms, stream: FairStream): Score {
  const needed = (chances + 1) / 2;
  let [home, away] = [0, 0];
  while (home < needed && away < needed) {
    if (stream.below(PER_MILLE) < homeRate) home += 1;
    else away += 1;
  }
  return { home, away };
}

function goalChances(chances: number, homeRate: number, awayRate: number): Chances {
  const [home, away] = [goalWeights(chances, homeRate), goalWeights(chances, awayRate)];
  const total = BigInt(PER_MILLE) ** BigInt(chances * 2);
  const sum = (counts: (ours: number, theirs: number) => boolean) => {
    let weight = 0n;
    for (const [ours, one] of home.entries()) for (const [theirs, other] of away.entries()) if (counts(ours, theirs)) weight += one * other;
    return fraction(weight, total);
  };
  return {
    home: sum((ours, theirs) => ours > theirs),
    draw: sum((ours, theirs) => ours === theirs),
    away: sum((ours, theirs) => ours < theirs),
  };
}

/** Weight of each number of goals, out of 1000 ^ chances (binomial). */
function goalWeights(chances: number, rate: number): readonly bigint[] {
  let ways = 1n;
  return Array.from({ length: chances + 1 }, (_, goals) => {
    if (goals > 0) ways = (ways * BigInt(chances - goals + 1)) / BigInt(goals);
    return ways * BigInt(rate) ** BigInt(goals) * BigInt(PER_MILLE - rate) ** BigInt(chances - goals);
  });
}

/** Chance to be the first with the majority of the maps. */
function mapChances(chances: number, homeRate: number): Chances {
  const needed = (chances + 1) / 2;
  const reach = (rate: number) => {
    let [total, ways] = [fraction(0n), 1n];
    for (let lost = 0; lost < needed; lost++) {
      if (lost > 0) ways = (ways * BigInt(needed + lost - 1)) / BigInt(lost);
      const weight = ways * BigInt(rate) ** BigInt(needed) * BigInt(PER_MILLE - rate) ** BigInt(lost);
      total = add(total, fraction(weight, BigInt(PER_MILLE) ** BigInt(needed + lost)));
    }
    return total;
  };
  return { home: reach(homeRate), draw: fraction(0n), away: reach(PER_MILLE - homeRate) };
}
