import type { ChasePlan } from '../../../shared/games/lottery/chase.ts';
import type { LotteryChase, LotteryTicket, LotteryTicketAnswer, LotteryTicketRequest } from '../../../shared/games/lottery/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import { codeOf, StudioFailure } from '../lib/api.ts';
import { leavesRoundOpen, retryUntilAnswered } from '../lib/attempt.ts';
import { fail } from '../lib/game-messages.ts';
import { announceIfSlow, type GamePage, money, ready, settle, showBalance, showMessage } from '../lib/game-page.ts';
import { randomKey } from '../lib/random-key.ts';
import { MESSAGE_MS } from '../lib/shell.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { LotteryView } from './lottery-view.ts';
import { valueText } from './names.ts';

export type LotteryPage = GamePage<LotteryView>;
/** A ticket, or the first one of a chase. */
type Placing = LotteryTicketRequest & { readonly plan: ChasePlan | undefined };

/** Places the order as it stands; does nothing while play is blocked. */
export function placeTicket(page: LotteryPage, placed: () => void): void {
  const { shell, view, state, t, frame } = page;
  if (!ready(state)) return;
  const request = view.request();
  if (!request) {
    showMessage(shell, view.order ? t('studio.lotto_waiting') : view.missing());
    return;
  }
  shell.notify(null);
  shell.setMessage('', false);
  frame.send('round-started', toWire(view.order?.cost ?? 0n));
  settle(page, true);
  void send(page, { ...request, key: randomKey(), plan: view.plan }, placed);
}

async function send(page: LotteryPage, { plan, ...request }: Placing, placed: () => void): Promise<void> {
  const { shell, view, frame, api, state, t } = page;
  let answer: LotteryTicketAnswer;
  const cancelAnnouncement = announceIfSlow(page);
  try {
    answer = await retryUntilAnswered(() => (plan ? api.startChase({ ...request, ...plan }) : api.lotteryTicket(request))).finally(
      cancelAnnouncement,
    );
  } catch (error) {
    const code = codeOf(error);
    if (leavesRoundOpen(code)) return fail(page, code, () => void retry(page, { ...request, plan }, placed), true);
    frame.send('round-ended');
    fail(page, code, () => shell.notify(null), false, { open: openText(page, error) });
    return settle(page, false);
  }
  shell.notify(null);
  state.blocked = false;
  showBalance(page, unitsOf(answer.balance));
  const { key: _, drawId, ...choices } = request;
  view.placed(choices);
  announce(page, answer.ticket);
  placed();
  settle(page, false);
  frame.send('round-ended');
  frame.send('balance-changed');

  function announce({ shell }: LotteryPage, ticket: LotteryTicket): void {
    const isTaken = ticket.status !== 'refunded';
    const amounts = { stake: money(state, ticket.cost), issue: ticket.draw.issue, draws: plan?.draws ?? 1 };
    const key = plan ? 'studio.lotto_chase_started' : 'studio.lotto_placed';
    const text = t(isTaken ? key : 'studio.lotto_not_placed', amounts);
    shell.setMessage(text, false, MESSAGE_MS);
    shell.announce(text);
  }
}

/** What the draw still takes: amounts of numbers, or the win of a ticket. */
function openText({ state, t }: LotteryPage, error: unknown): string {
  if (!(error instanceof StudioFailure)) return '';
  return error.open
    .map(({ number, stake }) => {
      const amount = money(state, stake);
      return number === undefined ? amount : t('studio.lotto_open_stake', { number: valueText(number, t), stake: amount });
    })
    .join(' · ');
}

async function retry(page: LotteryPage, request: Placing, placed: () => void): Promise<void> {
  page.shell.notify(null);
  showMessage(page.shell, page.t('studio.asking_again'));
  await send(page, request, placed);
}

/** Fills the choices of a ticket in as a new order. The list has the first bets only. */
export async function repeatTicket(page: LotteryPage, listed: LotteryTicket): Promise<void> {
  const { api, shell, view } = page;
  try {
    const isWhole = listed.bets.length === listed.count;
    const { bets, playType, unit, multiplier, rebate } = isWhole ? listed : (await api.lotteryTicketOf(listed.ticketId)).ticket;
    view.repeat({ playType, entry: bets.join(' '), unit, multiplier, rebate: rebate?.tenths ?? 0 });
  } catch (error) {
    fail(page, codeOf(error), () => shell.notify(null), false);
  }
}

/** Takes a ticket back; the reason is shown when it is too late. */
export async function cancelTicket(page: LotteryPage, { ticketId }: LotteryTicket, done: () => void): Promise<void> {
  const { api, shell, state, t, frame } = page;
  if (!state.session || state.busy) return;
  try {
    const { ticket, balance } = await retryUntilAnswered(() => api.cancelLotteryTicket({ ticketId }));
    showBalance(page, unitsOf(balance));
    const text = t('studio.lotto_cancelled', { stake: money(state, ticket.cost) });
    shell.setMessage(text, false, MESSAGE_MS);
    shell.announce(text);
    frame.send('balance-changed');
  } catch (error) {
    fail(page, codeOf(error), () => shell.notify(null), false);
  }
  done();
}

/** Cancels the following draws of a chase; the tickets that are placed stay. */
export async function stopChase(page: LotteryPage, { chaseId }: LotteryChase, done: () => void): Promise<void> {
  const { api, shell, state, t } = page;
  if (!state.session || state.busy) return;
  try {
    await retryUntilAnswered(() => api.stopChase({ chaseId }));
    const text = t('studio.lotto_chase_cancelled');
    shell.setMessage(text, false, MESSAGE_MS);
    shell.announce(text);
  } catch (error) {
    fail(page, codeOf(error), () => shell.notify(null), false);
  }
  done();
}
