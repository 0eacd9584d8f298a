import type { SlotVariant } from '../catalogue.ts';
import type { EngineOutcome } from '../protocol.ts';
import { SLOT_MODELS } from './models.ts';
import type { SlotOutcome, SlotStep, SlotWin } from './outcome.ts';
import type { Cell, Rank } from './ranks.ts';
import { cellsOf } from './read-wins.ts';
import type { SlotTable } from './table.ts';

/** Format of a slot's outcome before symbols became ranks (docs/features/slots.md); rounds from that time are stored in it. */
interface EarlierWin {
  /** 0: scatters anywhere. */
  readonly line: number;
  readonly fromRight?: boolean;
  readonly symbol: string;
  readonly count: number;
  readonly payout: string;
}
interface EarlierSpin {
  readonly grid: readonly (readonly string[])[];
  readonly wins: readonly EarlierWin[];
}
export interface EarlierOutcome extends EarlierSpin {
  readonly engine: 'slot';
  readonly scatters: number;
  readonly freeSpins: readonly (EarlierSpin & { readonly multiplier: number })[];
}

const ORDER: readonly Rank[] = ['wild', 'scatter', 'top', 'high1', 'high2', 'high3', 'low1', 'low2', 'low3', 'low4', 'low5'];
const NAMES: Readonly<Partial<Record<SlotVariant, readonly string[]>>> = {
  harbour: ['wild', '', 'ship', 'anchor', 'compass', 'gull', 'shell', 'ace', 'king', 'queen', 'jack'],
  lantern: ['wild', 'scatter', 'dragon', 'koi', 'lotus', 'fan', 'ace', 'king', 'queen', 'jack'],
  gems: ['wild', '', 'seven', 'ruby', 'emerald', 'sapphire', 'topaz', 'amethyst'],
};

/**
 * The pay tables of that time, by the hash stored with the rounds. Strips, lines and prizes are those of the current models with
 * other names for the symbols, so these rounds can still be recomputed; `earlier.test.ts` checks that both agree.
 */
export const EARLIER_RULES: Readonly<Record<string, SlotVariant>> = {
  '53e26c2dfa6dabc24c678686991f43f5586b5a1f6aa70593dc93385dad5d40ec': 'harbour',
  fb1004aa654971049a3fc7d4086ee3f3f1b38044937b3408b5e0c413d3e50dae: 'lantern',
  '6a1f95ca0587a2cfbeb94d34f060a8dc62b4d81680a993e151c8a82cbc7106c2': 'gems',
};

export function isEarlierOutcome(outcome: object): outcome is EarlierOutcome {
  return 'grid' in outcome && 'freeSpins' in outcome;
}

/** Converts a stored outcome of any age to the current format; `rulesHash` is that of its round. */
export function readOutcome(stored: EngineOutcome | EarlierOutcome, rulesHash: string): EngineOutcome {
  if (!isEarlierOutcome(stored)) return stored;
  const variant = EARLIER_RULES[rulesHash];
  if (!variant) throw new Error(`an earlier outcome under unknown rules ${rulesHash}`);
  return fromEarlier(variant, SLOT_MODELS[variant], stored);
}

/** The outcome in the current format. */
export function fromEarlier(variant: SlotVariant, table: SlotTable, { grid, wins, scatters, freeSpins }: EarlierOutcome): SlotOutcome {
  const rankOf = (name: string): Rank => ORDER[(NAMES[variant] ?? []).indexOf(name)] ?? 'low5';
  const step = (spin: EarlierSpin, multiplier: number): SlotStep => {
    const ranks = spin.grid.map((column) => column.map(rankOf));
    const seen = table.wild?.expands ? ranks.map((column) => (column.includes('wild') ? column.map((): Rank => 'wild') : column)) : ranks;
    const differs = seen.some((column, reel) => column !== ranks[reel]);
    const newWins = spin.wins.map((win): SlotWin => {
      const common = { symbol: rankOf(win.symbol), count: win.count, multiplier, payout: win.payout };
      if (win.line === 0) return { kind: 'scatter', ...common, cells: cellsOf(ranks, table.rows, 'scatter') };
      const side = win.fromRight ? { fromRight: true } : {};
      return { kind: 'line', ...common, line: win.line, ...side, cells: lineCells(table, win) };
    });
    return { grid: ranks, ...(differs ? { seen } : {}), multiplier, wins: newWins };
  };
  const base = { kind: 'base' as const, multiplier: 1, steps: [step({ grid, wins }, 1)], scatters };
  const free = freeSpins.map((spin) => ({
    kind: 'free' as const,
    multiplier: spin.multiplier,
    steps: [step(spin, spin.multiplier)],
    scatters: spin.grid.flat().filter((name) => name === 'scatter').length,
  }));
  return { engine: 'slot', spins: [free.length > 0 ? { ...base, awarded: free.length } : base, ...free] };
}

function lineCells({ reading, rows }: SlotTable, { line, count, fromRight }: EarlierWin): Cell[] {
  const places = (reading.kind === 'lines' ? reading.lines[line - 1] : undefined) ?? [];
  const cells = places.map((row, reel) => reel * rows + row);
  return fromRight ? cells.slice(-count) : cells.slice(0, count);
}
