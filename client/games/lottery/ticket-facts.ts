import type { LotteryTicket } from '../../../shared/games/lottery/protocol.ts';
import { rebateText } from '../../../shared/games/lottery/rebate.ts';
import { isAwaited, isReturned } from '../../../shared/games/lottery/ticket-state.ts';
import { zonedText } from '../../../shared/time.ts';
import { playTypeName, type Texts, valueText } from './names.ts';

/** Lines of a ticket with all its bets and hits, each a label and a value. `zone`: in which its times are written. */
export function ticketFacts(ticket: LotteryTicket, game: Texts, zone: string): readonly (readonly [string, string])[] {
  const { t, money } = game;
  const hits = ticket.hits.map(({ bet, prize, times, odds }) => {
    const name = prize === undefined ? valueText(bet, t) : `${valueText(bet, t)}, ${t(`lottery.prize_${prize}`)}`;
    return `${name}: ${times > 1 ? `${times} × ` : ''}${odds}×`;
  });
  return [
    [t('studio.lotto_detail_type'), playTypeName(ticket.playType, game)],
    [t('studio.lotto_detail_issue'), ticket.draw.issue],
    [t('studio.lotto_detail_placed'), `${zonedText(ticket.placedAt, zone)} (${zone})`],
    [t('studio.lotto_detail_status'), t(`studio.lotto_status_${ticket.status}`)],
    [t('studio.lotto_entry'), `${ticket.count}: ${ticket.bets.map((bet) => valueText(bet, t)).join(' ')}`],
    [t('studio.lotto_multiplier'), String(ticket.multiplier)],
    [t('studio.lotto_detail_cost'), money(ticket.cost)],
    ...(ticket.rebate ? [[t('studio.lotto_rebate'), rebateOfTicket(ticket.rebate, game)] as const] : []),
    [t('studio.lotto_detail_numbers'), ticket.draw.numbers?.join(' ') ?? '–'],
    [t('studio.lotto_detail_hits'), hits.length > 0 ? hits.join(', ') : '–'],
    outcome(ticket, game),
    ...(ticket.chase ? [[t('studio.lotto_chase'), t('studio.lotto_chase_nr', { nr: ticket.chase.nr })] as const] : []),
    [t('studio.lotto_detail_id'), ticket.ticketId],
  ];
}

/** What it may pay, has paid, or has returned. */
function outcome(ticket: LotteryTicket, { t, money }: Texts): readonly [string, string] {
  if (isAwaited(ticket)) return [t('studio.lotto_detail_most'), money(ticket.most)];
  return [t(isReturned(ticket) ? 'studio.lotto_detail_returned' : 'studio.paid'), money(ticket.payout)];
}

function rebateOfTicket({ tenths, amount }: NonNullable<LotteryTicket['rebate']>, { t, money }: Texts): string {
  return t('studio.lotto_rebate_of', { percent: rebateText(tenths), amount: money(amount) });
}
