/** Rules of the merchant for the recomputation, as plain values: the settings of the product and the reference are both made from them. */

/** Changes its clock on 1 November 2026. */
export const ZONE = 'America/New_York';
export const UNIT = 10_000n;
export const POINT = 1_000_000n;
export const CLAIM_DAYS = 3;
export const POINTS_PER_UNIT = 100;
export const GOODS_POINTS = 40n;

export interface TestGame {
  readonly id: string;
  readonly vendor: string;
  readonly category: 'RNG' | 'FISH' | 'LIVE' | 'SPORTS';
}

export const GAMES: readonly TestGame[] = [
  { id: 'slot-1', vendor: 'V1', category: 'RNG' },
  { id: 'slot-2', vendor: 'V1', category: 'RNG' },
  { id: 'slot-3', vendor: 'V2', category: 'RNG' },
  { id: 'fish-1', vendor: 'V2', category: 'FISH' },
  { id: 'live-1', vendor: 'V1', category: 'LIVE' },
  { id: 'match-1', vendor: 'V3', category: 'SPORTS' },
];

/** Rates that change once during the play. Hundredths of a percent; null excludes. Points have hundredths. */
export interface TestRates {
  readonly categories: Readonly<Partial<Record<TestGame['category'], number | null>>>;
  readonly vendors: readonly { readonly vendor: string; readonly category: TestGame['category'] | null; readonly bp: number | null }[];
  readonly points: Readonly<Partial<Record<TestGame['category'], number>>>;
}

export const FIRST_RATES: TestRates = {
  categories: { RNG: 50, FISH: 35, LIVE: 20 },
  vendors: [
    { vendor: 'V2', category: null, bp: 7 },
    { vendor: 'V2', category: 'FISH', bp: 120 },
  ],
  points: { RNG: 120, FISH: 120, LIVE: 70, SPORTS: 100 },
};
export const LATER_RATES: TestRates = {
  categories: { RNG: 61, FISH: null, LIVE: 20, SPORTS: 13 },
  vendors: [{ vendor: 'V1', category: 'RNG', bp: 33 }],
  points: { RNG: 150, FISH: 90, LIVE: 70 },
};

/** Whole units; the share of cashback in hundredths of a percent, the factor on points in hundredths. */
export const LEVELS = [
  { name: 'Drift', stake: 0, deposits: 0, bp: 0, factor: 100 },
  { name: 'Ripple', stake: 40, deposits: 0, bp: 10, factor: 115 },
  { name: 'Current', stake: 150, deposits: 60, bp: 25, factor: 133 },
  { name: 'Tide', stake: 320, deposits: 150, bp: 40, factor: 200 },
] as const;

/** Percent of a stake that counts for a bonus. */
export const WEIGHTS: Readonly<Record<TestGame['category'], bigint>> = { RNG: 100n, FISH: 100n, LIVE: 50n, SPORTS: 100n };

export interface TestMission {
  readonly id: string;
  readonly period: 'day' | 'week' | 'once';
  readonly goal: 'rounds' | 'stake' | 'streak' | 'newGames' | 'verified' | 'limits';
  readonly target: number;
  readonly category: TestGame['category'] | null;
  /** Whole units: rounds with a lower stake do not count. */
  readonly leastStake?: number;
  /** Whole points, or whole units of the currency. */
  readonly points: number;
  readonly amount: number;
}

export const MISSIONS: readonly TestMission[] = [
  { id: 'day-rounds', period: 'day', goal: 'rounds', target: 2, category: null, points: 3, amount: 0 },
  { id: 'day-streak', period: 'day', goal: 'streak', target: 2, category: null, points: 7, amount: 0 },
  { id: 'week-stake', period: 'week', goal: 'stake', target: 60, category: null, points: 0, amount: 2 },
  { id: 'week-games', period: 'week', goal: 'newGames', target: 2, category: null, points: 5, amount: 0 },
  { id: 'fish-rounds', period: 'once', goal: 'rounds', target: 2, category: 'FISH', points: 11, amount: 0 },
  { id: 'week-large', period: 'week', goal: 'rounds', target: 2, leastStake: 10, category: null, points: 4, amount: 0 },
  { id: 'large-streak', period: 'week', goal: 'streak', target: 2, leastStake: 15, category: 'RNG', points: 6, amount: 0 },
  { id: 'week-verify', period: 'week', goal: 'verified', target: 2, category: null, points: 2, amount: 0 },
  { id: 'own-limits', period: 'once', goal: 'limits', target: 2, category: null, points: 9, amount: 0 },
];
