import type { Engine, Variant } from './catalogue.ts';
import type { DiceOutcome } from './dice.ts';
import type { DigitsKind, DigitsOutcome } from './digits.ts';
import type { DuelOutcome, DuelSide } from './duel.ts';
import type { FishOutcome } from './fish.ts';
import type { KenoOutcome } from './keno.ts';
import type { RouletteOutcome } from './roulette.ts';
import type { SlotOutcome } from './slot/outcome.ts';

/**
 * Requests of a studio page in the game frame, JSON over HTTP under `/studio/api`. Every call except `session` carries
 * `Authorization: Bearer <studio token>`. Amounts are wire decimals ("1.0000").
 */
export const STUDIO_API = {
  session: '/studio/api/session',
  play: '/studio/api/play',
  round: '/studio/api/round',
  history: '/studio/api/history',
  clientSeed: '/studio/api/client-seed',
} as const;
export const STUDIO_PLAY_PATH = '/studio/play';
/** Calls of the platform's operators, signed like those of the seamless wallet. */
export const STUDIO_DESK_PATH = '/studio/desk';
/** Describes rounds for the betting record, signed in the same way (`shared/seamless/round-details.ts`). */
export const STUDIO_DETAILS_PATH = '/studio/round-details';
export const STUDIO_VERIFY_PATH = '/studio/verify';
export const STUDIO_ART_PATH = '/studio/art';

/** Body of `POST session`: the launch ticket from the page's address, and the game it was issued for. The answer is a `StudioSession`. */
export interface SessionRequest {
  readonly ticket: string;
  readonly gameId: string;
}
/** `GET round?key=<key>` answers with the `PlayAnswer` of the round with that key, or with 404 `bad_request` when no round was played. */
/** Answer of `GET history`, newest first. */
export interface HistoryAnswer {
  readonly rounds: readonly StudioRound[];
}
/**
 * Body of `POST client-seed`: 1 to 64 letters, digits, `_` or `-` (`CLIENT_SEED_PATTERN`) for future rounds. The answer is the
 * new `Commitment`.
 */
export interface ClientSeedRequest {
  readonly clientSeed: string;
}

/** A bet of one engine. Stakes are wire decimals. */
export type EngineBet =
  | { readonly engine: 'slot'; readonly stake: string }
  | { readonly engine: 'roulette'; readonly chips: readonly { readonly spot: string; readonly stake: string }[] }
  | { readonly engine: 'dice'; readonly stake: string; readonly over: boolean; readonly target: number }
  | { readonly engine: 'keno'; readonly stake: string; readonly picks: readonly number[] }
  | { readonly engine: 'fish'; readonly stake: string; readonly target: string }
  | { readonly engine: 'duel'; readonly stake: string; readonly side: DuelSide }
  /** `number`: all digits of a draw, or two for the last two; a string, because it may have leading zeros. */
  | { readonly engine: 'digits'; readonly stake: string; readonly kind: DigitsKind; readonly number: string };

/** The outcome in the terms of the engine, a pure function of (bet, seeds, nonce). */
export type EngineOutcome = SlotOutcome | RouletteOutcome | DiceOutcome | KenoOutcome | FishOutcome | DuelOutcome | DigitsOutcome;

/** Commitment: the hash of the next round's server seed, shown before the round is played. */
export interface Commitment {
  readonly serverSeedHash: string;
  readonly clientSeed: string;
  readonly nonce: number;
}

/** Limits of a bet. Every stake is a multiple of `stakeStep`. */
export interface SessionLimitsWire {
  readonly minStake: string;
  /** Not above `siteMaxStake`. Below `minStake` if nothing can be staked. */
  readonly maxStake: string;
  readonly stakeStep: string;
  readonly chips: readonly string[];
  /** Highest stake of one bet by the rules of the player's jurisdiction, if it is below that of the game. */
  readonly siteMaxStake: string | null;
  /** Highest stake of the game itself; at tables it applies to all bets of a player on a round. */
  readonly gameMaxStake: string;
}

export interface StudioSession {
  readonly token: string;
  readonly game: {
    readonly gameId: string;
    readonly name: string;
    readonly engine: Engine;
    readonly variant: Variant;
    readonly hue: number;
    readonly rtp: string;
  };
  readonly currency: string;
  readonly currencySymbol: string;
  readonly language: string;
  /** Free play without real money; the page always labels it. */
  readonly trial: boolean;
  readonly balance: string;
  readonly limits: SessionLimitsWire;
  readonly next: Commitment;
  /** Minimum time between the starts of two rounds, by the rules of the player's jurisdiction; 0: no limit. */
  readonly minimumCycleMs: number;
  /** An interrupted round that has been resolved since; shown to the player once. */
  readonly recovered: StudioRound | null;
  /** Free rounds of the player in this game, the soonest end first. */
  readonly freeRounds: readonly FreeRoundsWire[];
}

/** Free rounds of one grant. */
export interface FreeRoundsWire {
  readonly grantId: string;
  readonly rounds: number;
  readonly left: number;
  /** Of each round; what all have won. */
  readonly stake: string;
  readonly won: string;
}

export interface StudioRound {
  readonly roundId: string;
  readonly gameId: string;
  readonly bet: EngineBet;
  readonly stake: string;
  readonly payout: string;
  readonly outcome: EngineOutcome;
  readonly status: 'settled' | 'refunded' | 'pending';
  readonly playedAt: string;
  /** SHA-256 of the pay table at the time of the bet (`rulesHash`). */
  readonly rulesHash?: string;
  /** A free round: the platform gave the stake. */
  readonly isFree?: true;
  /** Revealed with the result. */
  readonly fairness: { readonly serverSeed: string; readonly serverSeedHash: string; readonly clientSeed: string; readonly nonce: number };
  readonly verifyUrl: string;
}

/** Idempotency key made by the page before the first attempt and reused on retries. */
export interface PlayRequest {
  readonly key: string;
  readonly bet: EngineBet;
  /**
   * Number of the animal in the player's shared sea at which the shot is aimed (`sea/shoal.ts`); absent for a shot outside of a
   * shared sea.
   */
  readonly fish?: number;
  /** Plays a free round of this grant, with its stake. */
  readonly freeRound?: string;
}
export interface PlayAnswer {
  readonly round: StudioRound;
  readonly balance: string;
  readonly next: Commitment;
  /** Milliseconds until the next round may begin. */
  readonly waitMs: number;
  /** Of the session, as they are after the round. */
  readonly freeRounds: readonly FreeRoundsWire[];
}

/**
 * With this header, refusals that are part of normal play (`PLAY_REFUSALS`) are sent with status 200, because browsers log every
 * error status to the console.
 */
export const REFUSAL_HEADER = 'x-refusal';
export const REFUSAL_IN_BODY = 'in-body';

/**
 * Refusals of the studio, sent as `{ error: code }` with status 4xx or 503. `too_soon` includes `retryAfterMs`; nothing was
 * drawn or charged.
 */
export const STUDIO_ERRORS = [
  'bad_request',
  'session_expired',
  'game_not_found',
  'bet_invalid',
  'stake_out_of_range',
  'insufficient_funds',
  'limit_reached',
  'stake_above_maximum',
  'stake_limit_changed',
  'bonus_stake',
  'free_round_over',
  'player_blocked',
  'game_disabled',
  'round_pending',
  'event_closed',
  'event_suspended',
  'odds_changed',
  'legs_related',
  'win_too_high',
  'bets_closed',
  'number_full',
  'play_type_full',
  'draw_full',
  'too_many_chases',
  'cash_out_late',
  'move_invalid',
  'not_your_turn',
  'seat_elsewhere',
  'linked_players',
  'pair_limit',
  'not_seated',
  'target_gone',
  'wallet_unavailable',
  'too_many_requests',
  'too_soon',
  'too_many_streams',
] as const;
export type StudioError = (typeof STUDIO_ERRORS)[number];

/**
 * What a draw that is nearly full still takes, as a wire decimal; in the `open` of these refusals. `number_full`: the highest stake on the
 * number. `play_type_full`, `draw_full`: the highest win that a ticket may have.
 */
export interface OpenStake {
  readonly number?: string;
  readonly stake: string;
}

/** Refusals that are part of normal play and no sign of an error. */
export const PLAY_REFUSALS: ReadonlySet<StudioError> = new Set<StudioError>([
  'insufficient_funds',
  'limit_reached',
  'stake_above_maximum',
  'stake_limit_changed',
  'bonus_stake',
  'free_round_over',
  'event_closed',
  'event_suspended',
  'odds_changed',
  'legs_related',
  'win_too_high',
  'bets_closed',
  'number_full',
  'play_type_full',
  'draw_full',
  'too_many_chases',
  'cash_out_late',
  'not_your_turn',
  'not_seated',
  'target_gone',
  'too_soon',
]);

/**
 * Messages from a game in the frame to the portal (`postMessage`). Both sides check source window, origin and shape
 * (docs/vendors/game-frame.md). `reload` requests a new launch of the same game (a new ticket), because the studio session has
 * ended.
 */
export type FrameMessage =
  | {
      readonly lagoon: 1;
      readonly type:
        | 'ready'
        | 'result-due'
        | 'round-shown'
        | 'round-ended'
        | 'balance-changed'
        | 'open-cashier'
        | 'leave'
        | 'reload'
        // The player has turned the sound of the game on or off.
        | 'sound-on'
        | 'sound-off';
    }
  | {
      readonly lagoon: 1;
      readonly type: 'open-record';
      /** The round whose line of the betting record is opened. */
      readonly roundId: string;
    }
  | {
      readonly lagoon: 1;
      readonly type: 'round-started';
      /** Wire decimal: the amount that the round debits, known before the wallet has booked it. */
      readonly stake?: string;
      /** Wire decimal, with `stake`: the last `balance` of the portal, without this stake. */
      readonly balance?: string;
    }
  | PortalMessage;

/**
 * Message from the portal to the game. `balance` is the amount shown in the portal, as a wire decimal. `sound`: the player had turned the sound
 * on before, on this device; the game cannot store it.
 */
export type PortalMessage =
  | { readonly lagoon: 1; readonly type: 'pause' | 'resume' | 'sound' }
  | { readonly lagoon: 1; readonly type: 'balance'; readonly balance: string };
