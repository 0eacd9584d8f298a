import type { SlipAnswer, SlipRequest } from '../../../shared/games/live/protocol.ts';
import { codeOf, type Failure } from '../lib/api.ts';
import { leavesRoundOpen, retryUntilAnswered } from '../lib/attempt.ts';
import { fail } from '../lib/game-messages.ts';
import { announceIfSlow, money, ready, settle, showMessage } from '../lib/game-page.ts';
import { randomKey } from '../lib/random-key.ts';
import type { Slips } from './slips.ts';
import type { TablePage } from './table-view.ts';

/** Places the pending chips; does nothing while play is blocked. */
export function placeSlip(page: TablePage, slips: Slips): void {
  const { shell, view, state } = page;
  if (!ready(state)) return;
  const slip = view.pendingSlip();
  if (!slip) {
    showMessage(shell, view.readBet().missing ?? '');
    return;
  }
  shell.notify(null);
  shell.setMessage('', false);
  settle(page, true);
  slips.placing(true);
  void run(page, { ...slip, key: randomKey() }, slips);
}

async function run(page: TablePage, request: SlipRequest, slips: Slips): Promise<void> {
  const { shell, view, frame, api, state, t } = page;
  let answer: SlipAnswer;
  const cancelAnnouncement = announceIfSlow(page);
  try {
    answer = await retryUntilAnswered(() => api.slip(request)).finally(cancelAnnouncement);
  } catch (error) {
    return refused(page, codeOf(error), request, slips);
  }
  shell.notify(null);
  state.blocked = false;
  view.confirmed();
  settle(page, false);
  slips.receive(answer.slip, answer.balance);
  const isBack = answer.slip.status === 'refunded';
  showMessage(shell, t(isBack ? 'studio.table_not_placed' : 'studio.table_placed', { stake: money(state, answer.slip.stake) }));
  slips.placing(false);
  frame.send('balance-changed');
}

function refused(page: TablePage, code: Failure, request: SlipRequest, slips: Slips): void {
  const { shell } = page;
  if (leavesRoundOpen(code)) {
    fail(page, code, () => void retry(page, request, slips), true);
    return;
  }
  slips.placing(false);
  fail(page, code, () => shell.notify(null), false);
  settle(page, false);
}

async function retry(page: TablePage, request: SlipRequest, slips: Slips): Promise<void> {
  page.shell.notify(null);
  showMessage(page.shell, page.t('studio.asking_again'));
  await run(page, request, slips);
}
