import { multiplierText } from '../../../shared/games/crash/flight.ts';
import { connect } from '../lib/connect.ts';
import { createFrame } from '../lib/frame.ts';
import { listenToKeys } from '../lib/game.ts';
import { money, pause, showPortalBalance } from '../lib/game-page.ts';
import { createPageParts, gameContextOf } from '../lib/page-parts.ts';
import { pageRoot } from '../page-context.ts';
import { createBetList } from './bet-list.ts';
import { createBets } from './bets.ts';
import { addCrashTools, openFlights } from './crash-tools.ts';
import { type CrashPage, createCrashView } from './crash-view.ts';
import { createFlightClock } from './flight-clock.ts';
import { followFlights } from './follow-flights.ts';

/** Starts the page of a crash game: the flights are public, bets need a session. */
export function startCrash(): void {
  const root = pageRoot();
  const parts = createPageParts(root);
  const { t, shell, sound, state } = parts;
  const clock = createFlightClock();
  const view = createCrashView(gameContextOf(parts, { changed: () => undefined, play: act }), clock, {
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
      list.showReturn();
    },
    silent: (on) => flights.silent(on),
    openHistory: () => openFlights(page),
    secondToggled: (on) => tools.showSecond(on),
  });
  const page: CrashPage = {
    ...parts,
    view,
    frame: createFrame(
      (type) => {
        // A bet in flight stays and follows its target; a queued bet is cancelled.
        if (type === 'pause') for (const panel of view.panels) panel.queued = false;
        pause(page, type === 'pause');
      },
      (units) => showPortalBalance(page, units),
    ),
  };
  const list = createBetList(page);
  const bets = createBets(page, list);
  const flights = followFlights(page, list, clock);

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
  const tools = addCrashTools(page, list);
  listenToKeys(act);
  flights.start();
  void connect(page).then(() => {
    if (!state.session) return;
    flights.restart();
    void list.refresh();
  });
}
