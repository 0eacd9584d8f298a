import type { Translate } from '../../../shared/i18n/translate.ts';
import { toScreen, type Units, wireToScreen } from '../../../shared/money/money.ts';
import type { GamePageContext } from '../../../shared/studio/page-context.ts';
import type { Commitment, StudioRound, StudioSession } from '../../../shared/studio/protocol.ts';
import type { StudioApi } from './api.ts';
import type { Count } from './count-up.ts';
import { setHeld } from './dom.ts';
import type { Frame } from './frame.ts';
import type { GameView, PageView } from './game-view.ts';
import type { Shell } from './shell.ts';
import type { Sound } from './sound.ts';

/** Where play stands; a round may start only while a session is there and nothing else holds it up. */
export interface PlayState {
  session: StudioSession | undefined;
  next: Commitment | undefined;
  last: StudioRound | undefined;
  /** As the wallet reported it last with an answer of the game's own. */
  balance: Units;
  /** What the portal around the game shows; undefined where there is none, or where it has stopped answering. */
  portalBalance: Units | undefined;
  busy: boolean;
  paused: boolean;
  blocked: boolean;
  /** By `performance.now()`: no round begins before, by the rules of the player's place. */
  waitUntil: number;
  /** The return of the last round, where it still rises. */
  counting: Count | undefined;
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
  return {
    session: undefined,
    next: undefined,
    last: undefined,
    balance: 0n,
    portalBalance: undefined,
    busy: true,
    paused: false,
    blocked: false,
    waitUntil: 0,
    counting: undefined,
  };
}

export function money({ session }: PlayState, amount: Units | string): string {
  return `${session?.currencySymbol ?? ''}${typeof amount === 'string' ? wireToScreen(amount) : toScreen(amount)}`;
}

export function showMessage(shell: Shell, text: string): void {
  shell.setMessage(text, false);
  shell.announce(text);
}

const SLOW_MS = 700;

/** Says that a bet is on its way when nobody has answered soon; until the returned function is called. */
export function announceIfSlow({ shell, t }: GamePage<PageView>): () => void {
  const timer = setTimeout(() => showMessage(shell, t('studio.placing')), SLOW_MS);
  return () => clearTimeout(timer);
}

export function ready({ session, busy, paused, blocked }: PlayState): boolean {
  return session !== undefined && !busy && !paused && !blocked;
}

export function changed({ shell, view, state }: GamePage<PageView>): void {
  const { bet, total } = view.readBet();
  if (state.session) shell.setTotal(money(state, total));
  setHeld(shell.action, !ready(state) || waitOf(state) > 0);
  shell.action.classList.toggle('incomplete', bet === undefined);
}

/** Milliseconds until the next round may begin. */
export function waitOf({ waitUntil }: PlayState): number {
  return Math.max(0, waitUntil - performance.now());
}

/** The next round may begin in so many milliseconds: the button counts them, and bets can be prepared meanwhile. */
export function holdBack(page: GamePage<PageView>, milliseconds: number): void {
  const { shell, state, t } = page;
  state.waitUntil = performance.now() + milliseconds;
  const count = () => {
    const left = waitOf(state);
    shell.setWait(left > 0 ? { text: t('studio.round_wait', { seconds: (left / 1_000).toFixed(1) }), share: left / milliseconds } : null);
    if (left > 0) setTimeout(count, Math.min(COUNT_MS, left));
    else changed(page);
  };
  if (milliseconds > 0) count();
}
const COUNT_MS = 100;

export function settle(page: GamePage<PageView>, isBusy: boolean): void {
  page.state.busy = isBusy;
  page.view.lock(!ready(page.state));
  changed(page);
}

export function pause(page: GamePage<PageView>, on: boolean): void {
  page.state.paused = on;
  page.sound.mute(on);
  page.state.counting?.finish();
  page.shell.setPaused(on);
  page.view.lock(!ready(page.state));
  changed(page);
}

/** Takes in a balance of the game's own. In a portal the amount on the screen is the portal's, so that both are always the same. */
export function showBalance({ shell, state }: GamePage<PageView>, units: Units): void {
  state.balance = units;
  shell.setBalance(money(state, availableOf(state)));
}

/** The portal around the game has said what it shows; undefined: it has stopped doing so. */
export function showPortalBalance(page: GamePage<PageView>, units: Units | undefined): void {
  page.state.portalBalance = units;
  if (page.state.session) showBalance(page, page.state.balance);
}

/** What the player can stake, as far as the page knows. */
export function availableOf({ balance, portalBalance }: PlayState): Units {
  return portalBalance ?? balance;
}
