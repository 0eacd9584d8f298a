import type { SlotWin } from './outcome.ts';
import { type Cell, countOf, type Grid, PAYING_RANKS, type Rank } from './ranks.ts';
import { coinsOf, type Prizes, prizeFor, type Reading, type SlotTable } from './table.ts';

/** A win before conversion to money: `coins` times `multiplier` coins. */
export interface CoinWin extends Omit<SlotWin, 'payout'> {
  readonly coins: number;
}

/** The wins of an evaluated grid, without scatters. */
export function readWins(table: SlotTable, grid: Grid): CoinWin[] {
  const { reading } = table;
  switch (reading.kind) {
    case 'lines':
      return lineWins(table, reading, grid);
    case 'ways':
      return wayWins(table, grid);
    case 'anywhere':
      return anywhereWins(table, grid);
    case 'clusters':
      return clusterWins(table, grid);
  }
}

/** The special symbol after it has expanded: paid on all lines, whether or not the reels are adjacent. */
export function bookWin(table: SlotTable, grid: Grid, special: Rank): CoinWin | undefined {
  const reels = grid.flatMap((column, reel) => (column.includes(special) ? [reel] : []));
  const prize = prizeFor(table.pays[special], reels.length);
  if (prize === 0) return undefined;
  const cells = reels.flatMap((reel) => (grid[reel] ?? []).map((_, row) => reel * table.rows + row));
  return { kind: 'book', symbol: special, count: reels.length, cells, multiplier: 1, coins: prize * coinsOf(table) };
}

/** Cells of a symbol. */
export function cellsOf(grid: Grid, rows: number, symbol: Rank): Cell[] {
  return grid.flatMap((column, reel) => column.flatMap((other, row) => (other === symbol ? [reel * rows + row] : [])));
}

function lineWins(table: SlotTable, { lines, bothWays }: Extract<Reading, { kind: 'lines' }>, grid: Grid): CoinWin[] {
  const wins: CoinWin[] = [];
  const last = grid.length - 1;
  for (let line = 0; line < lines.length; line++) {
    const rows = lines[line] ?? [];
    const length = begins(grid, rows, 0, 1) ? addRun(wins, table, grid, rows, line + 1, false) : 1;
    if (bothWays && length < grid.length && begins(grid, rows, last, last - 1)) addRun(wins, table, grid, rows, line + 1, true);
  }
  return wins;
}

/** Shortcut: most lines end at the second reel. */
function begins(grid: Grid, rows: readonly number[], first: number, second: number): boolean {
  const [one, other] = [grid[first]?.[rows[first] ?? 0], grid[second]?.[rows[second] ?? 0]];
  return one === other || one === 'wild' || other === 'wild';
}

interface Run {
  readonly symbol: Rank;
  readonly count: number;
  readonly wilds: number;
  /** Wilds before the first other symbol. */
  readonly leading: number;
}

/**
 * Adds the run from one end of a line if it has a prize, and returns its length. Wilds count as their own symbol where that pays
 * more.
 */
function addRun(wins: CoinWin[], table: SlotTable, grid: Grid, rows: readonly number[], line: number, fromRight: boolean): number {
  const { symbol, count, wilds, leading } = runOn(table, grid, rows, fromRight);
  if (count < 2) return count;
  const multiplier = symbol === 'wild' ? 1 : (table.wild?.multiplier ?? 1) ** wilds;
  const coins = prizeFor(table.pays[symbol], count);
  const pure = leading > 0 ? prizeFor(table.pays.wild, leading) : 0;
  const side = fromRight ? { line, fromRight } : { line };
  const add = (own: Pick<CoinWin, 'symbol' | 'count' | 'multiplier' | 'coins'>) =>
    wins.push({ kind: 'line', ...own, ...side, cells: lineCells(table.rows, rows, grid.length, own.count, fromRight) });
  if (pure > 0 && pure >= coins * multiplier) add({ symbol: 'wild', count: leading, multiplier: 1, coins: pure });
  else if (coins > 0) add({ symbol, count, multiplier, coins });
  return count;
}

function runOn(table: SlotTable, grid: Grid, rows: readonly number[], fromRight: boolean): Run {
  let symbol: Rank = 'wild';
  let [count, wilds, leading] = [0, 0, 0];
  for (; count < grid.length; count++) {
    const reel = fromRight ? grid.length - 1 - count : count;
    const other = grid[reel]?.[rows[reel] ?? 0];
    if (other === 'wild') wilds += 1;
    else if (symbol === 'wild' && other !== undefined && table.pays[other]) symbol = other;
    else if (other !== symbol) break;
    if (symbol === 'wild') leading += 1;
  }
  return { symbol, count, wilds, leading };
}

function lineCells(height: number, rows: readonly number[], reels: number, count: number, fromRight: boolean): Cell[] {
  const first = fromRight ? reels - count : 0;
  return Array.from({ length: count }, (_, index) => (first + index) * height + (rows[first + index] ?? 0));
}

function wayWins(table: SlotTable, grid: Grid): CoinWin[] {
  const wins: CoinWin[] = [];
  const [first = []] = grid;
  for (let row = 0; row < first.length; row++) {
    const symbol = first[row] ?? 'wild';
    const prizes = table.pays[symbol];
    if (!prizes || first.indexOf(symbol) < row) continue;
    const { count, ways } = countWays(table, grid, symbol);
    const coins = count < 2 ? 0 : prizeFor(prizes, count);
    if (coins === 0) continue;
    const reels = grid.slice(0, count);
    const cells = [...cellsOf(reels, table.rows, symbol), ...cellsOf(reels, table.rows, 'wild')].sort((a, b) => a - b);
    wins.push({ kind: 'ways', symbol, count, ways, cells, multiplier: 1, coins: coins * ways });
  }
  return wins;
}

function countWays(table: SlotTable, grid: Grid, symbol: Rank): { readonly count: number; readonly ways: number } {
  const wildCounts = table.wild?.multiplier ?? 1;
  let ways = 1;
  for (let reel = 0; reel < grid.length; reel++) {
    let here = 0;
    for (const other of grid[reel] ?? []) here += other === symbol ? 1 : other === 'wild' ? wildCounts : 0;
    if (here === 0) return { count: reel, ways };
    ways *= here;
  }
  return { count: grid.length, ways };
}

function anywhereWins(table: SlotTable, grid: Grid): CoinWin[] {
  const wins: CoinWin[] = [];
  const wilds = countOf(grid, 'wild');
  for (const [symbol, prizes] of paying(table)) {
    const count = countOf(grid, symbol) + wilds;
    const coins = prizeFor(prizes, count);
    if (coins === 0) continue;
    const cells = [...cellsOf(grid, table.rows, symbol), ...cellsOf(grid, table.rows, 'wild')].sort((a, b) => a - b);
    wins.push({ kind: 'anywhere', symbol, count, cells, multiplier: 1, coins });
  }
  return wins;
}

function paying({ pays }: SlotTable): readonly (readonly [Rank, Prizes])[] {
  return PAYING_RANKS.flatMap((symbol) => (pays[symbol] ? [[symbol, pays[symbol]] as const] : []));
}

/** Each cluster once, by its first cell of its own symbol; a wild can belong to several. */
function clusterWins(table: SlotTable, grid: Grid): CoinWin[] {
  const { rows } = table;
  const flat = grid.flat();
  const wins: CoinWin[] = [];
  let seen = 0;
  for (let cell = 0; cell < flat.length; cell++) {
    const symbol = flat[cell] ?? 'wild';
    if (seen & (1 << cell) || !table.pays[symbol]) continue;
    const cells = grow(flat, rows, cell, symbol);
    for (const other of cells) if (flat[other] === symbol) seen |= 1 << other;
    const coins = cells.length < 2 ? 0 : prizeFor(table.pays[symbol], cells.length);
    if (coins > 0) wins.push({ kind: 'cluster', symbol, count: cells.length, cells: cells.sort((a, b) => a - b), multiplier: 1, coins });
  }
  return wins;
}

/** At most 31 cells: one bit each. */
function grow(flat: readonly Rank[], rows: number, start: Cell, symbol: Rank): Cell[] {
  const cells = [start];
  let known = 1 << start;
  const visit = (next: Cell) => {
    const other = flat[next];
    if ((other !== symbol && other !== 'wild') || known & (1 << next)) return;
    known |= 1 << next;
    cells.push(next);
  };
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] ?? 0;
    const row = cell % rows;
    if (row > 0) visit(cell - 1);
    if (row < rows - 1) visit(cell + 1);
    visit(cell - rows);
    visit(cell + rows);
  }
  return cells;
}
