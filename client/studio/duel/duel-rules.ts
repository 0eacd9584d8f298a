import type { DuelVariant } from '../../../shared/studio/catalogue.ts';
import { DUELS, type DuelEnd, type DuelSide, duelChances, duelMultiplier, duelReturn } from '../../../shared/studio/duel.ts';
import { toPercent } from '../../../shared/studio/fraction.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { seatName } from './duel-table.ts';

/** What an end pays, as "×1.75"; the nought of what pays nothing too. */
export function payText(variant: DuelVariant, end: DuelEnd): string {
  return `×${duelMultiplier(DUELS[variant].pays[end] ?? 0).replace(/\.?0+$/, '')}`;
}

export function duelRules({ t, context }: GameContext, variant: DuelVariant): readonly Node[] {
  const { sides } = DUELS[variant];
  const bets: readonly DuelSide[] = sides.includes('tie') ? ['one', 'tie'] : ['one'];
  const rows = bets.flatMap((side) =>
    Object.entries(duelChances(variant, side)).map(([end, chance]) => [
      betName(t, variant, side),
      t(`studio.duel_end_${end}`),
      `${toPercent(chance)}%`,
      payText(variant, end as DuelEnd),
    ]),
  );
  const head = ['studio.bet', 'studio.duel_end', 'studio.chance', 'studio.pays'].map((key) => t(key));
  return [
    h('p', {}, t('studio.duel_against_house')),
    h('p', {}, t(`studio.duel_rule_${variant}`)),
    h('p', {}, t('studio.duel_rule_deck')),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.pay_table')),
    h('div', { class: 'wide-table', tabindex: 0, role: 'group', 'aria-label': t('studio.pay_table') }, ruleTable(head, rows)),
    ...bets.map((side) =>
      h('p', {}, t('studio.duel_rule_return', { bet: betName(t, variant, side), rtp: toPercent(duelReturn(variant, side)) })),
    ),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t(sides.length > 1 ? 'studio.duel_rule_keys_sides' : 'studio.duel_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}

function betName(t: GameContext['t'], variant: DuelVariant, side: DuelSide): string {
  if (side === 'tie') return t('studio.duel_tie');
  return variant === 'pick'
    ? t('studio.duel_either', { one: t(seatName(variant, 'one')), other: t(seatName(variant, 'other')) })
    : t('studio.duel_you');
}
