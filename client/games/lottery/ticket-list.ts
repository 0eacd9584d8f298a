import { playTypesOf } from '../../../shared/games/lottery/order.ts';
import type { LotteryChase, LotteryDrawView, LotteryTicket } from '../../../shared/games/lottery/protocol.ts';
import { rebateText } from '../../../shared/games/lottery/rebate.ts';
import { button, h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { verifyLink } from '../lib/history-panel.ts';
import { timeElement, zoneNote } from '../lib/site-time.ts';
import { drawnLine, drawnNumbers } from './drawn-numbers.ts';
import { lotteryText, valueText } from './names.ts';

export type Texts = Pick<GameContext, 't' | 'money' | 'context'>;

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

export function isAwaited({ status }: LotteryTicket): boolean {
  return status === 'open' || status === 'pending';
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
  const key = isAwaited(ticket) ? 'most_of' : ticket.status === 'cancelled' || ticket.status === 'refunded' ? 'returned' : 'paid';
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
  const { t, money } = game;
  const line = (label: string, value: string) => [h('dt', {}, label), h('dd', {}, value)];
  const hits = ticket.hits.map(({ bet, prize, times, odds }) => {
    const name = prize === undefined ? valueText(bet, t) : `${valueText(bet, t)}, ${t(`lottery.prize_${prize}`)}`;
    return `${name}: ${times > 1 ? `${times} × ` : ''}${odds}×`;
  });
  return [
    h(
      'dl',
      { class: 'lotto-details' },
      ...line(t('studio.lotto_detail_type'), playTypeName(ticket.playType, game)),
      ...line(t('studio.lotto_detail_issue'), ticket.draw.issue),
      ...line(t('studio.lotto_detail_status'), t(`studio.lotto_status_${ticket.status}`)),
      ...line(t('studio.lotto_entry'), `${ticket.count}: ${ticket.bets.map((bet) => valueText(bet, t)).join(' ')}`),
      ...line(t('studio.lotto_detail_cost'), money(ticket.cost)),
      ...(ticket.rebate ? line(t('studio.lotto_rebate'), rebateOfTicket(ticket.rebate, game)) : []),
      ...line(t('studio.lotto_detail_most'), money(ticket.most)),
      ...line(t('studio.lotto_detail_numbers'), ticket.draw.numbers?.join(' ') ?? '–'),
      ...line(t('studio.lotto_detail_hits'), hits.length > 0 ? hits.join(', ') : '–'),
      ...line(t('studio.paid'), money(ticket.payout)),
      ...(ticket.chase ? line(t('studio.lotto_chase'), t('studio.lotto_chase_nr', { nr: ticket.chase.nr })) : []),
      ...line(t('studio.lotto_detail_id'), ticket.ticketId),
    ),
    ...(ticket.draw.state === 'drawn' ? [verifyLink(ticket, t, t('studio.lotto_verify_ticket'))] : []),
  ];
}

function rebateOfTicket({ tenths, amount }: NonNullable<LotteryTicket['rebate']>, { t, money }: Texts): string {
  return t('studio.lotto_rebate_of', { percent: rebateText(tenths), amount: money(amount) });
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

export function playTypeName(id: string, { context, t }: Pick<Texts, 'context' | 't'>): string {
  const found = playTypesOf(context as { variant: Parameters<typeof playTypesOf>[0]['variant'] }).find((one) => one.id === id);
  return found ? lotteryText(found.name, t) : id;
}
