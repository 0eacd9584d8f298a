import type { Units } from '../../../shared/money/money.ts';
import type { TableOutcome } from '../../../shared/studio/live/table.ts';
import type { Motif } from '../lib/backdrop.ts';
import type { GameContext } from '../lib/game-view.ts';
import type { Stakes } from '../roulette/chip-stack.ts';

/** What a game at a table brings of its own. */
export interface TableParts {
  readonly motif: Motif;
  board(game: GameContext, events: BoardEvents): TableBoard;
  scene(game: GameContext): Scene;
  record(game: GameContext): TableRecord;
  /** The rules in words, before pay table and times. */
  rules(game: GameContext): readonly Node[];
}

export interface BoardEvents {
  placed(spot: string): void;
  removed(spot: string): void;
}

/** Where chips are put: one button a spot, one tab stop for all. */
export interface TableBoard {
  readonly element: HTMLElement;
  show(stakes: Stakes, chipLevel: (units: Units) => number): void;
  /** Marks what has won; without arguments the marks go. */
  mark(outcome?: TableOutcome): void;
  lock(locked: boolean): void;
}

/** The cards, dice or wheel of a table. */
export interface Scene {
  readonly element: HTMLElement;
  /** A new round takes bets. */
  clear(): void;
  /** Bets are closed, the result is on its way. */
  wait(): void;
  /** Shows how the round comes out; at once when most of it is over already. */
  reveal(outcome: TableOutcome, elapsedMs: number): Promise<void>;
  /** The result in two or three words. */
  title(outcome: TableOutcome): string;
}

/** What has come out before: history only. */
export interface TableRecord {
  readonly element: HTMLElement;
  /** The last round first. */
  show(history: readonly TableOutcome[]): void;
}
