import type { Rank } from './ranks.ts';

/** Values with the number of equally likely draws for each. */
export type Weights<T> = readonly (readonly [value: T, weight: number])[];

/** Prizes in coins by the minimum number of symbols: { 3: 5, 4: 20, 5: 100 }. */
export type Prizes = Readonly<Record<number, number>>;

/** How wins are evaluated. `coins`: number of parts of the stake; prizes are multiples of one part. With lines there is one per line. */
export type Reading =
  /** Runs from the first reel on fixed lines, each given by its row on every reel, 0 on top. `bothWays`: also from the last reel. */
  | { readonly kind: 'lines'; readonly lines: readonly (readonly number[])[]; readonly bothWays?: boolean }
  /** Runs over neighbouring reels from the first one, on any row; each way through the cells pays the prize. */
  | { readonly kind: 'ways'; readonly coins: number }
  /** A number of equal symbols anywhere on the grid. */
  | { readonly kind: 'anywhere'; readonly coins: number }
  /** A number of equal symbols that are horizontally or vertically adjacent. */
  | { readonly kind: 'clusters'; readonly coins: number };

/** Data that one spin is drawn from. */
export interface SpinRules {
  /** One cyclic strip per reel; a stop shows its symbol in the top row and the next ones below it. */
  readonly strips: readonly (readonly Rank[])[];
  /** Weights of the spin's multiplier. Absent: 1. */
  readonly multipliers?: Weights<number>;
  /**
   * Cascade: winning symbols are removed, those above fall, and the strip refills from above. One multiplier per state; the last
   * one applies to all later states. At most `CASCADE_MOST` states.
   */
  readonly ladder?: readonly number[];
}

export interface FreeSpins extends SpinRules {
  /** Free spins by number of scatters in the base game. */
  readonly won: Prizes;
  /** Free spins by number of scatters in a free spin; these cannot retrigger again. */
  readonly again?: Prizes;
  /** A symbol drawn before the first free spin expands over its reels when its prize table has a prize for that number of reels. */
  readonly special?: Weights<Rank>;
  /** Reels filled by a wild are held until the last free spin. */
  readonly sticky?: true;
}

/** The model of a slot. All of it is published, hashed, and stored with each round. */
export interface SlotTable {
  readonly rows: number;
  readonly reading: Reading;
  readonly pays: Readonly<Partial<Record<Rank, Prizes>>>;
  /**
   * Substitutes for every symbol with a prize. `expands`: it fills its reel before evaluation. `multiplier`: each wild in a win
   * multiplies it; on ways it counts as that many symbols. `respins`: filled reels are held for another spin, as long as new ones
   * are added.
   */
  readonly wild?: { readonly expands?: true; readonly multiplier?: number; readonly respins?: true };
  /** All mystery symbols of a spin become the same symbol. */
  readonly mystery?: Weights<Rank>;
  readonly base: SpinRules;
  /** Prizes in whole stakes by number of scatters anywhere in the base game. */
  readonly scatter?: Prizes;
  readonly free?: FreeSpins;
  /** Number of `bonus` symbols of the base game that turn a wheel of prizes in whole stakes. */
  readonly wheel?: { readonly from: number; readonly segments: Weights<number> };
  /**
   * Number of `coin` symbols of the base game that start a hold. For `respins` rounds every other cell becomes a coin with a
   * chance of one in `oneIn`. Coins are worth whole stakes; `full` is paid for a full grid.
   */
  readonly hold?: {
    readonly from: number;
    readonly respins: number;
    readonly oneIn: number;
    readonly values: Weights<number>;
    readonly full: number;
  };
}

/** Maximum states of a cascade; the last one pays, and no symbols fall after it. */
export const CASCADE_MOST = 12;

/** Number of parts of the stake that prizes are multiples of. */
export function coinsOf({ reading }: SlotTable): number {
  return reading.kind === 'lines' ? reading.lines.length : reading.coins;
}

/** The prize, in coins or stakes, for a count. */
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

/** Number of lines or ways of a game for its info page; 1 where prizes are counted in another way. */
export function waysOf({ reading, rows, base }: SlotTable): number {
  if (reading.kind === 'lines') return reading.lines.length;
  return reading.kind === 'ways' ? rows ** base.strips.length : 1;
}
