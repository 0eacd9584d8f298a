import { h } from './dom.ts';

/** A table whose first column names its rows. */
export function ruleTable(head: readonly string[], rows: readonly (readonly (Node | string)[])[]): HTMLElement {
  const headRow = h('tr', {}, ...head.map((text) => h('th', { scope: 'col' }, text)));
  const body = rows.map((row) =>
    h('tr', {}, ...row.map((cell, index) => (index === 0 ? h('th', { scope: 'row' }, cell) : h('td', {}, cell)))),
  );
  return h('table', { class: 'rule-table' }, h('thead', {}, headRow), h('tbody', {}, ...body));
}
