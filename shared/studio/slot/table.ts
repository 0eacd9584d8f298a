import type { Rank } from './ranks.ts';

/** Values and how many of the equally likely draws give each. */
export type Weights<T> = readonly (readonly [value: T, weight: number])[];

/** Prizes in coins by the least number of symbols they are paid for: { 3: 5, 4: 20, 5: 100 }. */
export type Prizes = Readonly<Record<number, number>>;

/** How wins are read off a grid. `coins`: parts of the stake that prizes are multiples of; with lines there is one a line. */
export type Reading =
  /** Runs from the first reel on fixed lines, each given by its row on every reel, 0 on top. `bothWays`: from the last reel too. */
  | { readonly kind: 'lines'; readonly lines: readonly (readonly number[])[]; readonly bothWays?: boolean }
  /** Runs over neighbouring reels from the first one, whatever the row; the prize counts for each way through the cells. */
  | { readonly kind: 'ways'; readonly coins: number }
  /** So many of a symbol anywhere on the grid. */
  | { readonly kind: 'anywhere'; readonly coins: number }
  /** So many of a symbol that touch, side by side or one above the other. */
  | { readonly kind: 'clusters'; readonly coins: number };

/** What one spin is drawn from. */
export interface SpinRules {
  /** One cyclic strip per reel; a stop shows its symbol in the top row and the next ones below. */
  readonly strips: readonly (readonly Rank[])[];
  /** The multiplier of the spin, drawn when there is more than one. None: 1. */
  readonly multipliers?: Weights<number>;
  /**
   * Symbols that won vanish, those above fall, and the strip moves down from above. The multiplier of the first, the second
   * ... standing; the last one holds. At most `CASCADE_MOST` standings.
   */
  readonly ladder?: readonly number[];
}

export interface FreeSpins extends SpinRules {
  /** Spins won by so many scatters in the base game. */
  readonly won: Prizes;
  /** Spins won by so many scatters in one of these; the spins won so win no more. */
  readonly again?: Prizes;
  /** A symbol drawn before the first of them grows over its reels when the prize table has a prize for so many reels. */
  readonly special?: Weights<Rank>;
  /** Reels that a wild has grown over stay so until the last free spin. */
  readonly sticky?: true;
}

/** What a slot is made of; the whole of it is published, hashed, and stored with each round. */
export interface SlotTable {
  readonly rows: number;
  readonly reading: Reading;
  readonly pays: Readonly<Partial<Record<Rank, Prizes>>>;
  /**
   * Stands for every symbol with a prize. `expands`: it fills its reel before prizes. `multiplier`: each wild in a win
   * multiplies it; on ways it counts so often. `respins`: reels it has grown over are held for another spin, as long as new
   * ones come.
   */
  readonly wild?: { readonly expands?: true; readonly multiplier?: number; readonly respins?: true };
  /** Every mystery symbol of a spin turns into the same one. */
  readonly mystery?: Weights<Rank>;
  readonly base: SpinRules;
  /** Prizes in whole stakes for scatters anywhere, in the base game. */
  readonly scatter?: Prizes;
  readonly free?: FreeSpins;
  /** So many `bonus` symbols of the base game turn a wheel of prizes in whole stakes. */
  readonly wheel?: { readonly from: number; readonly segments: Weights<number> };
  /**
   * So many `coin` symbols of the base game are held; `respins` times every other cell becomes a coin once in `oneIn`. Coins
   * are worth whole stakes; `full` is paid for a grid full of them.
   */
  readonly hold?: {
    readonly from: number;
    readonly respins: number;
    readonly oneIn: number;
    readonly values: Weights<number>;
    readonly full: number;
  };
}

/** Standings of a cascade at most; the last one pays and nothing falls any more. */
export const CASCADE_MOST = 12;

/** Parts of the stake that prizes are multiples of. */
export function coinsOf({ reading }: SlotTable): number {
  return reading.kind === 'lines' ? reading.lines.length : reading.coins;
}

/** The prize, in coins or stakes, for so many. */
export function prizeFor(prizes: Prizes | undefined, count: number): number {
  if (!prizes) return 0;
  for (let least = count; least > 0; least--) {
    const prize = prizes[least];
    if (prize !== undefined) return prize;
  }
  return 0;
}

export function totalWeight(weights: Weights<unknown>): number {
  return weights.reduce((sum, [, weight]) => sum + weight, 0);
}

/** Every symbol that a table can show, specials first. */
export function symbolsOf(table: SlotTable): readonly Rank[] {
  const strips = [...table.base.strips, ...(table.free?.strips ?? [])];
  return [...new Set(strips.flat())];
}

/** How many lines or ways a game has, for its facts; 1 where prizes are counted in another way. */
export function waysOf({ reading, rows, base }: SlotTable): number {
  if (reading.kind === 'lines') return reading.lines.length;
  return reading.kind === 'ways' ? rows ** base.strips.length : 1;
}
