import type { Translate } from '../../../shared/i18n/translate.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { GamePageContext } from '../../../shared/studio/page-context.ts';
import type { EngineBet, StudioRound, StudioSession } from '../../../shared/studio/protocol.ts';
import type { Failure, StudioApi } from './api.ts';
import type { Motif } from './backdrop.ts';
import type { Sound } from './sound.ts';
import type { RoundSummary } from './win-show.ts';

/** What the shell gives to a game's view. */
export interface GameContext {
  readonly context: GamePageContext;
  readonly t: Translate;
  readonly sound: Sound;
  /** Amount on screen, with the currency symbol. */
  money(amount: Units | string): string;
  /** What the player may stake now. */
  balance(): Units;
  /** The bet changed: the shell shows the total and whether it may be played. */
  changed(): void;
  /** Plays the bet as it stands, like the action button. */
  play(): void;
  /** A short line over the stage, also read aloud. */
  showMessage(text: string): void;
}

export interface BetReading {
  /** Undefined while the bet is not complete; `missing` then says in words what to do. */
  readonly bet?: EngineBet;
  readonly total: Units;
  readonly missing?: string;
  /** The animal that a shot is aimed at, in a sea that is shared. */
  readonly fish?: number;
}

/** What the shell needs of a game, however it is played. */
export interface PageView {
  readonly motif: Motif;
  /** A picture of its own in front of the motif. */
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
  /** The stake is on its way: movement without an outcome. */
  begin(): void;
  /** Moves on to the outcome; resolves when it stands. */
  show(round: StudioRound): Promise<void>;
  /** What a round of several parts has come to; undefined for a plain one. */
  summary?(round: StudioRound): RoundSummary | undefined;
  /** The game shows its result where the player looks: no line over the stage repeats it. */
  quiet?(round: StudioRound): boolean;
  /** The view is on the page, with the button that plays. */
  mounted?(action: HTMLButtonElement): void;
  /** Rounds follow one another too closely for anything to cover the game. */
  readonly calm?: boolean;
  /** The next higher or lower stake, for the arrow keys. */
  stepStake?(direction: 1 | -1): void;
  /** The round was refused: everything as before. */
  abort(): void;
  /** A short remark in place of the usual notice, for refusals that are part of the game. */
  refused?(code: Failure): string | undefined;
  rules(): readonly Node[];
  /** The outcome in a few words, for history and live region. */
  describe(round: StudioRound): string;
}

export type CreateView = (game: GameContext, api: StudioApi) => GameView;
