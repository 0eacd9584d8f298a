import type { Commitment } from '../../../shared/games/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { openDialog } from './dialog.ts';
import { h } from './dom.ts';
import { openFairness } from './fairness-panel.ts';
import type { Frame } from './frame.ts';
import { type GamePage, money } from './game-page.ts';
import type { GameView } from './game-view.ts';
import { openHistory } from './history-panel.ts';
import { icon } from './icons.ts';
import type { Shell } from './shell.ts';
import { limitRules } from './site-limit.ts';
import type { Sound } from './sound.ts';

/** The tools in the header of a game: rules, history and fairness as dialogs, and the sound switch. */
export function addTools(page: GamePage): void {
  const { context, t, shell, api, view, state } = page;
  const close = t('studio.close');
  const saved = (commitment: Commitment) => {
    state.next = commitment;
  };
  shell.tool('info', t('studio.rules'), () =>
    openDialog(t('studio.rules_of', { name: context.name }), close, [
      ...view.rules(),
      ...limitRules(state.session, { t, money: (amount) => money(state, amount) }),
      ...keysHelp(t, view),
    ]),
  );
  shell.tool('history', t('studio.history'), () =>
    openHistory({ api, t, money: (amount) => money(state, amount), describe: view.describe, signedIn: state.session !== undefined }),
  );
  shell.tool('shield', t('studio.fairness'), () => openFairness({ api, t, next: state.next, last: state.last, saved, locked: state.busy }));
  addSoundTool(page);
}

interface SoundTools {
  readonly shell: Shell;
  readonly sound: Sound;
  readonly frame: Frame;
  readonly t: Translate;
}

/** The sound switch, off at first. The portal stores the choice of this device and returns it when a game opens. */
export function addSoundTool({ shell, sound, frame, t }: SoundTools, label = t('studio.sound')): void {
  const tool = shell.tool('muted', label, () => {
    show(sound.toggle());
    frame.send(sound.on ? 'sound-on' : 'sound-off');
  });
  const show = (on: boolean) => {
    tool.setAttribute('aria-pressed', String(on));
    tool.classList.toggle('on', on);
    tool.replaceChildren(icon(on ? 'sound' : 'muted'));
  };
  tool.setAttribute('aria-pressed', 'false');
  tool.classList.add('sound');
  frame.onSound(() => {
    sound.resume();
    show(true);
  });
}

function keysHelp(t: Translate, view: GameView): readonly Node[] {
  const lines = ['keys_play', view.stepStake && 'keys_stake', !view.calm && 'keys_skip'];
  return [h('h3', {}, t('studio.keys')), ...lines.flatMap((line) => (line ? [h('p', {}, t(`studio.${line}`))] : []))];
}
