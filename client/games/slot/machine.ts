import type { SlotStep, SlotWin } from '../../../shared/games/slot/outcome.ts';
import type { Grid } from '../../../shared/games/slot/ranks.ts';
import type { SlotTable } from '../../../shared/games/slot/table.ts';
import { sleep } from '../lib/attempt.ts';
import { h, prefersReducedMotion, setVariables, svg } from '../lib/dom.ts';
import type { Film } from './film.ts';
import { createReel, type Reel } from './reel.ts';
import { linePath } from './win-lines.ts';

const STAGGER_MS = 170;
/** Reels start one after the other: each paints its strip in a frame of its own. */
const START_MS = 40;
const LEAST_SPIN_MS = 620;
/** Extra spin time of a reel that can still land the missing scatter. */
const TEASE_MS = 620;
const COIN_MS = 420;

export interface Machine {
  readonly element: HTMLElement;
  set(grid: Grid): void;
  /** Reels of `held` do not spin. */
  spin(held?: readonly number[]): void;
  /** Reels stop from left to right on the grid, then wilds expand and mystery symbols turn over. */
  stop(step: Pick<SlotStep, 'grid' | 'seen'>, onStop: (reel: number) => void): Promise<void>;
  /** Removes the winning symbols of the previous step and drops the rest into the next grid. */
  fall(won: readonly SlotWin[], step: Pick<SlotStep, 'grid' | 'seen'>): Promise<void>;
  /** A hold: coins show their values, everything else is dark; new coins drop in. */
  showCoins(step: SlotStep): Promise<void>;
  /** Draws all wins at once; `lively` adds movement, which a return at or below the stake does not get. */
  showWins(wins: readonly SlotWin[], lively: boolean): void;
  /** Draws one win alone. */
  showWin(win: SlotWin): void;
  clearWins(): void;
}

export function createMachine(table: SlotTable, film: Film): Machine {
  const { rows } = table;
  const reels = table.base.strips.map((strip) => createReel(strip, rows, film));
  const windowElement = h('div', { class: 'reels', 'aria-hidden': 'true' }, ...reels.map((reel) => reel.element));
  const wins = createWinMarks(table, reels, windowElement);
  const element = h('div', { class: rows > 3 ? 'machine dense' : 'machine' }, windowElement);
  setVariables(element, { reels: reels.length, rows });
  const teased = scattersNeeded(table);
  let started = 0;
  let turning: readonly number[] = [];

  function spin(held: readonly number[] = []): void {
    wins.clear();
    windowElement.classList.remove('holding');
    started = performance.now();
    for (const index of held) reels[index]?.element.classList.add('expanded');
    turning = reels.map((_, index) => index).filter((index) => !held.includes(index));
    turning.forEach((index, order) => void setTimeout(() => reels[index]?.spin(), order * START_MS));
  }
  async function stop({ grid, seen }: Pick<SlotStep, 'grid' | 'seen'>, onStop: (reel: number) => void): Promise<void> {
    const still = prefersReducedMotion();
    const wait = still ? 0 : Math.max(0, started + LEAST_SPIN_MS - performance.now());
    const delays = stopDelays(grid, still ? Number.POSITIVE_INFINITY : teased);
    await Promise.all(
      reels.map(async (reel, index) => {
        await sleep(wait + (still ? 0 : Math.max(0, turning.indexOf(index)) * STAGGER_MS + (delays[index] ?? 0)));
        if ((delays[index + 1] ?? 0) > (delays[index] ?? 0)) reels[index + 1]?.element.classList.add('teasing');
        await reel.stop(grid[index] ?? []);
        reel.element.classList.remove('teasing');
        onStop(index);
      }),
    );
    if (seen) showSeen(reels, grid, seen);
  }
  async function fall(won: readonly SlotWin[], { grid, seen }: Pick<SlotStep, 'grid' | 'seen'>): Promise<void> {
    const removed = new Set(won.flatMap((win) => win.cells));
    wins.clear();
    await Promise.all(
      reels.map((reel, index) =>
        reel.fall(new Set(grid[index]?.flatMap((_, row) => (removed.has(index * rows + row) ? [row] : []))), grid[index] ?? []),
      ),
    );
    if (seen) showSeen(reels, grid, seen);
  }
  async function showCoins({ grid, coins = [] }: SlotStep): Promise<void> {
    const before = new Set(windowElement.querySelector('.cell-coin .coin-value') ? visibleCoins(reels, rows) : []);
    wins.clear();
    windowElement.classList.add('holding');
    grid.forEach((column, index) => void reels[index]?.set(column));
    const fresh = [...cellsOf(reels, rows)].filter(([at]) => (coins[at] ?? 0) > 0);
    for (const [at, cell] of fresh) cell.append(h('span', { class: 'coin-value' }, `×${coins[at]}`));
    if (prefersReducedMotion()) return;
    await Promise.all(fresh.flatMap(([at, cell]) => (before.has(at) ? [] : [dropIn(cell)])));
  }
  return {
    element,
    set: (grid) => grid.forEach((column, index) => void reels[index]?.set(column)),
    spin,
    stop,
    fall,
    showCoins,
    showWins: wins.show,
    showWin: (win) => wins.show([win], false),
    clearWins: wins.clear,
  };
}

/** The won cells and their lines, drawn over the reels of `windowElement`. */
function createWinMarks(table: SlotTable, reels: readonly Reel[], windowElement: HTMLElement) {
  const { rows } = table;
  const [width, height] = [reels.length * 100, rows * 100];
  const lines = svg('svg', { class: 'lines', viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  windowElement.append(lines);

  function show(wins: readonly SlotWin[], lively: boolean): void {
    windowElement.classList.toggle('lively', lively);
    const hit = new Set(wins.flatMap((win) => win.cells));
    for (const [at, cell] of cellsOf(reels, rows)) cell.classList.toggle('hit', hit.has(at));
    windowElement.classList.toggle('has-wins', wins.length > 0);
    lines.replaceChildren(...wins.flatMap((win) => winLine(table, win)));
  }

  return {
    show,
    clear(): void {
      show([], false);
      for (const reel of reels) reel.element.classList.remove('expanded');
    },
  };
}

/** The line of a win with its shadow; nothing in games without lines. */
function winLine({ reading }: SlotTable, win: SlotWin): readonly SVGElement[] {
  const line = reading.kind === 'lines' ? reading.lines[(win.line ?? 0) - 1] : undefined;
  if (!line) return [];
  const d = linePath(line);
  return [svg('path', { d, class: 'line-shadow' }), svg('path', { d, class: 'line', pathLength: 1 })];
}

/** Shows what the reels count as, after expanding wilds and mystery symbols. */
function showSeen(reels: readonly Reel[], grid: Grid, seen: Grid): void {
  seen.forEach((column, index) => {
    if (column.join() !== grid[index]?.join()) reels[index]?.set(column);
    reels[index]?.element.classList.toggle(
      'expanded',
      column.every((symbol) => symbol === 'wild'),
    );
  });
}

function* cellsOf(reels: readonly Reel[], rows: number): Generator<readonly [at: number, cell: HTMLElement]> {
  for (const [index, reel] of reels.entries()) for (const [row, cell] of reel.cells.entries()) yield [index * rows + row, cell];
}

function visibleCoins(reels: readonly Reel[], rows: number): readonly number[] {
  return [...cellsOf(reels, rows)].flatMap(([at, cell]) => (cell.querySelector('.coin-value') ? [at] : []));
}

function dropIn(cell: HTMLElement): Promise<Animation> {
  return cell.animate([{ transform: 'scale(.2)', opacity: 0 }, { transform: 'scale(1.1)', opacity: 1, offset: 0.7 }, {}], COIN_MS).finished;
}

/** The least number of scatters that win; undefined if scatters do not win. */
function scattersNeeded({ scatter, free }: SlotTable): number {
  return Math.min(Number.POSITIVE_INFINITY, ...[...Object.keys(scatter ?? {}), ...Object.keys(free?.won ?? {})].map(Number));
}

/** Extra spin time of each reel: for those after the reel that left one scatter missing. */
function stopDelays(grid: Grid, needed: number): readonly number[] {
  let [found, delay] = [0, 0];
  return grid.map((column) => {
    if (found === needed - 1) delay += TEASE_MS;
    found += column.filter((symbol) => symbol === 'scatter').length;
    return delay;
  });
}
