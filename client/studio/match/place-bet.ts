import type { TicketAnswer, TicketRequest } from '../../../shared/studio/events/protocol.ts';
import { codeOf, type Failure } from '../lib/api.ts';
import { insist, leavesRoundOpen } from '../lib/attempt.ts';
import { fail } from '../lib/game-messages.ts';
import { type GamePage, money, ready, say, settle, showBalance } from '../lib/game-page.ts';
import { randomKey } from '../lib/random-key.ts';
import { unitsOf } from '../lib/stakes.ts';
import { scoreLine } from './match-lists.ts';
import type { MatchView } from './match-view.ts';

export type MatchPage = GamePage<MatchView>;

/** Places the bet on the slip; nothing while play is held up. `placed` runs once the wallet has answered. */
export function placeBet(page: MatchPage, placed: () => void): void {
  const { shell, view, frame, state, t } = page;
  if (!ready(state)) return;
  const wish = view.wish();
  if (!wish) {
    say(shell, t('studio.match_pick_first'));
    return;
  }
  shell.notify(null);
  shell.setMessage('', false);
  settle(page, true);
  frame.send('round-started');
  void run(page, { ...wish, key: randomKey() }, placed);
}

async function run(page: MatchPage, request: TicketRequest, placed: () => void): Promise<void> {
  const { shell, view, frame, api, state } = page;
  let answer: TicketAnswer;
  try {
    answer = await insist(() => api.ticket(request));
  } catch (error) {
    return refused(page, codeOf(error), request, placed);
  }
  shell.notify(null);
  state.blocked = false;
  showBalance(page, unitsOf(answer.balance));
  view.clear();
  settle(page, false);
  tellPlaced(page, answer);
  frame.send('round-ended');
  frame.send('balance-changed');
  placed();
}

function tellPlaced({ shell, state, t }: MatchPage, { ticket }: TicketAnswer): void {
  const amounts = { stake: money(state, ticket.stake), amount: money(state, ticket.payout) };
  const text = t(ticket.status === 'refunded' ? 'studio.match_not_placed' : 'studio.match_placed', amounts);
  shell.setMessage(text, false);
  shell.announce(`${scoreLine(ticket.event, { t })}. ${text}`);
}

function refused(page: MatchPage, code: Failure, request: TicketRequest, placed: () => void): void {
  const { shell, view, frame } = page;
  if (leavesRoundOpen(code)) {
    fail(page, code, () => void again(page, request, placed), true);
    return;
  }
  frame.send('round-ended');
  if (code === 'event_closed') view.clear();
  fail(page, code, () => shell.notify(null), false);
  settle(page, false);
}

async function again(page: MatchPage, request: TicketRequest, placed: () => void): Promise<void> {
  page.shell.notify(null);
  say(page.shell, page.t('studio.asking_again'));
  await run(page, request, placed);
}
