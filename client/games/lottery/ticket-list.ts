import type { LotteryChase, LotteryDrawView, LotteryTicket } from '../../../shared/games/lottery/protocol.ts';
import { rebateText } from '../../../shared/games/lottery/rebate.ts';
import { isAwaited, isReturned } from '../../../shared/games/lottery/ticket-state.ts';
import { button, h } from '../lib/dom.ts';
import { verifyLink } from '../lib/history-panel.ts';
import { siteZone, timeElement, zoneNote } from '../lib/site-time.ts';
import { drawnLine, drawnNumbers } from './drawn-numbers.ts';
import { playTypeName, type Texts, valueText } from './names.ts';
import { ticketFacts } from './ticket-facts.ts';

export interface TicketActions {
  readonly now: () => number;
  cancel(ticket: LotteryTicket): void;
  details(ticket: LotteryTicket): void;
  /** Fills its choices in as a new order. */
  repeat(ticket: LotteryTicket): void;
  /** Opens the ticket in the betting record of the portal. */
  record(ticket: LotteryTicket): void;
  /** False outside of the portal, which has the record. */
  readonly hasRecord: boolean;
  /** Loads older tickets. */
  more(): Promise<void>;
  /** Cancels the following draws of a chase. */
  stop(chase: LotteryChase): void;
}

export function ticketItems(
  tickets: readonly LotteryTicket[],
  hasMore: boolean,
  game: Texts,
  actions: TicketActions,
): readonly HTMLElement[] {
  if (tickets.length === 0) return [h('li', { class: 'lotto-empty' }, game.t('studio.lotto_no_tickets'))];
  const items = tickets.map((ticket) => ticketItem(ticket, game, actions));
  return hasMore ? [...items, moreItem(game, actions)] : items;
}

/** Continues the list; the focus moves on to the first ticket that was added. */
function moreItem({ t }: Texts, { more }: TicketActions): HTMLElement {
  const load = button(t('studio.lotto_more_tickets'), { class: 'lotto-older' }, async () => {
    const list = load.closest('ol');
    const at = [...(list?.children ?? [])].findIndex((item) => item.contains(load));
    load.ariaDisabled = 'true';
    await more();
    load.ariaDisabled = 'false';
    if (at >= 0) list?.children[at]?.querySelector<HTMLElement>('button')?.focus();
  });
  return h('li', { class: 'lotto-more-item' }, load);
}

function ticketItem(ticket: LotteryTicket, game: Texts, actions: TicketActions): HTMLElement {
  const { t } = game;
  const mayCancel = ticket.status === 'open' && actions.now() < Date.parse(ticket.draw.closesAt);
  return h(
    'li',
    { class: `lotto-item ticket-${ticket.status}` },
    h(
      'div',
      { class: 'lotto-item-head' },
      h('span', { class: 'lotto-status' }, t(`studio.lotto_status_${ticket.status}`)),
      h('span', { class: 'lotto-kind' }, playTypeName(ticket.playType, game)),
      h('span', { class: 'lotto-issue' }, t('studio.lotto_issue', { issue: ticket.draw.issue })),
    ),
    ticket.chase && h('p', { class: 'lotto-issue' }, t('studio.lotto_chase_nr', { nr: ticket.chase.nr })),
    h('p', { class: 'lotto-bets' }, betsText(ticket, game)),
    ticket.draw.numbers && drawnLine(ticket.draw.numbers, t),
    sumLine(ticket, game),
    h(
      'div',
      { class: 'lotto-item-actions' },
      button(t('studio.lotto_details'), { class: 'lotto-link' }, () => actions.details(ticket)),
      actions.hasRecord &&
        ticket.status !== 'pending' &&
        button(t('studio.lotto_record'), { class: 'lotto-link' }, () => actions.record(ticket)),
      mayCancel && button(t('studio.lotto_cancel'), { class: 'lotto-link' }, () => actions.cancel(ticket)),
    ),
  );
}

function sumLine(ticket: LotteryTicket, { t, money }: Texts): HTMLElement {
  const key = isAwaited(ticket) ? 'most_of' : isReturned(ticket) ? 'returned' : 'paid';
  const amount = money(isAwaited(ticket) ? ticket.most : ticket.payout);
  return h(
    'p',
    { class: 'lotto-sum' },
    h('span', {}, t('studio.lotto_cost_of', { amount: money(ticket.cost) })),
    ticket.rebate && h('span', {}, t('studio.lotto_rebate_value', { percent: rebateText(ticket.rebate.tenths) })),
    h('b', {}, t(`studio.lotto_${key}`, { amount })),
  );
}

/** A ticket with all its bets, hits and the proof. */
export function ticketDetails(ticket: LotteryTicket, game: Texts): readonly HTMLElement[] {
  const { t } = game;
  const facts = ticketFacts(ticket, game, siteZone());
  return [
    h('dl', { class: 'lotto-details' }, ...facts.flatMap(([label, value]) => [h('dt', {}, label), h('dd', {}, value)])),
    ...(ticket.draw.state === 'drawn' ? [verifyLink(ticket, t, t('studio.lotto_verify_ticket'))] : []),
  ];
}

export function resultItems(results: readonly LotteryDrawView[], { t }: Pick<Texts, 't'>): readonly HTMLElement[] {
  if (results.length === 0) return [h('li', { class: 'lotto-empty' }, t('studio.lotto_no_results'))];
  const items = results.map((draw) =>
    h(
      'li',
      { class: 'lotto-item' },
      h(
        'div',
        { class: 'lotto-item-head' },
        h('span', { class: 'lotto-kind' }, t('studio.lotto_issue', { issue: draw.issue })),
        timeElement(draw.drawsAt),
      ),
      draw.numbers ? drawnNumbers(draw.numbers, t) : h('p', {}, t('studio.lotto_void')),
      draw.state === 'drawn' && verifyLink(draw, t, t('studio.lotto_verify')),
    ),
  );
  return [h('li', { class: 'lotto-zone' }, zoneNote(t)), ...items];
}

export function betsText({ bets, count }: Pick<LotteryTicket, 'bets' | 'count'>, { t }: Texts): string {
  const listed = bets.slice(0, 12).map((bet) => valueText(bet, t));
  const rest = count - listed.length;
  return rest > 0 ? `${listed.join(' ')} ${t('studio.lotto_more', { count: rest })}` : listed.join(' ');
}
