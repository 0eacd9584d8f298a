import type { SlotStep, SlotWin } from '../../../shared/studio/slot/outcome.ts';
import type { Grid } from '../../../shared/studio/slot/ranks.ts';
import type { SlotTable } from '../../../shared/studio/slot/table.ts';
import { sleep } from '../lib/attempt.ts';
import { h, prefersReducedMotion, svg } from '../lib/dom.ts';
import type { Film } from './film.ts';
import { createReel } from './reel.ts';
import { linePath } from './win-lines.ts';

const STAGGER_MS = 170;
/** Reels start one after the other: each paints its strip in a frame of its own. */
const START_MS = 40;
const LEAST_SPIN_MS = 620;

export interface Machine {
  readonly element: HTMLElement;
  set(grid: Grid): void;
  spin(): void;
  /** Reels stop from left to right on the grid, then wilds expand and mystery symbols turn over. */
  stop(step: Pick<SlotStep, 'grid' | 'seen'>, onStop: (reel: number) => void): Promise<void>;
  /** Draws all wins at once; `lively` adds movement, which a return at or below the stake does not get. */
  showWins(wins: readonly SlotWin[], lively: boolean): void;
  /** Draws one win alone. */
  showWin(win: SlotWin): void;
  clearWins(): void;
}

export function createMachine(table: SlotTable, film: Film): Machine {
  const reels = table.base.strips.map((strip) => createReel(strip, film));
  const [width, height] = [table.base.strips.length * 100, table.rows * 100];
  const lines = svg('svg', { class: 'lines', viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  const windowElement = h('div', { class: 'reels', 'aria-hidden': 'true' }, ...reels.map((reel) => reel.element), lines);
  const element = h('div', { class: 'machine' }, windowElement);
  let started = 0;

  function spin(): void {
    clearWins();
    started = performance.now();
    reels.forEach((reel, index) => void setTimeout(reel.spin, index * START_MS));
  }
  async function stop({ grid, seen }: Pick<SlotStep, 'grid' | 'seen'>, onStop: (reel: number) => void): Promise<void> {
    const still = prefersReducedMotion();
    const wait = still ? 0 : Math.max(0, started + LEAST_SPIN_MS - performance.now());
    await Promise.all(
      reels.map(async (reel, index) => {
        await sleep(wait + (still ? 0 : index * STAGGER_MS));
        await reel.stop(grid[index] ?? []);
        onStop(index);
      }),
    );
    if (seen) showSeen(grid, seen);
  }
  function showSeen(grid: Grid, seen: Grid): void {
    seen.forEach((column, index) => {
      if (column.join() !== grid[index]?.join()) reels[index]?.set(column);
      reels[index]?.element.classList.toggle(
        'expanded',
        column.every((symbol) => symbol === 'wild'),
      );
    });
  }
  function mark(wins: readonly SlotWin[]): void {
    for (const reel of reels) for (const cell of reel.cells) cell.classList.remove('hit');
    for (const cell of wins.flatMap((win) => win.cells)) {
      reels[Math.floor(cell / table.rows)]?.cells[cell % table.rows]?.classList.add('hit');
    }
    windowElement.classList.toggle('has-wins', wins.length > 0);
    const paths = wins.flatMap((win) => {
      const line = table.reading.kind === 'lines' ? table.reading.lines[(win.line ?? 0) - 1] : undefined;
      if (!line) return [];
      const d = linePath(line);
      return [svg('path', { d, class: 'line-shadow' }), svg('path', { d, class: 'line', pathLength: 1 })];
    });
    lines.replaceChildren(...paths);
  }
  function clearWins(): void {
    mark([]);
    windowElement.classList.remove('lively');
    for (const reel of reels) reel.element.classList.remove('expanded');
  }
  return {
    element,
    set: (grid) => grid.forEach((column, index) => void reels[index]?.set(column)),
    spin,
    stop,
    showWins(wins, lively) {
      windowElement.classList.toggle('lively', lively);
      mark(wins);
    },
    showWin(win) {
      windowElement.classList.remove('lively');
      mark([win]);
    },
    clearWins,
  };
}
