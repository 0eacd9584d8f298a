import { countOf, type Grid, type Rank } from './ranks.ts';
import { bookWin, type CoinWin, cellsOf, readWins } from './read-wins.ts';
import { CASCADE_MOST, coinsOf, prizeFor, type SlotTable, type SpinRules } from './table.ts';

/** All draws of a spin except its multiplier. */
export interface Drawn {
  /** 0 for a held reel, which is not drawn. */
  readonly stops: readonly number[];
  /** One bit per reel: full of wilds before the spin. */
  readonly held: number;
  readonly special: Rank | undefined;
  /** The symbol that mystery symbols become. */
  readonly turned: Rank | undefined;
}

export interface GridStep {
  readonly grid: Grid;
  /** Grid as evaluated; the same object when nothing changed. */
  readonly seen: Grid;
  /** Multiplier of the cascade step. */
  readonly multiplier: number;
  readonly wins: readonly CoinWin[];
}
export interface Settled {
  readonly gridSteps: readonly GridStep[];
  /** All prizes in coins, before the multiplier of the spin. */
  readonly coins: number;
  readonly scatters: number;
  /** Reels full of wilds after the spin. */
  readonly held: number;
}

/** The payout of a spin as a pure function of the table and the draws. Used both to play and to enumerate. */
export function settleSpin(table: SlotTable, rules: SpinRules, drawn: Drawn): Settled {
  const gridSteps: GridStep[] = [];
  const stops = rules.ladder ? [...drawn.stops] : [];
  let grid: Grid = columnsOf(rules, table.rows).map((columns, reel) =>
    drawn.held & (1 << reel) ? wildColumn(table.rows) : (columns[drawn.stops[reel] ?? 0] ?? []),
  );
  let [coins, held] = [0, drawn.held];
  for (;;) {
    const { seen, wild } = seenGrid(table, grid, drawn);
    held |= wild;
    const wins = readWins(table, seen);
    const grown = drawn.special === undefined ? undefined : bookWin(table, seen, drawn.special);
    if (grown) wins.push(grown);
    const multiplier = ladderAt(rules, gridSteps.length);
    for (const win of wins) coins += win.coins * win.multiplier * multiplier;
    gridSteps.push({ grid, seen, multiplier, wins });
    if (wins.length === 0 || !rules.ladder || gridSteps.length === CASCADE_MOST) break;
    grid = drop(table, rules, grid, wins, stops);
  }
  const scatters = countOf(grid, 'scatter');
  const prize = rules === table.base ? scatterWin(table, grid, scatters) : undefined;
  const last = gridSteps.at(-1);
  if (!prize || !last) return { gridSteps, coins, scatters, held };
  gridSteps[gridSteps.length - 1] = { ...last, wins: [...last.wins, prize] };
  return { gridSteps, coins: coins + prize.coins, scatters, held };
}

/** Whether a stop shows the symbol before any cascade. */
export function shows(rules: SpinRules, rows: number, stops: readonly number[], symbol: Rank): boolean {
  return rules.strips.some((strip, reel) => {
    for (let row = 0; row < rows; row++) if (strip[((stops[reel] ?? 0) + row) % strip.length] === symbol) return true;
    return false;
  });
}

function ladderAt({ ladder }: SpinRules, step: number): number {
  return ladder ? (ladder[Math.min(step, ladder.length - 1)] ?? 1) : 1;
}

/** Reveals mystery symbols and expands wilds; `wild` has a bit for each reel that a wild has filled. */
function seenGrid(table: SlotTable, grid: Grid, { turned }: Drawn): { seen: Grid; wild: number } {
  if (!table.wild?.expands && turned === undefined) return { seen: grid, wild: 0 };
  let [wild, changed] = [0, false];
  const seen = grid.map((column, reel) => {
    const fills = table.wild?.expands && column.includes('wild');
    if (fills) wild |= 1 << reel;
    if (!fills && !(turned && column.includes('mystery'))) return column;
    changed = true;
    return fills ? wildColumn(table.rows) : column.map((symbol) => (symbol === 'mystery' && turned ? turned : symbol));
  });
  return { seen: changed ? seen : grid, wild };
}

/** Removes the winners and lets symbols fall; each strip continues from above, and `stops` are moved with it. */
function drop({ rows }: SlotTable, rules: SpinRules, grid: Grid, wins: readonly CoinWin[], stops: number[]): Grid {
  const removed = new Set(wins.flatMap((win) => win.cells));
  return grid.map((column, reel) => {
    const remaining = column.filter((_, row) => !removed.has(reel * rows + row));
    const missing = column.length - remaining.length;
    if (missing === 0) return column;
    const columns = columnsOf(rules, rows)[reel] ?? [];
    const stop = ((stops[reel] ?? 0) - missing + columns.length * rows) % columns.length;
    stops[reel] = stop;
    return [...(columns[stop] ?? []).slice(0, missing), ...remaining];
  });
}

function scatterWin(table: SlotTable, grid: Grid, count: number): CoinWin | undefined {
  const prize = prizeFor(table.scatter, count);
  if (prize === 0) return undefined;
  const cells = cellsOf(grid, table.rows, 'scatter');
  return { kind: 'scatter', symbol: 'scatter', count, cells, multiplier: 1, coins: prize * coinsOf(table) };
}

const windows = new WeakMap<SpinRules, readonly (readonly (readonly Rank[])[])[]>();
/** The columns of every reel at every stop, precomputed so that a spin only looks them up. */
function columnsOf(rules: SpinRules, rows: number): readonly (readonly (readonly Rank[])[])[] {
  let columns = windows.get(rules);
  if (!columns) {
    columns = rules.strips.map((strip) =>
      strip.map((_, top) => Array.from({ length: rows }, (__, row) => strip[(top + row) % strip.length] ?? 'low1')),
    );
    windows.set(rules, columns);
  }
  return columns;
}

function wildColumn(rows: number): readonly Rank[] {
  return new Array<Rank>(rows).fill('wild');
}
