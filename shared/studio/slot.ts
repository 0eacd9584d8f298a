import { toWire, type Units } from '../money/money.ts';
import type { SlotVariant } from './catalogue.ts';
import type { FairStream } from './fairness.ts';
import type { EngineOutcome, SlotWin } from './protocol.ts';
import { SLOT_TABLES, type SlotTable } from './slot-tables.ts';

type SlotOutcome = Extract<EngineOutcome, { engine: 'slot' }>;
type Grid = readonly (readonly string[])[];
/** Line 0 is the scatter prize. */
interface Win extends Omit<SlotWin, 'payout'> {
  readonly payout: Units;
}

/** `stake` is a whole number of cents on each line, so that no prize has a fraction of a cent. */
export function playSlot(variant: SlotVariant, stake: Units, stream: FairStream): { outcome: SlotOutcome; payout: Units } {
  return playTable(SLOT_TABLES[variant], stake, stream);
}

export function playTable(table: SlotTable, stake: Units, stream: FairStream): { outcome: SlotOutcome; payout: Units } {
  const grid = spin(table, stream);
  const scatters = countScatters(table, grid);
  const scatterPrize = table.scatter?.pays[scatters] ?? 0;
  const wins = lineWins(table, grid, stake / BigInt(table.lines.length));
  if (table.scatter && scatterPrize > 0) {
    wins.push({ line: 0, symbol: table.scatter.symbol, count: scatters, payout: stake * BigInt(scatterPrize) });
  }
  const multiplier = table.scatter?.multiplier ?? 1;
  const freeSpins = Array.from({ length: table.scatter?.freeSpins[scatters] ?? 0 }, () => {
    const freeGrid = spin(table, stream);
    return { grid: freeGrid, wins: lineWins(table, freeGrid, (stake / BigInt(table.lines.length)) * BigInt(multiplier)), multiplier };
  });
  return {
    outcome: { engine: 'slot', grid, wins: wire(wins), scatters, freeSpins: freeSpins.map((free) => ({ ...free, wins: wire(free.wins) })) },
    payout: [wins, ...freeSpins.map((free) => free.wins)].flat().reduce((sum, win) => sum + win.payout, 0n),
  };
}

/** The grid as prizes see it: expanding wilds fill their reel. */
export function expanded(table: SlotTable, grid: Grid): Grid {
  const { symbol, expands } = table.wild;
  return expands ? grid.map((column) => (column.includes(symbol) ? column.map(() => symbol) : column)) : grid;
}

/** Reels stop from left to right, one number of the stream each. */
function spin(table: SlotTable, stream: FairStream): Grid {
  return table.strips.map((strip) => windowAt(strip, stream.below(strip.length), table.rows));
}

function windowAt(strip: readonly string[], stop: number, rows: number): readonly string[] {
  return Array.from({ length: rows }, (_, row) => strip[(stop + row) % strip.length] ?? '');
}

function countScatters(table: SlotTable, grid: Grid): number {
  return grid.flat().filter((symbol) => symbol === table.scatter?.symbol).length;
}

function lineWins(table: SlotTable, grid: Grid, lineStake: Units): Win[] {
  const seen = expanded(table, grid);
  const wins: Win[] = [];
  table.lines.forEach((rows, index) => {
    const symbols = rows.map((row, reel) => seen[reel]?.[row] ?? '');
    const forward = runOf(table, symbols);
    const backward = table.bothWays && forward.count < symbols.length ? runOf(table, symbols.toReversed()) : undefined;
    for (const [run, fromRight] of [[forward, false] as const, [backward, true] as const]) {
      const prize = run ? prizeOf(table, run.symbol, run.count) : 0;
      if (run && prize > 0) wins.push({ line: index + 1, ...run, fromRight, payout: lineStake * BigInt(prize) });
    }
  });
  return wins;
}

function runOf(table: SlotTable, symbols: readonly string[]): { symbol: string; count: number } {
  const symbol = symbols[0] ?? '';
  const end = symbols.findIndex((other) => other !== symbol && other !== table.wild.symbol);
  return { symbol, count: end === -1 ? symbols.length : end };
}

function prizeOf(table: SlotTable, symbol: string, count: number): number {
  return count < 3 ? 0 : (table.pays[symbol]?.[count - 3] ?? 0);
}

function wire(wins: readonly Win[]): SlotWin[] {
  return wins.map((win) => ({ ...win, payout: toWire(win.payout) }));
}
