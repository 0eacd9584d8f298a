import type { TicketAnswer, TicketRequest } from '../../../shared/games/events/protocol.ts';
import { codeOf, type Failure } from '../lib/api.ts';
import { leavesRoundOpen, retryUntilAnswered } from '../lib/attempt.ts';
import { fail } from '../lib/game-messages.ts';
import { announceIfSlow, type GamePage, money, ready, settle, showBalance, showMessage } from '../lib/game-page.ts';
import { randomKey } from '../lib/random-key.ts';
import { MESSAGE_MS } from '../lib/shell.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { MatchView } from './match-view.ts';

export type MatchPage = GamePage<MatchView>;

/** Places the bets on the slip, one after the other; does nothing while play is blocked. `placed` runs after each bet. */
export function placeBet(page: MatchPage, placed: () => void): void {
  const { shell, view, frame, state, t } = page;
  if (!ready(state)) return;
  if (view.needsAgreement()) {
    view.accept();
    showMessage(shell, t('studio.match_accepted'));
    return;
  }
  const requests = view.betRequests().map((bet) => ({ ...bet, key: randomKey() }));
  if (requests.length === 0) {
    showMessage(shell, view.missing());
    return;
  }
  shell.notify(null);
  shell.setMessage('', false);
  settle(page, true);
  frame.send('round-started');
  void run(page, requests, placed);
}

async function run(page: MatchPage, [request, ...rest]: readonly TicketRequest[], placed: () => void): Promise<void> {
  const { shell, view, frame, api, state } = page;
  if (!request) return;
  let answer: TicketAnswer;
  const cancelAnnouncement = announceIfSlow(page);
  try {
    answer = await retryUntilAnswered(() => api.ticket(request)).finally(cancelAnnouncement);
  } catch (error) {
    return refused(page, codeOf(error), [request, ...rest], placed);
  }
  shell.notify(null);
  state.blocked = false;
  showBalance(page, unitsOf(answer.balance));
  view.placed(request.legs);
  announcePlaced(page, answer);
  placed();
  // After a pause of the portal the remaining bets stay on the slip.
  if (rest.length > 0 && !state.paused) return run(page, rest, placed);
  settle(page, false);
  frame.send('round-ended');
  frame.send('balance-changed');
}

function announcePlaced({ shell, state, t }: MatchPage, { ticket }: TicketAnswer): void {
  const amounts = { stake: money(state, ticket.stake), amount: money(state, ticket.payout) };
  const text = t(ticket.status === 'refunded' ? 'studio.match_not_placed' : 'studio.match_placed', amounts);
  shell.setMessage(text, false, MESSAGE_MS);
  shell.announce(text);
}

/** Expected rejections during a match appear as a line; the slip stays and shows the change. */
const PASSING: readonly Failure[] = ['event_suspended', 'odds_changed'];

function refused(page: MatchPage, code: Failure, requests: readonly TicketRequest[], placed: () => void): void {
  const { shell, frame, t } = page;
  if (leavesRoundOpen(code)) {
    fail(page, code, () => void retry(page, requests, placed), true);
    return;
  }
  frame.send('round-ended');
  if (PASSING.includes(code)) showMessage(shell, t(`studio.error_${code}`));
  else fail(page, code, () => shell.notify(null), false);
  settle(page, false);
}

async function retry(page: MatchPage, requests: readonly TicketRequest[], placed: () => void): Promise<void> {
  page.shell.notify(null);
  showMessage(page.shell, page.t('studio.asking_again'));
  await run(page, requests, placed);
}
