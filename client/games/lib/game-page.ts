import type { GamePageContext } from '../../../shared/games/page-context.ts';
import type { Commitment, StudioRound, StudioSession } from '../../../shared/games/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { StudioApi } from './api.ts';
import type { Count } from './count-up.ts';
import { setHeld } from './dom.ts';
import type { Frame } from './frame.ts';
import type { GameView, PageView } from './game-view.ts';
import type { Shell } from './shell.ts';
import type { Sound } from './sound.ts';

/** State of play; a round may start only with a session and when nothing blocks it. */
export interface PlayState {
  session: StudioSession | undefined;
  next: Commitment | undefined;
  last: StudioRound | undefined;
  /** The balance from the last response of the studio. */
  balance: Units;
  /** The balance that the framing portal shows; undefined without a portal or after it stopped responding. */
  portalBalance: Units | undefined;
  busy: boolean;
  paused: boolean;
  blocked: boolean;
  /** By `performance.now()`: no round may start earlier, by the rules of the player's jurisdiction. */
  waitUntil: number;
  /** The running count-up of the last return. */
  counting: Count | undefined;
}

/** A game's page: its parts and the state of play. */
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
  return amountText(amount, session?.currency ?? '');
}

/** What one cent of the rules is in the currency of the session. */
export function coin({ session }: PlayState): Units {
  return coinOf(session?.currency ?? '');
}

export function showMessage(shell: Shell, text: string): void {
  shell.setMessage(text, false);
  shell.announce(text);
}

const SLOW_MS = 700;

/** Shows that a bet is being placed if no response arrives soon. The returned function cancels it. */
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

/** Blocks the next round for the given milliseconds: the button counts them down, and bets can be prepared meanwhile. */
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

/** Stores a balance of the studio. Within a portal the portal's amount is shown, so that both are always equal. */
export function showBalance({ shell, state }: GamePage<PageView>, units: Units): void {
  state.balance = units;
  shell.setBalance(money(state, availableOf(state)));
}

/** Stores the balance that the portal shows; undefined after it stopped sending one. */
export function showPortalBalance(page: GamePage<PageView>, units: Units | undefined): void {
  page.state.portalBalance = units;
  if (page.state.session) showBalance(page, page.state.balance);
}

/** The highest possible stake, as far as the page knows. */
export function availableOf({ balance, portalBalance }: PlayState): Units {
  return portalBalance ?? balance;
}
