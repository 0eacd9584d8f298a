import type { FlightBetAnswer, FlightBetRequest } from '../../../shared/games/crash/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import { codeOf, type Failure } from '../lib/api.ts';
import { leavesRoundOpen, retryUntilAnswered } from '../lib/attempt.ts';
import { fail } from '../lib/game-messages.ts';
import { money, ready, showMessage } from '../lib/game-page.ts';
import { randomKey } from '../lib/random-key.ts';
import type { BetList } from './bet-list.ts';
import type { BetPanel } from './bet-panel.ts';
import type { CrashPage } from './crash-view.ts';

export interface Bets {
  /** Places the bet of a panel on the current flight. */
  place(panel: BetPanel): void;
  cashOut(panel: BetPanel): void;
}

/** Why a cash-out was rejected. After any other failure it is unknown whether the server received it. */
const NOT_CASHED: Partial<Record<Failure, string>> = {
  cash_out_late: 'studio.error_cash_out_late',
  bets_closed: 'studio.error_bets_closed',
};

/** Places and cashes out the bets of the panels. */
export function createBets(page: CrashPage, list: BetList): Bets {
  const { api, view, state, shell, t, frame } = page;

  function place(panel: BetPanel): void {
    const { round } = view;
    const { target, stake } = panel;
    if (!ready(state) || !round || target === undefined) return;
    panel.queued = false;
    panel.sending = 'bet';
    panel.key = randomKey();
    shell.notify(null);
    shell.setMessage('', false);
    view.repaint();
    list.reportRound();
    void send(panel, { key: panel.key, roundId: round.roundId, stake: toWire(stake), target });
  }

  async function send(panel: BetPanel, request: FlightBetRequest): Promise<void> {
    let answer: FlightBetAnswer;
    try {
      answer = await retryUntilAnswered(() => api.flightBet(request));
    } catch (error) {
      const code = codeOf(error);
      if (leavesRoundOpen(code)) {
        fail(page, code, () => void retry(panel, request), true);
        return;
      }
      finishSending(panel);
      list.reportRound();
      if (code === 'bets_closed') showMessage(shell, t('studio.error_bets_closed'));
      else fail(page, code, () => shell.notify(null), false);
      return;
    }
    shell.notify(null);
    state.blocked = false;
    panel.sending = undefined;
    list.receive(answer.bet, answer.balance);
    view.lock(!ready(state));
    const key = answer.bet.status === 'refunded' ? 'studio.crash_returned' : 'studio.crash_placed';
    shell.announce(t(key, { stake: money(state, answer.bet.stake) }));
    frame.send('balance-changed');
  }

  async function retry(panel: BetPanel, request: FlightBetRequest): Promise<void> {
    shell.notify(null);
    showMessage(shell, t('studio.asking_again'));
    await send(panel, request);
  }

  function finishSending(panel: BetPanel): void {
    panel.sending = undefined;
    view.repaint();
  }

  function cashOut(panel: BetPanel): void {
    const { bet } = panel;
    if (!bet || panel.sending) return;
    panel.sending = 'cash';
    view.repaint();
    void cash(panel, bet.betId);
  }

  /** The server decides by the time at which the request arrives; a repeated request gets the same response. */
  async function cash(panel: BetPanel, betId: string): Promise<void> {
    try {
      const answer = await retryUntilAnswered(() => api.cashOut({ betId }));
      panel.sending = undefined;
      list.receive(answer.bet, answer.balance);
    } catch (error) {
      const code = codeOf(error);
      showMessage(shell, t(NOT_CASHED[code] ?? 'studio.crash_not_heard'));
      void list.refresh();
    }
    finishSending(panel);
  }

  return { place, cashOut };
}
