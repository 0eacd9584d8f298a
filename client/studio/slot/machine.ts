import type { SlotWin } from '../../../shared/studio/protocol.ts';
import type { SlotTable } from '../../../shared/studio/slot-tables.ts';
import { sleep } from '../lib/attempt.ts';
import { h, prefersReducedMotion, svg } from '../lib/dom.ts';
import type { Film } from './film.ts';
import { createReel } from './reel.ts';
import { linePath, winningCells } from './win-lines.ts';

type Grid = readonly (readonly string[])[];
const STAGGER_MS = 170;
/** Reels start one after the other: each paints its strip in a frame of its own. */
const START_MS = 40;
const LEAST_SPIN_MS = 620;

export interface Machine {
  readonly element: HTMLElement;
  set(grid: Grid): void;
  spin(): void;
  /** Reels stop from left to right on the grid, then wilds expand. */
  stop(grid: Grid, onStop: (reel: number) => void): Promise<void>;
  /** Draws all wins at once; `lively` adds movement, which a return at or below the stake does not get. */
  showWins(grid: Grid, wins: readonly SlotWin[], lively: boolean): void;
  /** Draws one win alone. */
  showWin(grid: Grid, win: SlotWin): void;
  clearWins(): void;
}

export function createMachine(table: SlotTable, film: Film): Machine {
  const reels = table.strips.map((strip) => createReel(strip, film));
  const lines = svg('svg', { class: 'lines', viewBox: '0 0 500 300', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const windowElement = h('div', { class: 'reels', 'aria-hidden': 'true' }, ...reels.map((reel) => reel.element), lines);
  const element = h('div', { class: 'machine' }, windowElement);
  let started = 0;

  function spin(): void {
    clearWins();
    started = performance.now();
    reels.forEach((reel, index) => void setTimeout(reel.spin, index * START_MS));
  }
  async function stop(grid: Grid, onStop: (reel: number) => void): Promise<void> {
    const still = prefersReducedMotion();
    const wait = still ? 0 : Math.max(0, started + LEAST_SPIN_MS - performance.now());
    await Promise.all(
      reels.map(async (reel, index) => {
        await sleep(wait + (still ? 0 : index * STAGGER_MS));
        await reel.stop(grid[index] ?? []);
        onStop(index);
      }),
    );
    expandWilds(grid);
  }
  function expandWilds(grid: Grid): void {
    if (!table.wild.expands) return;
    grid.forEach((column, index) => {
      const grows = column.includes(table.wild.symbol);
      if (grows) reels[index]?.set(column.map(() => table.wild.symbol));
      reels[index]?.element.classList.toggle('expanded', grows);
    });
  }
  function mark(grid: Grid, wins: readonly SlotWin[]): void {
    for (const reel of reels) for (const cell of reel.cells) cell.classList.remove('hit');
    for (const win of wins) for (const { reel, row } of winningCells(table, grid, win)) reels[reel]?.cells[row]?.classList.add('hit');
    windowElement.classList.toggle('has-wins', wins.length > 0);
    const paths = wins.flatMap((win) => {
      const line = table.lines[win.line - 1];
      if (!line) return [];
      const d = linePath(line);
      return [svg('path', { d, class: 'line-shadow' }), svg('path', { d, class: 'line', pathLength: 1 })];
    });
    lines.replaceChildren(...paths);
  }
  function clearWins(): void {
    mark([], []);
    windowElement.classList.remove('lively');
    for (const reel of reels) reel.element.classList.remove('expanded');
  }
  return {
    element,
    set: (grid) => grid.forEach((column, index) => void reels[index]?.set(column)),
    spin,
    stop,
    showWins(grid, wins, lively) {
      windowElement.classList.toggle('lively', lively);
      mark(grid, wins);
    },
    showWin(grid, win) {
      windowElement.classList.remove('lively');
      mark(grid, [win]);
    },
    clearWins,
  };
}
