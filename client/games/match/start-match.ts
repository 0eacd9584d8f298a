import { addSoundTool } from '../lib/add-tools.ts';
import { connect } from '../lib/connect.ts';
import { openDialog } from '../lib/dialog.ts';
import { h, setText } from '../lib/dom.ts';
import { facts } from '../lib/fairness-panel.ts';
import { createFrame } from '../lib/frame.ts';
import { listenToKeys } from '../lib/game.ts';
import { changed, coin, money, pause, showPortalBalance } from '../lib/game-page.ts';
import { createPageParts, gameContextOf } from '../lib/page-parts.ts';
import { pageRoot } from '../page-context.ts';
import { type Follower, followEvents } from './follow-events.ts';
import { createServerClock } from './match-clock.ts';
import { matchRulesView } from './match-rules.ts';
import { createMatchView } from './match-view.ts';
import { type MatchPage, placeBet } from './place-bet.ts';

/** Starts the page of a game of matches: fixtures and results are public, bets need a session. */
export function startMatch(): void {
  const root = pageRoot();
  const parts = createPageParts(root, (t) => ({ win: t('studio.match_possible'), note: t('studio.match_simulated') }));
  const clock = createServerClock();
  const place = () => placeBet(page, () => void follower.refreshTickets());
  const view = createMatchView(gameContextOf(parts, { changed: () => showSlip(page), play: place }), clock, {
    wanted: new URL(document.URL).searchParams.get('match') ?? '',
    opened: () => follower.enter(),
  });
  const page: MatchPage = {
    ...parts,
    view,
    frame: createFrame(
      (type) => pause(page, type === 'pause'),
      (units) => showPortalBalance(page, units),
    ),
  };
  const follower = followEvents(page, clock);
  parts.shell.mount(view, 'check');
  view.lock(true);
  parts.shell.action.addEventListener('click', place);
  addTools(page, follower);
  listenToKeys(place);
  follower.start();
  void connect(page);
}

function showSlip(page: MatchPage): void {
  const { shell, state, view, t } = page;
  changed(page);
  const possible = view.possible();
  shell.setWin(possible > 0n ? money(state, possible) : '–', false);
  const label = shell.action.querySelector('span');
  if (label) setText(label, t(view.needsAgreement() ? 'studio.match_accept_odds' : 'studio.match_place'));
}

function addTools(page: MatchPage, follower: Follower): void {
  const { shell, t, context } = page;
  const close = t('studio.close');
  shell.tool('info', t('studio.rules'), () =>
    openDialog(
      t('studio.rules_of', { name: context.name }),
      close,
      matchRulesView({ t, context, money: (amount) => money(page.state, amount), coin: () => coin(page.state) }, page.state.session),
    ),
  );
  shell.tool('shield', t('studio.fairness'), () => {
    const promised = (follower.last?.fixtures ?? []).map((event) => [`${event.home} – ${event.away}`, event.seedHash] as const);
    openDialog(t('studio.fairness'), close, [
      h('p', {}, t('studio.match_fairness')),
      h('h3', {}, t('studio.match_promised')),
      facts(promised),
    ]);
  });
  addSoundTool(page);
}
