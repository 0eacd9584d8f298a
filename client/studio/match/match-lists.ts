import type { MatchEvent, Ticket } from '../../../shared/studio/events/protocol.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { verifyLink } from '../lib/history-panel.ts';

type Texts = Pick<GameContext, 't' | 'money'>;

/** The player's bets, open ones first. */
export function ticketItems(tickets: readonly Ticket[], { t, money }: Texts): readonly HTMLElement[] {
  if (tickets.length === 0) return [h('li', { class: 'match-empty' }, t('studio.match_no_bets'))];
  const isOpen = ({ status }: Ticket) => status === 'open' || status === 'pending';
  return [...tickets.filter(isOpen), ...tickets.filter((ticket) => !isOpen(ticket))].map((ticket) => {
    const { event, selection, odds, stake, payout, status } = ticket;
    return h(
      'li',
      { class: `match-item ticket-${status}` },
      h(
        'div',
        { class: 'match-item-head' },
        h('span', { class: 'match-status' }, t(`studio.match_ticket_${status}`)),
        h('span', { class: 'match-league' }, event.league),
      ),
      h('p', { class: 'match-line' }, teams(event, { t })),
      h(
        'p',
        { class: 'match-facts' },
        t('studio.match_ticket_bet', { pick: pickName(event, selection, { t }), odds, stake: money(stake) }),
        ' · ',
        h('b', {}, t(`studio.match_ticket_${status === 'open' || status === 'pending' ? 'pays' : 'paid'}`, { amount: money(payout) })),
      ),
      (status === 'won' || status === 'lost') && verifyLink(ticket, t, t('studio.match_verify')),
    );
  });
}

export function resultItems(results: readonly MatchEvent[], { t }: Texts): readonly HTMLElement[] {
  if (results.length === 0) return [h('li', { class: 'match-empty' }, t('studio.match_no_results'))];
  return results.map((event) =>
    h(
      'li',
      { class: 'match-item' },
      h(
        'div',
        { class: 'match-item-head' },
        h('span', { class: 'match-league' }, event.league),
        h(
          'time',
          { datetime: event.startsAt },
          new Date(event.startsAt).toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit' }),
        ),
      ),
      h('p', { class: 'match-line' }, teams(event, { t })),
      event.state === 'drawn' ? verifyLink(event, t, t('studio.match_verify')) : h('p', { class: 'match-facts' }, t('studio.match_void')),
    ),
  );
}

/** "Gull Point 2 : 1 Pebble Bay"; without a score "Gull Point v Pebble Bay". */
export function scoreLine({ home, away, score }: MatchEvent, { t }: Pick<Texts, 't'>): string {
  return score ? `${home} ${score.home} : ${score.away} ${away}` : t('studio.match_versus', { home, away });
}

function teams(event: MatchEvent, { t }: Pick<Texts, 't'>): DocumentFragment {
  const { home, away, score } = event;
  const line = document.createDocumentFragment();
  line.append(
    h('span', {}, home),
    h('b', { class: 'match-score' }, score ? `${score.home} : ${score.away}` : t('studio.match_vs')),
    h('span', {}, away),
  );
  return line;
}

/** What a bet is on: a team, or the draw. */
export function pickName({ home, away }: MatchEvent, selection: Ticket['selection'], { t }: Pick<Texts, 't'>): string {
  return { home, draw: t('studio.match_pick_draw'), away }[selection];
}
