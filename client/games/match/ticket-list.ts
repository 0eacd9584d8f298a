import type { MatchEvent, Ticket, TicketLeg } from '../../../shared/games/events/protocol.ts';
import { shownOdds } from '../../../shared/games/events/slip.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { verifyLink } from '../lib/history-panel.ts';
import { timeElement, zoneNote } from '../lib/site-time.ts';
import { marketOf, pickName } from './names.ts';

type Texts = Pick<GameContext, 't' | 'money'>;

export function isOpenTicket({ status }: Ticket): boolean {
  return status === 'open' || status === 'pending';
}

/** The bet or one of its matches has not ended; a lost bet may have open matches. */
export function isAwaited(ticket: Ticket): boolean {
  return isOpenTicket(ticket) || ticket.legs.some(({ state }) => state === 'open');
}

/** The player's bets with every leg, its odds and its result. */
export function ticketItems(tickets: readonly Ticket[], emptyText: string, game: Texts): readonly HTMLElement[] {
  if (tickets.length === 0) return [h('li', { class: 'match-empty' }, emptyText)];
  return tickets.map((ticket) => ticketItem(ticket, game));
}

function ticketItem(ticket: Ticket, { t, money }: Texts): HTMLElement {
  const { legs, odds, stake, payout, status } = ticket;
  const kind = legs.length > 1 ? t('studio.match_kind_multiple', { count: legs.length }) : t('studio.match_kind_single');
  return h(
    'li',
    { class: `match-item ticket-${status}` },
    h(
      'div',
      { class: 'match-item-head' },
      h('span', { class: 'match-status' }, t(`studio.match_ticket_${status}`)),
      h('span', { class: 'ticket-kind' }, kind),
      h('b', { class: 'ticket-odds' }, shownOdds(odds)),
    ),
    h('ol', { class: 'ticket-legs' }, ...legs.map((leg) => legItem(leg, !isOpenTicket(ticket), { t }))),
    h(
      'p',
      { class: 'ticket-sum' },
      h('span', {}, t('studio.match_staked', { stake: money(stake) })),
      h('b', {}, t(`studio.match_ticket_${isOpenTicket(ticket) ? 'pays' : 'paid'}`, { amount: money(payout) })),
    ),
    (status === 'won' || status === 'lost') && verifyLink(ticket, t, t('studio.match_verify_bet')),
  );
}

/** A leg that is open when its bet is settled has no effect: another leg lost the bet. */
function legItem({ event, selection, odds, state }: TicketLeg, isSettled: boolean, { t }: Pick<Texts, 't'>): HTMLElement {
  const label = isSettled && state === 'open' ? 'unneeded' : state;
  return h(
    'li',
    { class: `ticket-leg leg-${label}` },
    h('span', { class: 'leg-state' }, t(`studio.match_leg_${label}`)),
    h(
      'span',
      { class: 'leg-text' },
      h('b', {}, pickName(event, selection, t)),
      h('span', { class: 'leg-market' }, marketOf(selection, event.mode, t)),
      h('span', { class: 'leg-teams' }, scoreLine(event, t)),
    ),
    h('b', { class: 'leg-odds' }, odds),
  );
}

export function resultItems(results: readonly MatchEvent[], { t }: Pick<Texts, 't'>): readonly HTMLElement[] {
  if (results.length === 0) return [h('li', { class: 'match-empty' }, t('studio.match_no_results'))];
  const items = results.map((event) =>
    h(
      'li',
      { class: 'match-item' },
      h(
        'div',
        { class: 'match-item-head' },
        h('span', { class: 'match-league' }, event.league),
        timeElement(event.startsAt, { seconds: false }),
      ),
      h('p', { class: 'match-line' }, scoreLine(event, t)),
      event.state === 'drawn' ? verifyLink(event, t, t('studio.match_verify')) : h('p', { class: 'match-facts' }, t('studio.match_void')),
    ),
  );
  return [h('li', { class: 'match-zone' }, zoneNote(t)), ...items];
}

/** "Gull Point 2 : 1 Pebble Bay"; without a score "Gull Point v Pebble Bay". */
export function scoreLine(
  { home, away, score, state, course }: Pick<MatchEvent, 'home' | 'away' | 'score' | 'state' | 'course'>,
  t: Texts['t'],
): string {
  const isPlayed = score !== null && (state === 'drawn' || course !== '');
  return isPlayed ? `${home} ${score.home} : ${score.away} ${away}` : t('studio.match_versus', { home, away });
}
