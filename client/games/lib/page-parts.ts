import type { GamePageContext } from '../../../shared/games/page-context.ts';
import { type Translate, translator } from '../../../shared/i18n/translate.ts';
import { readContext } from '../page-context.ts';
import { createStudioApi } from './api.ts';
import { coin, createPlayState, type GamePage, money, showMessage } from './game-page.ts';
import type { GameContext, PageView } from './game-view.ts';
import { createShell, type ShellTexts } from './shell.ts';
import { createSound } from './sound.ts';
import { voiceOf } from './sound-voices.ts';

/** The parts of a page that need neither its view nor the portal around it. */
export type PageParts = Omit<GamePage<PageView>, 'view' | 'frame'>;

export function createPageParts(root: HTMLElement, textsOf: (t: Translate) => ShellTexts = () => ({})): PageParts {
  const context = readContext<GamePageContext>(root);
  const t = translator(context.texts, context.languageTag);
  return {
    context,
    t,
    shell: createShell(root, context, t, textsOf(t)),
    sound: createSound(voiceOf(context.engine, context.variant)),
    state: createPlayState(),
    api: createStudioApi(),
  };
}

/** What the page provides to its view. */
export function gameContextOf({ context, t, sound, state, shell }: PageParts, on: Pick<GameContext, 'changed' | 'play'>): GameContext {
  return {
    context,
    t,
    sound,
    money: (amount) => money(state, amount),
    coin: () => coin(state),
    balance: () => state.balance,
    changed: on.changed,
    play: on.play,
    showMessage: (text) => showMessage(shell, text),
  };
}
