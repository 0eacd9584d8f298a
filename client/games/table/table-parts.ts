import type { TableOutcome } from '../../../shared/games/live/table.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { Motif } from '../lib/backdrop.ts';
import type { GameContext } from '../lib/game-view.ts';
import type { Stakes } from '../roulette/chip-stack.ts';

/** The parts that are specific to a table game. */
export interface TableParts {
  readonly motif: Motif;
  board(game: GameContext, events: BoardEvents): TableBoard;
  scene(game: GameContext): Scene;
  record(game: GameContext): TableRecord;
  /** The text of the rules, before pay table and times. */
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
  /** Marks the winning spots; without arguments it removes the marks. */
  mark(outcome?: TableOutcome): void;
  lock(locked: boolean): void;
}

/** The cards, dice or wheel of a table. */
export interface Scene {
  readonly element: HTMLElement;
  /** A new round takes bets. */
  clear(): void;
  /** Bets are closed and the result is pending. */
  wait(): void;
  /** Reveals the outcome; without animation if most of its time has passed. */
  reveal(outcome: TableOutcome, elapsedMs: number): Promise<void>;
  /** The result in two or three words. */
  title(outcome: TableOutcome): string;
}

/** Past outcomes, as history only. */
export interface TableRecord {
  readonly element: HTMLElement;
  /** The last round first. */
  show(history: readonly TableOutcome[]): void;
}
