import type { Units } from '../../../shared/money/money.ts';
import { coinsOf, prizeFor, type SlotTable } from '../../../shared/studio/slot/table.ts';
import { h, svg } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { symbol } from './reel.ts';
import { linePath } from './win-lines.ts';

/** Rules, pay table and lines of a slot. Prizes are multiples of the line stake, and money once a stake is known. */
export function slotRules(table: SlotTable, { t, money, context }: GameContext, stake: Units): readonly Node[] {
  const lineStake = stake / BigInt(coinsOf(table));
  const prize = (pays: number) =>
    h('span', { class: 'rule-prize' }, `×${pays}`, stake > 0n && h('small', {}, money(lineStake * BigInt(pays))));
  const name = (id: string) => h('span', { class: 'rule-symbol' }, symbol(id), t(`studio.symbol_${id}`));
  const rows = Object.entries(table.pays).map(([id, pays]) => [name(id), ...[3, 4, 5].map((count) => prize(prizeFor(pays, count)))]);
  const more = [
    t('studio.slot_rule_wild', { symbol: t('studio.symbol_wild') }),
    table.wild?.expands === true && t('studio.slot_rule_expands'),
    t(table.reading.kind === 'lines' && table.reading.bothWays ? 'studio.slot_rule_both' : 'studio.slot_rule_left'),
  ];
  return [
    h('p', {}, t('studio.slot_rule_intro', { lines: coinsOf(table) })),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.pay_table')),
    ruleTable([t('studio.symbol'), '3', '4', '5'], rows),
    h('h3', {}, t('studio.how_it_pays')),
    h('ul', { class: 'rule-list' }, ...more.map((text) => text !== false && h('li', {}, text))),
    ...scatterRules(table, t),
    h('h3', {}, t('studio.lines')),
    h(
      'div',
      { class: 'line-maps' },
      ...(table.reading.kind === 'lines' ? table.reading.lines : []).map((line, index) => lineMap(line, index + 1)),
    ),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}

function scatterRules({ scatter, free }: SlotTable, t: GameContext['t']): readonly Node[] {
  if (!scatter) return [];
  const rows = Object.keys(scatter).map((count) => [
    t('studio.scatters', { count: Number(count) }),
    t('studio.times_stake', { multiplier: scatter[Number(count)] ?? 0 }),
    String(prizeFor(free?.won, Number(count))),
  ]);
  return [
    h('h3', {}, t('studio.free_spins')),
    h('p', {}, t('studio.slot_rule_scatter', { multiplier: free?.multipliers?.[0]?.[0] ?? 1 })),
    ruleTable([t('studio.symbol'), t('studio.prize'), t('studio.free_spins')], rows),
  ];
}

function lineMap(line: readonly number[], number: number): HTMLElement {
  const dots = line.flatMap((_, reel) =>
    [0, 1, 2].map((row) => svg('circle', { cx: reel * 100 + 50, cy: row * 100 + 50, r: 16, class: line[reel] === row ? 'dot on' : 'dot' })),
  );
  const map = svg(
    'svg',
    { viewBox: '-10 0 520 300', class: 'line-map', 'aria-hidden': 'true' },
    ...dots,
    svg('path', { d: linePath(line), class: 'line' }),
  );
  return h('div', { class: 'line-box' }, h('span', { class: 'quiet' }, String(number)), map);
}
