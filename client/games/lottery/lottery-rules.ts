import { prizeModeOf } from '../../../shared/games/lottery/draws.ts';
import { playTypesOf } from '../../../shared/games/lottery/order.ts';
import { pricesOf, topOf } from '../../../shared/games/lottery/prices.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import { h } from '../lib/dom.ts';
import { lotteryText } from './names.ts';
import type { LotteryPage } from './place-ticket.ts';

/** How draws and tickets work, and every play type with its highest odds. */
export function lotteryRules({ t, context }: Pick<LotteryPage, 't' | 'context'>): readonly Node[] {
  const game = context as { readonly variant: Parameters<typeof playTypesOf>[0]['variant'] };
  const mode = prizeModeOf(game) ?? 'Lott';
  return [
    h('p', {}, t('studio.lotto_rule_draws')),
    h('p', {}, t('studio.lotto_rule_tickets')),
    h('p', {}, t('studio.lotto_rule_chase')),
    h('p', {}, t('studio.lotto_rule_return', { rtp: context.rtp })),
    h('p', {}, t('studio.lotto_rule_keys')),
    ...playTypesOf(game).flatMap(({ name, how, rule }) => {
      const top = pricesOf(rule, mode)
        .map(topOf)
        .reduce((most, one) => (one > most ? one : most));
      return [
        h('h3', {}, lotteryText(name, t)),
        h('p', {}, `${lotteryText(how, t)} ${t('studio.lotto_rule_top', { odds: hundredthsText(top) })}`),
      ];
    }),
  ];
}
