import { connect } from '../lib/connect.ts';
import { dialogIsOpen } from '../lib/dialog.ts';
import { createFrame } from '../lib/frame.ts';
import { listenToKeys } from '../lib/game.ts';
import { refuseStream } from '../lib/game-messages.ts';
import { changed, pause, showMessage, showPortalBalance } from '../lib/game-page.ts';
import { createPageParts, gameContextOf } from '../lib/page-parts.ts';
import { createServerClock } from '../match/match-clock.ts';
import { pageRoot } from '../page-context.ts';
import { placeSlip } from './place-slip.ts';
import { createSlips } from './slips.ts';
import { createTableFeed } from './table-feed.ts';
import type { TableParts } from './table-parts.ts';
import { addTableTools } from './table-tools.ts';
import { createTableView, type TablePage } from './table-view.ts';

const TICK_MS = 250;

/** Starts the page of a table: the rounds are public, bets need a session. */
export function startTable(parts: TableParts): void {
  const root = pageRoot();
  const pageParts = createPageParts(root, (t) => ({ note: t('studio.table_simulated') }));
  const { context, t, shell, api } = pageParts;
  const clock = createServerClock();
  const act = () => placeSlip(page, slips);
  const view = createTableView(gameContextOf(pageParts, { changed: () => changed(page), play: act }), parts, clock, {
    opened() {
      void slips.refresh();
      feed.restart();
    },
    closed: (lost) => {
      if (lost) showMessage(shell, t('studio.table_taken_back'));
    },
    began() {
      shell.setMessage('', false);
      slips.began();
    },
    outcomeShown: (outcome) => slips.showOutcome(outcome),
  });
  const page: TablePage = {
    ...pageParts,
    view,
    frame: createFrame(
      (type) => pause(page, type === 'pause'),
      (units) => showPortalBalance(page, units),
    ),
  };
  const slips = createSlips(page);
  const feed = createTableFeed(api, context.gameId, {
    table(answer) {
      view.showTable(answer);
      void slips.refresh();
    },
    round({ now, round }) {
      clock.set(now);
      view.showRound(round);
    },
    slip: ({ slip, balance }) => slips.receive(slip, balance),
    lost: (on) => showMessage(shell, on ? t('studio.connection_lost') : ''),
    full: () => refuseStream(page, feed.restart),
  });
  shell.mount(view, 'check');
  view.scene.append(shell.message);
  view.lock(true);
  shell.action.addEventListener('click', act);
  addTableTools(page, parts, slips);
  listenToKeys(act);
  listenToDigits((index) => view.chooseChip(index));
  feed.start();
  setInterval(() => view.tick(), TICK_MS);
  void connect(page);
}

function listenToDigits(choose: (index: number) => void): void {
  document.addEventListener('keydown', (event) => {
    if (!/^[1-9]$/.test(event.key) || event.repeat || dialogIsOpen() || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    choose(Number(event.key) - 1);
  });
}
