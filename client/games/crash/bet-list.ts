import { multiplierText } from '../../../shared/games/crash/flight.ts';
import type { FlightBet } from '../../../shared/games/crash/protocol.ts';
import { createAtStake } from '../lib/at-stake.ts';
import { money, showBalance } from '../lib/game-page.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { CrashPage, CrashView } from './crash-view.ts';
import { latestOf } from './latest-bet.ts';

export interface BetList {
  readonly all: readonly FlightBet[];
  /** A bet from the stream or a response. */
  receive(bet: FlightBet, balance: string | null): void;
  /** Requests all of them: after a reload, a lost connection, or when no update arrived. */
  refresh(): Promise<void>;
  /** Shows the return of all bets on the current flight so far. */
  showReturn(): void;
  /** Notifies the portal whether a stake is open, after a bet has been sent or refused. */
  reportRound(): void;
}

const LISTED = 40;
const SETTLEMENT_WAIT_MS = 4_000;
const CREDIT_MS = 600;

/** The player's bets on flights, newest first. */
export function createBetList(page: CrashPage): BetList {
  const { api, view, state, shell, frame } = page;
  let all: readonly FlightBet[] = [];
  const atStake = createAtStake(frame);
  let timer = 0;
  /** Number of balances received. */
  let balancesReceived = 0;

  function storeBet(received: FlightBet): void {
    const before = all.find(({ betId }) => betId === received.betId);
    const panelBet = view.panels.find(({ bet }) => bet?.betId === received.betId)?.bet;
    const bet = latestOf(panelBet, latestOf(before, received));
    all = [bet, ...all.filter(({ betId }) => betId !== bet.betId)].sort((a, b) => (a.placedAt < b.placedAt ? 1 : -1)).slice(0, LISTED);
    assignToPanel(view, bet);
    showReturn();
    if (bet.cashed !== null && before && before.cashed === null) announceCashOut(page, bet);
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

  return {
    get all() {
      return all;
    },
    receive,
    refresh,
    showReturn,
    reportRound,
  };
}

function isUnsettled({ status }: FlightBet): boolean {
  return status === 'pending' || status === 'open' || status === 'owed';
}

/** One panel holds one bet of the current flight. */
function assignToPanel(view: CrashView, bet: FlightBet): void {
  if (bet.roundId !== view.round?.roundId) return;
  // Not of a panel: placed before a reload, or on another screen of the player.
  const panel = view.panels.find(({ key }) => key === bet.key) ?? view.panels.find((one) => !one.bet && !one.sending);
  if (!panel) return;
  if (panel.element.hidden) view.toggleSecond();
  panel.key = bet.key;
  panel.bet = bet;
  view.repaint();
}

function announceCashOut({ shell, sound, state, t }: CrashPage, bet: FlightBet): void {
  const text = t('studio.crash_cashed', { multiplier: multiplierText(bet.cashed ?? 0), amount: money(state, bet.payout) });
  shell.announce(text);
  sound.win();
}
