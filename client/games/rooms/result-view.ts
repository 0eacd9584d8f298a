import type { EndedHand, TableView } from '../../../shared/games/rooms/protocol.ts';
import { cardFace } from '../duel/card.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { verifyLink } from '../lib/history-panel.ts';
import { unitsOf } from '../lib/stakes.ts';
import { aliasName } from './seat-view.ts';

/** How a hand ended, in one sentence. */
export function resultText(last: EndedHand, mySeat: number | null, { t, money }: Pick<GameContext, 't' | 'money'>): string {
  if (last.state === 'void')
    return t(last.unpaid ? 'studio.room_void_unpaid' : 'studio.room_void', { stake: money(last.stake ?? '0.0000') });
  if (last.stake !== null && last.payout !== null && unitsOf(last.payout) > 0n) return t('studio.room_won', { amount: money(last.payout) });
  const winner = last.left.find(({ seat }) => seat === last.winner);
  const name = winner && winner.seat !== mySeat ? aliasName(winner.alias, t) : '';
  return t('studio.room_lost', { name, amount: money(last.pot) });
}

/** The result of a hand above the table: winnings, remaining cards, the rake, and the link to verify it. */
export function resultPanel(last: EndedHand, view: TableView, game: GameContext): HTMLElement {
  const { t, money } = game;
  const others = last.left.filter(({ cards }) => cards.length > 0);
  const won = last.stake !== null && unitsOf(last.payout ?? '0.0000') > unitsOf(last.stake);
  return h(
    'div',
    { class: won ? 'room-result won' : 'room-result' },
    h('p', { class: 'room-result-title' }, resultText(last, view.seat, game)),
    last.state === 'done' &&
      last.verifyUrl !== '' &&
      h('p', { class: 'room-result-sum' }, t('studio.room_sum', { pot: money(last.pot), rake: money(last.rake) })),
    !last.paid && h('p', { class: 'room-result-sum' }, t('studio.room_paying')),
    last.state === 'done' &&
      h(
        'ul',
        { class: 'room-left' },
        ...others.map(({ seat, alias, cards }) =>
          h(
            'li',
            {},
            h(
              'span',
              {},
              seat === view.seat ? t('studio.room_you') : aliasName(alias, t),
              ` · ${t('studio.room_cards', { count: cards.length })}`,
            ),
            h('span', { class: 'room-left-cards', 'aria-hidden': 'true' }, ...cards.map((card) => h('span', {}, cardFace(card)))),
          ),
        ),
      ),
    // Only hands of the studio can be verified.
    last.verifyUrl !== '' && h('p', { class: 'room-result-link' }, verifyLink(last, t, t('studio.room_verify'))),
  );
}
