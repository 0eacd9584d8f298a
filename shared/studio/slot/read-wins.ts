import type { SlotWin } from './outcome.ts';
import type { Cell, Grid, Rank } from './ranks.ts';
import { coinsOf, prizeFor, type Reading, type SlotTable } from './table.ts';

/** A win before money: `coins` times `multiplier` coins. */
export interface CoinWin extends Omit<SlotWin, 'payout'> {
  readonly coins: number;
}

/** The wins of a grid as prizes see it, without scatters. */
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

/** The special symbol grown over its reels: paid on all lines, whether or not the reels are neighbours. */
export function bookWin(table: SlotTable, grid: Grid, special: Rank): CoinWin | undefined {
  const reels = grid.flatMap((column, reel) => (column.includes(special) ? [reel] : []));
  const prize = prizeFor(table.pays[special], reels.length);
  if (prize === 0) return undefined;
  const cells = reels.flatMap((reel) => (grid[reel] ?? []).map((_, row) => reel * table.rows + row));
  return { kind: 'book', symbol: special, count: reels.length, cells, multiplier: 1, coins: prize * coinsOf(table) };
}

/** Where a symbol stands. */
export function cellsOf(grid: Grid, rows: number, symbol: Rank): Cell[] {
  return grid.flatMap((column, reel) => column.flatMap((other, row) => (other === symbol ? [reel * rows + row] : [])));
}

function lineWins(table: SlotTable, { lines, bothWays }: Extract<Reading, { kind: 'lines' }>, grid: Grid): CoinWin[] {
  const wins: CoinWin[] = [];
  for (let line = 0; line < lines.length; line++) {
    const rows = lines[line] ?? [];
    const length = addRun(wins, table, grid, rows, line + 1, false);
    if (bothWays && length < grid.length) addRun(wins, table, grid, rows, line + 1, true);
  }
  return wins;
}

interface Run {
  readonly symbol: Rank;
  readonly count: number;
  readonly wilds: number;
  /** Wilds before the first other symbol. */
  readonly leading: number;
}

/** Adds the run from one end of a line if it has a prize; answers its length. Wilds alone count as themselves where that is more. */
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
  for (const symbol of new Set(first)) {
    const prizes = table.pays[symbol];
    if (!prizes) continue;
    const run = countWays(table, grid, symbol);
    const coins = prizeFor(prizes, run.count);
    if (coins > 0) wins.push({ kind: 'ways', symbol, ...run, multiplier: 1, coins: coins * run.ways });
  }
  return wins;
}

function countWays(table: SlotTable, grid: Grid, symbol: Rank): { count: number; ways: number; cells: Cell[] } {
  const wildCounts = table.wild?.multiplier ?? 1;
  const cells: Cell[] = [];
  let ways = 1;
  for (let reel = 0; reel < grid.length; reel++) {
    let here = 0;
    const column = grid[reel] ?? [];
    for (let row = 0; row < column.length; row++) {
      const other = column[row];
      if (other !== symbol && other !== 'wild') continue;
      here += other === 'wild' ? wildCounts : 1;
      cells.push(reel * table.rows + row);
    }
    if (here === 0) return { count: reel, ways, cells };
    ways *= here;
  }
  return { count: grid.length, ways, cells };
}

function anywhereWins(table: SlotTable, grid: Grid): CoinWin[] {
  const counts = new Map<Rank, number>();
  for (const column of grid) for (const symbol of column) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  const wilds = counts.get('wild') ?? 0;
  const wins: CoinWin[] = [];
  for (const [symbol, own] of counts) {
    const prizes = symbol === 'wild' ? undefined : table.pays[symbol];
    const coins = prizes ? prizeFor(prizes, own + wilds) : 0;
    if (coins === 0) continue;
    const cells = [...cellsOf(grid, table.rows, symbol), ...cellsOf(grid, table.rows, 'wild')].sort((a, b) => a - b);
    wins.push({ kind: 'anywhere', symbol, count: own + wilds, cells, multiplier: 1, coins });
  }
  return wins;
}

/** Each cluster once, by its first cell of its own symbol; a wild can belong to several. */
function clusterWins(table: SlotTable, grid: Grid): CoinWin[] {
  const { rows } = table;
  const flat = grid.flat();
  const seen = new Set<Cell>();
  const wins: CoinWin[] = [];
  for (let cell = 0; cell < flat.length; cell++) {
    const symbol = flat[cell] ?? 'wild';
    if (symbol === 'wild' || seen.has(cell) || !table.pays[symbol]) continue;
    const cells = grow(flat, rows, cell, symbol);
    for (const other of cells) if (flat[other] === symbol) seen.add(other);
    const coins = prizeFor(table.pays[symbol], cells.length);
    if (coins > 0) wins.push({ kind: 'cluster', symbol, count: cells.length, cells: cells.sort((a, b) => a - b), multiplier: 1, coins });
  }
  return wins;
}

function grow(flat: readonly Rank[], rows: number, start: Cell, symbol: Rank): Cell[] {
  const cells = [start];
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] ?? 0;
    const row = cell % rows;
    const beside = [row > 0 ? cell - 1 : -1, row < rows - 1 ? cell + 1 : -1, cell - rows, cell + rows];
    for (const next of beside) {
      if ((flat[next] === symbol || flat[next] === 'wild') && !cells.includes(next)) cells.push(next);
    }
  }
  return cells;
}
