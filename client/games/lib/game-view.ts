import type { GamePageContext } from '../../../shared/games/page-context.ts';
import type { EngineBet, FreeRoundsWire, StudioRound, StudioSession } from '../../../shared/games/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { Failure, StudioApi } from './api.ts';
import type { Motif } from './backdrop.ts';
import type { Sound } from './sound.ts';
import type { RoundSummary } from './win-show.ts';

/** What the shell provides to a game's view. */
export interface GameContext {
  readonly context: GamePageContext;
  readonly t: Translate;
  readonly sound: Sound;
  /** Amount on screen, with the currency symbol. */
  money(amount: Units | string): string;
  /** What one cent of the rules is in the currency of the session. */
  coin(): Units;
  /** The balance available for stakes. */
  balance(): Units;
  /** The bet has changed: the shell updates the total and the action button. */
  changed(): void;
  /** Plays the current bet, like the action button. */
  play(): void;
  /** A short line above the stage, also announced to screen readers. */
  showMessage(text: string): void;
}

export interface BetReading {
  /** Undefined while the bet is incomplete; `missing` then holds a text that says what to do. */
  readonly bet?: EngineBet;
  readonly total: Units;
  readonly missing?: string;
  /** The target of a shot in a shared sea. */
  readonly fish?: number;
  /** Grant of a free round: `total` is zero. */
  readonly freeRound?: string;
}

/** What the shell needs from every game. */
export interface PageView {
  readonly motif: Motif;
  /** A picture in front of the motif. */
  readonly scenery?: Element;
  readonly stage: HTMLElement;
  readonly controls: HTMLElement;
  readonly actionLabel: string;
  open(session: StudioSession): void;
  readBet(): Omit<BetReading, 'bet'> & { readonly bet?: unknown };
  lock(locked: boolean): void;
}

/** One game of rounds: its stage, its controls and how a round looks. */
export interface GameView extends PageView {
  readBet(): BetReading;
  /** The stake is being placed: starts the animation without an outcome. */
  begin(): void;
  /** Animates to the outcome; resolves at its end. */
  show(round: StudioRound): Promise<void>;
  /** Summary of a round of several parts; undefined for other rounds. */
  summary?(round: StudioRound): RoundSummary | undefined;
  /** True if the game shows its result itself: no line above the stage repeats it. */
  quiet?(round: StudioRound): boolean;
  /** The view is on the page, with the button that plays. */
  mounted?(action: HTMLButtonElement): void;
  /** Rounds follow each other too fast for a win animation. */
  readonly calm?: boolean;
  /** The next higher or lower stake, for the arrow keys. */
  stepStake?(direction: 1 | -1): void;
  /** The free rounds of the player, as they are after a round. */
  freeRounds?(rounds: readonly FreeRoundsWire[]): void;
  /** The round was rejected: restores the state before it. */
  abort(): void;
  /** A short remark in place of the usual notice, for refusals that are part of the game. */
  refused?(code: Failure): string | undefined;
  rules(): readonly Node[];
  /** The outcome in a few words, for history and live region. */
  describe(round: StudioRound): string;
}

export type CreateView = (game: GameContext, api: StudioApi) => GameView;
