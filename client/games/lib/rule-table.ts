import { inCoins } from '../../../shared/money/currency-steps.ts';
import { toScreen, UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';
import { h } from './dom.ts';
import type { GameContext } from './game-view.ts';

const TEN = 10n * UNITS_PER_WHOLE;

/** A table whose first column names its rows. */
export function ruleTable(head: readonly string[], rows: readonly (readonly (Node | string)[])[]): HTMLElement {
  const headRow = h('tr', {}, ...head.map((text) => h('th', { scope: 'col' }, text)));
  const body = rows.map((row) =>
    h('tr', {}, ...row.map((cell, index) => (index === 0 ? h('th', { scope: 'row' }, cell) : h('td', {}, cell)))),
  );
  return h('table', { class: 'rule-table' }, h('thead', {}, headRow), h('tbody', {}, ...body));
}

/** The stake of an example, and how its amounts are shown: 10.00, or a round amount of a currency without decimals ("¥1,000"). */
export function exampleStake({ money, coin }: Pick<GameContext, 'money' | 'coin'>): { readonly stake: Units; show(amount: Units): string } {
  if (coin() % UNITS_PER_WHOLE === 0n) return { stake: inCoins(TEN, coin()), show: money };
  return { stake: TEN, show: (amount) => toScreen(amount, '') };
}
