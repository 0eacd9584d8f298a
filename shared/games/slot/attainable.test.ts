import { expect, test } from 'vitest';
import { SLOT_MODELS } from './models.ts';
import witnesses from './prize-witnesses.json' with { type: 'json' };
import { RANKS, type Rank } from './ranks.ts';
import { settleSpin } from './settle-spin.ts';
import type { SlotTable } from './table.ts';

/** "base 3 0 12 5 7", with the symbol of mystery symbols at the end. */
type Witness = string;
const WITNESSES: Readonly<Record<string, Readonly<Record<string, Witness>>>> = witnesses;

/** The prizes, as "top:5", that a spin pays with these stops. */
function paidBy(table: SlotTable, witness: Witness): readonly string[] {
  const [kind = '', ...numbers] = witness.split(' ');
  const turned = RANKS.find((rank) => rank === numbers.at(-1));
  const rules = kind === 'free' && table.free ? table.free : table.base;
  const { gridSteps } = settleSpin(table, rules, {
    stops: numbers.slice(0, rules.strips.length).map(Number),
    held: 0,
    special: undefined,
    turned,
  });
  return gridSteps.flatMap(({ wins }) => wins.map(({ symbol, count }) => `${symbol}:${tierOf(table, symbol, count)}`));
}

function tierOf({ pays }: SlotTable, symbol: Rank, count: number): number {
  const tiers = Object.keys(pays[symbol] ?? {}).map(Number);
  return Math.max(...tiers.filter((least) => least <= count));
}

/** Every prize of a pay table must be attainable with its reels: the file has stops for each prize. */
test.each(Object.entries(SLOT_MODELS))('%s can pay every prize of its table', (name, table) => {
  for (const [symbol, prizes] of Object.entries(table.pays)) {
    for (const count of Object.keys(prizes)) {
      const witness = WITNESSES[name]?.[`${symbol}:${count}`] ?? '';
      expect(paidBy(table, witness), `${symbol}:${count} by "${witness}"`).toContain(`${symbol}:${count}`);
    }
  }
});
