import { multiplierText } from '../../../shared/games/crash/flight.ts';
import type { FlightBet, FlightBetAnswer, FlightBetRequest } from '../../../shared/games/crash/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import { codeOf, type Failure } from '../lib/api.ts';
import { createAtStake } from '../lib/at-stake.ts';
import { leavesRoundOpen, retryUntilAnswered } from '../lib/attempt.ts';
import { fail } from '../lib/game-messages.ts';
import { type GamePage, money, ready, showBalance, showMessage } from '../lib/game-page.ts';
import { randomKey } from '../lib/random-key.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { BetPanel } from './bet-panel.ts';
import type { CrashView } from './crash-view.ts';
import { latestOf } from './latest-bet.ts';

export type CrashPage = GamePage<CrashView>;

export interface Bets {
  readonly all: readonly FlightBet[];
  /** Places the bet of a panel on the current flight. */
  place(panel: BetPanel): void;
  cashOut(panel: BetPanel): void;
  /** A bet from the stream or a response. */
  receive(bet: FlightBet, balance: string | null): void;
  /** Requests all of them: after a reload, a lost connection, or when no update arrived. */
  refresh(): Promise<void>;
  /** Shows the return of all bets on the current flight so far. */
  showReturn(): void;
}

const LISTED = 40;
const SETTLEMENT_WAIT_MS = 4_000;
const CREDIT_MS = 600;

/** The player's bets on flights, newest first. */
export function createBets(page: CrashPage): Bets {
  const { api, view, state, shell, t, sound, frame } = page;
  let all: readonly FlightBet[] = [];
  const atStake = createAtStake(frame);
  let timer = 0;
  /** Number of balances received. */
  let balancesReceived = 0;

  function isUnsettled({ status }: FlightBet): boolean {
    return status === 'pending' || status === 'open' || status === 'owed';
  }

  /** One panel holds one bet of the current flight. */
  function assignToPanel(bet: FlightBet): void {
    if (bet.roundId !== view.round?.roundId) return;
    // Not of a panel: placed before a reload, or on another screen of the player.
    const panel = view.panels.find(({ key }) => key === bet.key) ?? view.panels.find((one) => !one.bet && !one.sending);
    if (!panel) return;
    if (panel.element.hidden) view.toggleSecond();
    panel.key = bet.key;
    panel.bet = bet;
    view.repaint();
  }

  function storeBet(received: FlightBet): void {
    const before = all.find(({ betId }) => betId === received.betId);
    const panelBet = view.panels.find(({ bet }) => bet?.betId === received.betId)?.bet;
    const bet = latestOf(panelBet, latestOf(before, received));
    all = [bet, ...all.filter(({ betId }) => betId !== bet.betId)].sort((a, b) => (a.placedAt < b.placedAt ? 1 : -1)).slice(0, LISTED);
    assignToPanel(bet);
    showReturn();
    if (bet.cashed !== null && before && before.cashed === null) announceCashOut(bet);
    if (!isUnsettled(bet) && before && isUnsettled(before)) reportPayout();
    reportRound();
  }

  /** While another bet is in flight, the portal holds credits back again once this payout had time to arrive. */
  function reportPayout(): void {
    const isAnotherUnsettled = all.some(isUnsettled);
    if (isAnotherUnsettled) frame.send('round-shown');
    frame.send('balance-changed');
    if (!isAnotherUnsettled) return;
    setTimeout(() => {
      if (all.some(isUnsettled)) frame.send('result-due');
    }, CREDIT_MS);
  }

  /** Bets placed before a reload count too. */
  function reportRound(): void {
    atStake(view.panels.some(({ sending }) => sending === 'bet') || all.some(isUnsettled));
  }

  function showReturn(): void {
    const mine = view.panels.flatMap(({ bet }) => (bet && bet.status !== 'refunded' ? [bet] : []));
    if (!mine.some(({ cashed, crash }) => cashed !== null || crash !== null)) return;
    const sum = (key: 'stake' | 'payout') => mine.reduce((all, bet) => all + unitsOf(bet[key]), 0n);
    shell.setWin(money(state, sum('payout')), sum('payout') > sum('stake'));
  }

  function announceCashOut(bet: FlightBet): void {
    const text = t('studio.crash_cashed', { multiplier: multiplierText(bet.cashed ?? 0), amount: money(state, bet.payout) });
    shell.announce(text);
    sound.win();
  }

  function receive(bet: FlightBet, balance: string | null): void {
    storeBet(bet);
    if (balance !== null) receiveBalance(balance);
    shell.setTotal(money(state, view.readBet().total));
    clearTimeout(timer);
    // Updates that the stream has not delivered are requested.
    if (all.some((one) => isUnsettled(one) && one.crash !== null)) timer = window.setTimeout(() => void refresh(), SETTLEMENT_WAIT_MS);
  }

  function receiveBalance(balance: string): void {
    balancesReceived += 1;
    showBalance(page, unitsOf(balance));
  }

  async function refresh(): Promise<void> {
    if (!state.session) return;
    const before = balancesReceived;
    const answer = await api.flightBets().catch(() => undefined);
    if (!answer) return;
    for (const bet of [...answer.bets].reverse()) receive(bet, null);
    // A balance received after the request was sent is newer.
    if (answer.balance !== null && before === balancesReceived) receiveBalance(answer.balance);
  }

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
    reportRound();
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
      reportRound();
      if (code === 'bets_closed') showMessage(shell, t('studio.error_bets_closed'));
      else fail(page, code, () => shell.notify(null), false);
      return;
    }
    shell.notify(null);
    state.blocked = false;
    panel.sending = undefined;
    receive(answer.bet, answer.balance);
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
      receive(answer.bet, answer.balance);
    } catch (error) {
      const code = codeOf(error);
      showMessage(shell, t(NOT_CASHED[code] ?? 'studio.crash_not_heard'));
      void refresh();
    }
    finishSending(panel);
  }

  return {
    get all() {
      return all;
    },
    place,
    cashOut,
    receive,
    refresh,
    showReturn,
  };
}

/** Why a cash-out was rejected. After any other failure it is unknown whether the server received it. */
const NOT_CASHED: Partial<Record<Failure, string>> = {
  cash_out_late: 'studio.error_cash_out_late',
  bets_closed: 'studio.error_bets_closed',
};
