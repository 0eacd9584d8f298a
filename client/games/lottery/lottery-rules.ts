import { prizeModeOf } from '../../../shared/games/lottery/draws.ts';
import { playTypesOf } from '../../../shared/games/lottery/order.ts';
import { pricesOf, shownTop } from '../../../shared/games/lottery/prices.ts';
import { hasRebate } from '../../../shared/games/lottery/rebate.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import { h } from '../lib/dom.ts';
import { howText, lotteryText } from './names.ts';
import type { LotteryPage } from './place-ticket.ts';

/** How draws and tickets work, and every play type with its highest odds. */
export function lotteryRules({ t, context }: Pick<LotteryPage, 't' | 'context'>): readonly Node[] {
  const game = context as { readonly variant: Parameters<typeof playTypesOf>[0]['variant'] };
  const mode = prizeModeOf(game) ?? 'Lott';
  return [
    h('p', {}, t('studio.lotto_rule_draws')),
    h('p', {}, t('studio.lotto_rule_tickets')),
    h('p', {}, t('studio.lotto_rule_chase')),
    ...(hasRebate(mode) ? [h('p', {}, t('studio.lotto_rule_rebate'))] : []),
    h('p', {}, t('studio.lotto_rule_return', { rtp: context.rtp })),
    h('p', {}, t('studio.lotto_rule_keys')),
    ...playTypesOf(game).flatMap(({ rule, ...playType }) => {
      const top = pricesOf(rule, mode)
        .map((price) => shownTop(rule, price))
        .reduce((most, one) => (one > most ? one : most));
      return [
        h('h3', {}, lotteryText(playType.name, t)),
        h('p', {}, `${howText(playType, t)} ${t('studio.lotto_rule_top', { odds: hundredthsText(top) })}`),
      ];
    }),
  ];
}
