import { type Condition, enumerate, type Group } from './enumerate.ts';
import type { SlotTable, SpinRules } from './table.ts';

/**
 * A part of all combinations that takes no time: the first two reels stand at their first stops. Sums of the base game and of
 * a free spin, to be compared with what was stored when everything was computed.
 */
export function sliceOf(table: SlotTable): string {
  const { free } = table;
  const special = free?.special?.[0]?.[0];
  return [sumsOf(table, table.base, {}), ...(free ? [sumsOf(table, free, { special })] : [])].join(' ');
}

function sumsOf(table: SlotTable, rules: SpinRules, condition: Condition): string {
  const groups = enumerate(table, rules, { ...condition, first: [0, 0] });
  const total = (read: (group: Group) => number) => groups.reduce((sum, group) => sum + read(group), 0);
  return [total(({ count }) => count), total(({ sum }) => sum), total(({ squares }) => squares), groups.length].join('/');
}
