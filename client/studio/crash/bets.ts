import { toWire } from '../../../shared/money/money.ts';
import { multiplierText } from '../../../shared/studio/crash/flight.ts';
import type { FlightBet, FlightBetAnswer, FlightBetRequest } from '../../../shared/studio/crash/protocol.ts';
import { codeOf, type Failure } from '../lib/api.ts';
import { insist, leavesRoundOpen } from '../lib/attempt.ts';
import { fail } from '../lib/game-messages.ts';
import { type GamePage, money, ready, say, showBalance } from '../lib/game-page.ts';
import { randomKey } from '../lib/random-key.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { BetPanel } from './bet-panel.ts';
import type { CrashView } from './crash-view.ts';

export type CrashPage = GamePage<CrashView>;

export interface Bets {
  readonly all: readonly FlightBet[];
  /** Places the bet of a panel on the flight in sight. */
  place(panel: BetPanel): void;
  cashOut(panel: BetPanel): void;
  /** A bet as the stream or an answer told it. */
  heard(bet: FlightBet, balance: string | null): void;
  /** Asks for all of them: after a reload, a drop, or when nothing was heard. */
  refresh(): Promise<void>;
}

const LISTED = 40;
const PATIENCE_MS = 4_000;

/** The player's bets on flights, newest first. */
export function createBets(page: CrashPage): Bets {
  const { api, view, state, shell, t, sound, frame } = page;
  let all: readonly FlightBet[] = [];
  /** Bets that the portal has been told of, and not yet of their end. */
  const running = new Set<string>();
  let timer = 0;

  function isMoving({ status }: FlightBet): boolean {
    return status === 'pending' || status === 'open' || status === 'owed';
  }

  /** One panel holds one bet of the flight in sight. */
  function give(bet: FlightBet): void {
    if (bet.roundId !== view.round?.roundId) return;
    // Not of a panel: placed before the page was loaded anew, or on another screen of the player.
    const panel = view.panels.find(({ key }) => key === bet.key) ?? view.panels.find((one) => !one.bet && !one.sending);
    if (!panel) return;
    if (panel.element.hidden) view.toggleSecond();
    panel.key = bet.key;
    panel.bet = bet;
    view.repaint();
  }

  function keep(bet: FlightBet): void {
    const before = all.find(({ betId }) => betId === bet.betId);
    all = [bet, ...all.filter(({ betId }) => betId !== bet.betId)].sort((a, b) => (a.placedAt < b.placedAt ? 1 : -1)).slice(0, LISTED);
    give(bet);
    if (bet.cashed !== null && before && before.cashed === null) tellCashed(bet);
    if (!isMoving(bet) && before && isMoving(before)) frame.send('balance-changed');
    endRounds();
  }

  /** The portal looks after session time and reality checks when nothing of the player's is in the air. */
  function endRounds(): void {
    for (const betId of running) {
      const bet = all.find((one) => one.betId === betId);
      if (!bet || isMoving(bet)) continue;
      running.delete(betId);
      if (running.size === 0) frame.send('round-ended');
    }
  }

  function tellCashed(bet: FlightBet): void {
    const text = t('studio.crash_cashed', { multiplier: multiplierText(bet.cashed ?? 0), amount: money(state, bet.payout) });
    shell.setWin(money(state, bet.payout), unitsOf(bet.payout) > unitsOf(bet.stake));
    shell.announce(text);
    sound.win();
  }

  function heard(bet: FlightBet, balance: string | null): void {
    keep(bet);
    if (balance !== null) showBalance(page, unitsOf(balance));
    shell.setTotal(money(state, view.readBet().total));
    clearTimeout(timer);
    // What the stream did not bring is asked for.
    if (all.some((one) => isMoving(one) && one.crash !== null)) timer = window.setTimeout(() => void refresh(), PATIENCE_MS);
  }

  async function refresh(): Promise<void> {
    if (!state.session) return;
    const answer = await api.flightBets().catch(() => undefined);
    if (!answer) return;
    for (const bet of [...answer.bets].reverse()) heard(bet, null);
    if (answer.balance !== null) showBalance(page, unitsOf(answer.balance));
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
    frame.send('round-started');
    void send(panel, { key: panel.key, roundId: round.roundId, stake: toWire(stake), target });
  }

  async function send(panel: BetPanel, request: FlightBetRequest): Promise<void> {
    let answer: FlightBetAnswer;
    try {
      answer = await insist(() => api.flightBet(request));
    } catch (error) {
      const code = codeOf(error);
      if (leavesRoundOpen(code)) {
        fail(page, code, () => void again(panel, request), true);
        return;
      }
      done(panel);
      if (running.size === 0) frame.send('round-ended');
      if (code === 'bets_closed') say(shell, t('studio.error_bets_closed'));
      else fail(page, code, () => shell.notify(null), false);
      return;
    }
    shell.notify(null);
    state.blocked = false;
    panel.sending = undefined;
    if (answer.bet.roundId === view.round?.roundId) panel.bet = answer.bet;
    if (isMoving(answer.bet)) running.add(answer.bet.betId);
    heard(answer.bet, answer.balance);
    view.lock(!ready(state));
    const said = answer.bet.status === 'refunded' ? 'studio.crash_returned' : 'studio.crash_placed';
    shell.announce(t(said, { stake: money(state, answer.bet.stake) }));
    frame.send('balance-changed');
    if (running.size === 0) frame.send('round-ended');
  }

  async function again(panel: BetPanel, request: FlightBetRequest): Promise<void> {
    shell.notify(null);
    say(shell, t('studio.asking_again'));
    await send(panel, request);
  }

  function done(panel: BetPanel): void {
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

  /** The server decides by the moment at which the word arrives; asked again it answers the same. */
  async function cash(panel: BetPanel, betId: string): Promise<void> {
    try {
      const answer = await insist(() => api.cashOut({ betId }));
      panel.sending = undefined;
      heard(answer.bet, answer.balance);
    } catch (error) {
      const code = codeOf(error);
      say(shell, t(NOT_CASHED[code] ?? 'studio.crash_not_heard'));
      void refresh();
    }
    done(panel);
  }

  return {
    get all() {
      return all;
    },
    place,
    cashOut,
    heard,
    refresh,
  };
}

/** Why a cash-out did not count; of anything else nobody knows whether it was heard. */
const NOT_CASHED: Partial<Record<Failure, string>> = {
  cash_out_late: 'studio.error_cash_out_late',
  bets_closed: 'studio.error_bets_closed',
};
