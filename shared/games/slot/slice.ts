import { type Condition, enumerate, type Group } from './enumerate.ts';
import type { SlotTable, SpinRules } from './table.ts';

/**
 * A fast subset of all combinations: the first two reels are fixed at their first stops. The sums of the base game and of a free
 * spin are compared with those stored by the full computation.
 */
export function sliceOf(table: SlotTable): string {
  const { free } = table;
  const special = free?.special?.[0]?.[0];
  return [sumsOf(table, table.base, {}), ...(free ? [sumsOf(table, free, special ? { special } : {})] : [])].join(' ');
}

function sumsOf(table: SlotTable, rules: SpinRules, condition: Condition): string {
  const groups = enumerate(table, rules, { ...condition, first: [0, 0] });
  const total = (read: (group: Group) => number) => groups.reduce((sum, group) => sum + read(group), 0);
  return [total(({ count }) => count), total(({ sum }) => sum), total(({ squares }) => squares), groups.length].join('/');
}
