import type { PlayAnswer } from '../../../shared/games/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import { codeOf, type Failure, StudioFailure } from './api.ts';
import { type Attempt, createAttempt, leavesRoundOpen } from './attempt.ts';
import { fail, showResult } from './game-messages.ts';
import { availableOf, type GamePage, holdBack, money, ready, settle, showBalance, showMessage, waitOf } from './game-page.ts';
import { unitsOf } from './stakes.ts';
import type { WinShow } from './win-show.ts';

/** The page of a game with rounds started by the player. */
export interface RoundPage extends GamePage {
  readonly wins: Pick<WinShow, 'show'>;
}

/** Plays a round with the current bet; does nothing while play is blocked. */
export function play(page: RoundPage): void {
  const { shell, view, frame, api, state } = page;
  if (!ready(state)) return;
  if (waitOf(state) > 0) {
    showMessage(shell, page.t('studio.round_wait', { seconds: (waitOf(state) / 1_000).toFixed(1) }));
    return;
  }
  const { bet, fish, freeRound, missing, total } = view.readBet();
  if (!bet) {
    showMessage(shell, missing ?? '');
    return;
  }
  state.counting?.finish();
  shell.notify(null);
  shell.setMessage('', false);
  shell.setWin('–', false);
  settle(page, true);
  const attempt = createAttempt(api, { bet, ...(fish !== undefined && { fish }), ...(freeRound !== undefined && { freeRound }) });
  if (total > availableOf(state)) return void run(page, attempt, false);
  shell.setBalance(money(state, availableOf(state) - total));
  view.begin();
  frame.send('round-started', toWire(total));
  void run(page, attempt);
}

/** `begun`: the round is visible already. Without enough balance it starts only after the wallet has accepted the stake. */
async function run(page: RoundPage, attempt: Attempt, begun = true): Promise<void> {
  const { shell, view, frame, state } = page;
  if (!begun) frame.send('round-started');
  let answer: PlayAnswer;
  try {
    answer = await attempt.send();
  } catch (error) {
    if (error instanceof StudioFailure && error.code === 'too_soon') holdBack(page, error.retryAfterMs);
    return refused(page, codeOf(error), attempt, begun);
  }
  if (!begun) view.begin();
  shell.notify(null);
  state.blocked = false;
  state.next = answer.next;
  state.last = answer.round;
  holdBack(page, answer.waitMs);
  await view.show(answer.round);
  const { stake, payout } = answer.round;
  const celebrated =
    !view.calm && (await page.wins.show({ stake: unitsOf(stake), payout: unitsOf(payout), summary: view.summary?.(answer.round) }));
  showBalance(page, unitsOf(answer.balance));
  showResult(page, answer.round, celebrated);
  view.freeRounds?.(answer.freeRounds);
  settle(page, false);
  frame.send('round-ended');
  frame.send('balance-changed');
}

function refused(page: RoundPage, code: Failure, attempt: Attempt, begun: boolean): void {
  const { shell, view, frame, state } = page;
  if (leavesRoundOpen(code)) {
    fail(page, code, () => void retry(page, attempt, begun), true);
    return;
  }
  if (begun) view.abort();
  showBalance(page, state.balance);
  frame.send('round-ended');
  const remark = code === 'too_soon' ? page.t('studio.error_too_soon_title') : view.refused?.(code);
  if (remark === undefined) fail(page, code, () => shell.notify(null), false);
  else showMessage(shell, remark);
  settle(page, false);
}

async function retry(page: RoundPage, attempt: Attempt, begun: boolean): Promise<void> {
  page.shell.notify(null);
  showMessage(page.shell, page.t('studio.asking_again'));
  await run(page, attempt, begun);
}
