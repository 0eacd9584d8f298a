import type { DuelVariant } from '../../../shared/games/catalogue.ts';
import { DUELS, type DuelEnd, type DuelSide, duelChances, duelReturn } from '../../../shared/games/duel.ts';
import { type Fraction, toPercent } from '../../../shared/games/fraction.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { timesText } from '../lib/times-text.ts';
import { seatName } from './duel-table.ts';

/** What an outcome pays, as "×1.75"; "×0" for one that pays nothing. */
export function payText(variant: DuelVariant, end: DuelEnd): string {
  return timesText(hundredthsText(DUELS[variant].pays[end] ?? 0));
}

export function duelRules({ t, context }: GameContext, variant: DuelVariant): readonly Node[] {
  const { sides } = DUELS[variant];
  const bets: readonly DuelSide[] = sides.includes('tie') ? ['one', 'tie'] : ['one'];
  return [
    h('p', {}, t('studio.duel_against_house')),
    h('p', {}, t(`studio.duel_rule_${variant}`)),
    h('p', {}, t('studio.duel_rule_deck')),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.pay_table')),
    ...bets.flatMap((side) =>
      [bets.length > 1 && betTitle(t, variant, side), chanceTable(t, variant, side)].filter((node) => node !== false),
    ),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t(sides.length > 1 ? 'studio.duel_rule_keys_sides' : 'studio.duel_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}

/** The outcomes of a bet, the best first. */
function chanceTable(t: GameContext['t'], variant: DuelVariant, side: DuelSide): HTMLElement {
  const { pays } = DUELS[variant];
  const ends = Object.entries(duelChances(variant, side)) as [DuelEnd, Fraction][];
  const rows = ends
    .sort(([one], [other]) => (pays[other] ?? 0) - (pays[one] ?? 0))
    .map(([end, chance]) => [t(`studio.duel_end_${end}`), `${toPercent(chance)}%`, payText(variant, end)]);
  return ruleTable([t('studio.duel_end'), t('studio.duel_chance'), t('studio.pays')], rows);
}

function betTitle(t: GameContext['t'], variant: DuelVariant, side: DuelSide): HTMLElement {
  const one = t(seatName(variant, 'one'));
  const bet = side === 'tie' ? t('studio.duel_tie') : t('studio.duel_either', { one, other: t(seatName(variant, 'other')) });
  return h('p', {}, t('studio.duel_rule_return', { bet, rtp: toPercent(duelReturn(variant, side)) }));
}
