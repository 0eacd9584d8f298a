import type { Cell, Grid, Rank } from './ranks.ts';

/**
 * `line`: a run on a line. `ways`: a run over neighbouring reels, on any row. `anywhere`: enough of a symbol on the whole grid.
 * `cluster`: enough adjacent ones. `book`: the special symbol of free spins, expanded over its reels. `scatter`, `wheel` and
 * `coins` are prizes in whole stakes; `full` is the prize for a grid full of coins.
 */
const WIN_KINDS = ['line', 'ways', 'anywhere', 'cluster', 'book', 'scatter', 'wheel', 'coins', 'full'] as const;
export type WinKind = (typeof WIN_KINDS)[number];

export interface SlotWin {
  readonly kind: WinKind;
  readonly symbol: Rank;
  /** Number of symbols on a line, of reels for a way or a book, otherwise of symbols. */
  readonly count: number;
  /** Numbered from 1; with `line` only. */
  readonly line?: number;
  /** True when the line was evaluated from the last reel. */
  readonly fromRight?: boolean;
  /** Number of ways; a wild with a multiplier counts as that many. With `ways` only. */
  readonly ways?: number;
  /** Winning cells in ascending order. In a cascade these symbols are then removed. */
  readonly cells: readonly Cell[];
  /** Product of all multipliers of the prize: wilds, cascade step, free spin. Already included in `payout`. */
  readonly multiplier: number;
  readonly payout: string;
}

/** One state of the grid. A spin has one; in a cascade each drop adds another, until nothing wins. */
export interface SlotStep {
  /** Symbols after the reels stopped or the symbols fell. */
  readonly grid: Grid;
  /** Symbols as evaluated, where different: wilds expanded, mystery symbols revealed. */
  readonly seen?: Grid;
  /** Multiplier of this cascade step times that of the spin; 1 elsewhere in the base game. */
  readonly multiplier: number;
  readonly wins: readonly SlotWin[];
  /** In a hold: the value of the coin in each cell in whole stakes, 0 for no coin. */
  readonly coins?: readonly number[];
}

/**
 * `base` comes first. `respin`: a spin with the reels of `held` full of wilds. `free`: a free spin. `hold`: coins are held and
 * the other cells drawn again (the first state has the coins that started it). `wheel`: the grid is unchanged and a wheel turns.
 */
const SPIN_KINDS = ['base', 'respin', 'free', 'hold', 'wheel'] as const;
export type SpinKind = (typeof SPIN_KINDS)[number];

export interface SlotSpin {
  readonly kind: SpinKind;
  /** Multiplier of the whole spin, drawn or fixed. */
  readonly multiplier: number;
  /** Reels that were full of wilds before the spin. */
  readonly held?: readonly number[];
  /** The special symbol of these free spins, which expands over its reels. */
  readonly special?: Rank;
  readonly steps: readonly SlotStep[];
  /** Number of scatters on the final grid. */
  readonly scatters: number;
  /** Number of free spins won in this spin. */
  readonly awarded?: number;
  /** Index of the winning segment in `wheel.segments` of the table. */
  readonly segment?: number;
}

/** A whole round: everything that results from one stake, played at once with the same seeds. */
export interface SlotOutcome {
  readonly engine: 'slot';
  readonly spins: readonly SlotSpin[];
}
