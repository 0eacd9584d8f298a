import { pageRoot } from '../page-context.ts';
import { addTools } from './add-tools.ts';
import { connect } from './connect.ts';
import { dialogIsOpen } from './dialog.ts';
import { createFrame } from './frame.ts';
import { changed, money, pause, showPortalBalance } from './game-page.ts';
import type { CreateView } from './game-view.ts';
import type { IconName } from './icons.ts';
import { createPageParts, gameContextOf } from './page-parts.ts';
import { play, type RoundPage } from './play.ts';
import { createWinShow } from './win-show.ts';

/** Starts a game's page: its shell, the session, and rounds started by the player. */
export function startGame(createView: CreateView, actionIcon: IconName = 'play'): void {
  const root = pageRoot();
  const parts = createPageParts(root);
  const { t, shell, sound, state, api } = parts;
  const wins = createWinShow({ t, sound, money: (units) => money(state, units) });
  const page: RoundPage = {
    ...parts,
    wins,
    frame: createFrame(
      (type) => pause(page, type === 'pause'),
      (units) => showPortalBalance(page, units),
    ),
    view: createView(gameContextOf(parts, { changed: () => changed(page), play: () => play(page) }), api),
  };
  shell.mount(page.view, actionIcon);
  page.view.mounted?.(shell.action);
  root.append(wins.element);
  page.view.lock(true);
  shell.action.addEventListener('click', () => play(page));
  addTools(page);
  listenToKeys(() => play(page));
  listenToArrows((direction) => page.view.stepStake?.(direction));
  void connect(page);
}

/** Space and Enter outside of controls press the action button. */
export function listenToKeys(act: () => void): void {
  document.addEventListener('keydown', (event) => {
    if ((event.key !== ' ' && event.key !== 'Enter') || event.repeat || event.defaultPrevented || dialogIsOpen()) return;
    if (event.target instanceof Element && event.target.closest('button, a, input, textarea, select, summary, [role="grid"], [tabindex]'))
      return;
    event.preventDefault();
    act();
  });
}

/** Arrow keys change the stake, except in fields and controls that use them. */
function listenToArrows(step: (direction: 1 | -1) => void): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || dialogIsOpen()) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
    const onward = document.dir === 'rtl' ? -1 : 1;
    const direction = { ArrowUp: 1, ArrowRight: onward, ArrowDown: -1, ArrowLeft: -onward }[event.key];
    if (!direction) return;
    event.preventDefault();
    step(direction > 0 ? 1 : -1);
  });
}
