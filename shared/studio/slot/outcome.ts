import type { Cell, Grid, Rank } from './ranks.ts';

/**
 * `line`: a run on a line. `ways`: a run over neighbouring reels, on any row. `anywhere`: enough of a symbol on the whole
 * grid. `cluster`: enough of it side by side. `book`: the special symbol of free spins grown over its reels. `scatter`,
 * `wheel` and `coins` are prizes in whole stakes; `full` is the prize for a grid full of coins.
 */
export const WIN_KINDS = ['line', 'ways', 'anywhere', 'cluster', 'book', 'scatter', 'wheel', 'coins', 'full'] as const;
export type WinKind = (typeof WIN_KINDS)[number];

export interface SlotWin {
  readonly kind: WinKind;
  readonly symbol: Rank;
  /** Symbols in a row of a line, reels of a way or a book, symbols of everything else. */
  readonly count: number;
  /** From 1; with `line` only. */
  readonly line?: number;
  /** The line was read from the last reel. */
  readonly fromRight?: boolean;
  /** Number of ways, a wild with a multiplier counted so often; with `ways` only. */
  readonly ways?: number;
  /** What lights up, rising. In a cascade these symbols then vanish. */
  readonly cells: readonly Cell[];
  /** Everything that the prize of the pay table was multiplied with: wilds, step of the cascade, free spin. In `payout` already. */
  readonly multiplier: number;
  readonly payout: string;
}

/** One standing of the grid. A spin has one; in a cascade each drop adds another, until nothing wins. */
export interface SlotStep {
  /** As the reels stopped, or as the symbols fell. */
  readonly grid: Grid;
  /** As prizes saw it, where that differs: wilds expanded, mystery symbols turned over. */
  readonly seen?: Grid;
  /** Of this step of a cascade, times that of the spin; 1 elsewhere in the base game. */
  readonly multiplier: number;
  readonly wins: readonly SlotWin[];
  /** In a hold: the value of the coin on each cell in whole stakes, 0 where none lies. */
  readonly coins?: readonly number[];
}

/**
 * `base` comes first. `respin`: once more with the reels of `held` full of wilds. `free`: a free spin. `hold`: the coins lie
 * still and the rest is drawn anew (the first one shows the coins that began it). `wheel`: the grid stays, a wheel turns.
 */
export const SPIN_KINDS = ['base', 'respin', 'free', 'hold', 'wheel'] as const;
export type SpinKind = (typeof SPIN_KINDS)[number];

export interface SlotSpin {
  readonly kind: SpinKind;
  /** Of the whole spin, drawn or fixed. */
  readonly multiplier: number;
  /** Reels that were full of wilds before the spin began. */
  readonly held?: readonly number[];
  /** The special symbol of these free spins; grows over its reels. */
  readonly special?: Rank;
  readonly steps: readonly SlotStep[];
  /** Scatters on the grid as it stands at last. */
  readonly scatters: number;
  /** Free spins that this spin won. */
  readonly awarded?: number;
  /** Where the wheel stopped: index into `wheel.segments` of the table. */
  readonly segment?: number;
}

/** A whole round: everything that follows from one stake, played at once with the same seeds. */
export interface SlotOutcome {
  readonly engine: 'slot';
  readonly spins: readonly SlotSpin[];
}
