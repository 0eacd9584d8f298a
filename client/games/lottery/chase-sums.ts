import type { ChaseTicket } from '../../../shared/games/lottery/chase.ts';
import type { Units } from '../../../shared/money/money.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';

export interface ChaseSums {
  readonly element: HTMLElement;
  show(tickets: readonly ChaseTicket[]): void;
}

/** What the tickets of a chase cost and can win, one by one and together. */
export function createChaseSums({ t, money }: Pick<GameContext, 't' | 'money'>): ChaseSums {
  const list = h('dl', { class: 'lotto-chase-sums' });
  const tickets = h('ol', { class: 'lotto-chase-tickets' });
  const each = h('details', { class: 'lotto-chase-each' }, h('summary', {}, t('studio.lotto_chase_list')), tickets);
  const element = h('div', { class: 'lotto-chase-money', hidden: true }, list, each);
  const line = (label: string, value: string) => h('div', {}, h('dt', {}, label), h('dd', {}, value));
  /** The tickets grow evenly: the first and the last one have the lowest and the highest amount. */
  function range(amounts: readonly Units[]): string {
    const [first = 0n, last = first] = [amounts[0], amounts.at(-1)];
    return first === last ? money(first) : t('studio.lotto_range', { from: money(first), to: money(last) });
  }
  return {
    element,
    show(found) {
      element.hidden = found.length === 0;
      const total = found.reduce((sum, { cost }) => sum + cost, 0n);
      list.replaceChildren(
        line(t('studio.lotto_chase_cost'), range(found.map(({ cost }) => cost))),
        line(t('studio.lotto_chase_most'), range(found.map(({ most }) => most))),
        line(t('studio.lotto_chase_total', { draws: found.length }), money(total)),
        line(t('studio.lotto_chase_lost'), money(total)),
      );
      tickets.replaceChildren(
        ...found.map(({ multiplier, cost, most }) =>
          h('li', {}, t('studio.lotto_chase_line', { times: multiplier, cost: money(cost), most: money(most) })),
        ),
      );
    },
  };
}
