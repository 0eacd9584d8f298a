import { multiplierText } from '../../../shared/games/crash/flight.ts';
import type { Crowd, FlightAnswer, FlightBetAnswer, FlightStreamEvents } from '../../../shared/games/crash/protocol.ts';
import type { GamePageContext } from '../../../shared/games/page-context.ts';
import { translator } from '../../../shared/i18n/translate.ts';
import { createStudioApi } from '../lib/api.ts';
import { connect } from '../lib/connect.ts';
import { createFrame } from '../lib/frame.ts';
import { listenToKeys } from '../lib/game.ts';
import { refuseStream } from '../lib/game-messages.ts';
import { createPlayState, money, pause, showMessage, showPortalBalance } from '../lib/game-page.ts';
import { createShell } from '../lib/shell.ts';
import { createSound } from '../lib/sound.ts';
import { voiceOf } from '../lib/sound-voices.ts';
import { pageRoot, readContext } from '../page-context.ts';
import { createFollower } from '../table/follow-stream.ts';
import { type CrashPage, createBets } from './bets.ts';
import { addCrashTools, openFlights } from './crash-tools.ts';
import { createCrashView } from './crash-view.ts';
import { createFlightClock } from './flight-clock.ts';

/** Starts the page of a crash game: the flights are public, bets need a session. */
export function startCrash(): void {
  const root = pageRoot();
  const context = readContext<GamePageContext>(root);
  const t = translator(context.texts, context.languageTag);
  const shell = createShell(root, context, t);
  const sound = createSound(voiceOf(context.engine, context.variant));
  const state = createPlayState();
  const clock = createFlightClock();
  const api = createStudioApi();
  const view = createCrashView(
    {
      ...{ context, t, sound },
      money: (amount) => money(state, amount),
      balance: () => state.balance,
      changed: () => undefined,
      play: act,
      showMessage: (text) => showMessage(shell, text),
    },
    clock,
    {
      bet: (panel) => bets.place(panel),
      cashOut: (panel) => bets.cashOut(panel),
      changed: () => undefined,
      began() {
        shell.setMessage('', false);
        shell.setTotal(money(state, 0n));
        for (const panel of view.visiblePanels) if (panel.queued) bets.place(panel);
      },
      tookOff: () => sound.tick(),
      crashed({ crash }) {
        shell.announce(`${t('studio.crash_crashed')} ${multiplierText(crash ?? 0)}x`);
        for (const panel of view.panels) if (panel.bet && panel.bet.cashed === null) panel.bet = { ...panel.bet, crash };
        view.repaint();
        bets.showReturn();
      },
      silent(on) {
        showConnectionLost(on);
        if (on) follower.restart();
      },
      openHistory: () => openFlights(page),
      secondToggled: (on) => tools.showSecond(on),
    },
  );
  const page: CrashPage = {
    ...{ context, t, shell, sound, state, view, api },
    frame: createFrame(
      (type) => {
        // A bet in flight stays and follows its target; a queued bet is cancelled.
        if (type === 'pause') for (const panel of view.panels) panel.queued = false;
        pause(page, type === 'pause');
      },
      (units) => showPortalBalance(page, units),
    ),
  };
  const bets = createBets(page);
  const follower = createFollower({
    open: (signal) => api.flightStream(context.gameId, signal),
    poll: async () => receiveFlight(await api.flight(context.gameId)),
    lost: showConnectionLost,
    full: () => refuseStream(page, follower.restart),
    dispatch(name, data) {
      if (name === 'flight') receiveFlight(data as FlightAnswer);
      if (name === 'round') receiveRound(data as FlightStreamEvents['round']);
      if (name === 'crowd') view.showCrowd(data as Crowd);
      if (name === 'tick') receiveTick(data as FlightStreamEvents['tick']);
      if (name === 'bet') bets.receive((data as FlightBetAnswer).bet, (data as FlightBetAnswer).balance);
    },
  });

  function showConnectionLost(on: boolean): void {
    const key = view.visiblePanels.some(({ bet }) => bet) ? 'studio.crash_silent' : 'studio.connection_lost';
    showMessage(shell, on ? t(key) : '');
  }

  function receiveFlight(answer: FlightAnswer): void {
    view.showFlight(answer);
    void bets.refresh();
  }

  function receiveRound({ now, round }: FlightStreamEvents['round']): void {
    clock.sync(now);
    view.showRound(round);
  }

  function receiveTick({ now, elapsed }: FlightStreamEvents['tick']): void {
    clock.sync(now);
    view.tick(elapsed);
  }

  /** Space cashes out the first bet in flight; otherwise it presses the button of the first panel. */
  function act(): void {
    const panel = view.visiblePanels.find(({ mode }) => mode === 'cash-out') ?? view.visiblePanels[0];
    panel?.act();
  }

  shell.mount(view, 'play');
  // Each panel has its own button.
  shell.action.remove();
  view.scene.append(shell.message);
  view.lock(true);
  const tools = addCrashTools(page, bets);
  listenToKeys(act);
  follower.start();
  void connect(page).then(() => {
    if (!state.session) return;
    follower.restart();
    void bets.refresh();
  });
}
