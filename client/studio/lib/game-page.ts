import type { Translate } from '../../../shared/i18n/translate.ts';
import { toScreen, type Units, wireToScreen } from '../../../shared/money/money.ts';
import type { GamePageContext } from '../../../shared/studio/page-context.ts';
import type { Commitment, StudioRound, StudioSession } from '../../../shared/studio/protocol.ts';
import type { StudioApi } from './api.ts';
import type { Frame } from './frame.ts';
import type { GameView, PageView } from './game-view.ts';
import type { Shell } from './shell.ts';
import type { Sound } from './sound.ts';

/** Where play stands; a round may start only while a session is there and nothing else holds it up. */
export interface PlayState {
  session: StudioSession | undefined;
  next: Commitment | undefined;
  last: StudioRound | undefined;
  balance: Units;
  busy: boolean;
  paused: boolean;
  blocked: boolean;
}

/** A game's page: its parts and where play stands. */
export interface GamePage<View extends PageView = GameView> {
  readonly context: GamePageContext;
  readonly t: Translate;
  readonly shell: Shell;
  readonly sound: Sound;
  readonly api: StudioApi;
  readonly frame: Frame;
  readonly view: View;
  readonly state: PlayState;
}

export function createPlayState(): PlayState {
  return { session: undefined, next: undefined, last: undefined, balance: 0n, busy: true, paused: false, blocked: false };
}

export function money({ session }: PlayState, amount: Units | string): string {
  return `${session?.currencySymbol ?? ''}${typeof amount === 'string' ? wireToScreen(amount) : toScreen(amount)}`;
}

export function say(shell: Shell, text: string): void {
  shell.setMessage(text, false);
  shell.announce(text);
}

export function ready({ session, busy, paused, blocked }: PlayState): boolean {
  return session !== undefined && !busy && !paused && !blocked;
}

export function changed({ shell, view, state }: GamePage<PageView>): void {
  const { bet, total } = view.readBet();
  if (state.session) shell.setTotal(money(state, total));
  shell.action.disabled = !ready(state);
  shell.action.classList.toggle('incomplete', bet === undefined);
}

export function settle(page: GamePage<PageView>, isBusy: boolean): void {
  page.state.busy = isBusy;
  page.view.lock(!ready(page.state));
  changed(page);
}

export function pause(page: GamePage<PageView>, on: boolean): void {
  page.state.paused = on;
  page.shell.setMessage(on ? page.t('studio.paused') : '', false);
  page.view.lock(!ready(page.state));
  changed(page);
}

export function showBalance({ shell, state }: GamePage<PageView>, units: Units): void {
  state.balance = units;
  shell.setBalance(money(state, units));
}
