import * as v from 'valibot';
import type { UnitText } from '../money/money.ts';
import { MINUTE_MS } from '../time.ts';
import { SEAMLESS_CODES } from './codes.ts';
import { seamlessEvents } from './events.ts';
import { seamlessGames } from './games.ts';
import { seamlessRooms } from './rooms.ts';
import { seamlessSlips } from './slips.ts';

/**
 * The seamless wallet: the calls of a vendor ("provider") to the platform, `POST /seamless/<provider>/<operation>` with
 * a JSON body. Signed with HMAC-SHA256 over `signedHead` and the raw body, hex, in `X-Signature`; `X-Timestamp` is in
 * milliseconds and may be five minutes off. Amounts are whole units of 1/10,000 as decimal integer strings. Responses
 * are HTTP 200 with a `status`; 5xx means "try again" (a bet only after requesting `status`).
 */
export const SEAMLESS_PREFIX = '/seamless';
export const SIGNATURE_HEADER = 'x-signature';
export const TIMESTAMP_HEADER = 'x-timestamp';
export const SIGNATURE_WINDOW_MS = 5 * MINUTE_MS;

/**
 * Signed text before the body: method, path with query as sent, and time, one per line. None of them can contain a line
 * break, so no two requests have the same signed text, and a signature is valid for one operation of one provider.
 * Callbacks of payment providers are signed in the same way.
 */
export function signedHead(method: string, path: string, timestamp: string): string {
  return `${method}\n${path}\n${timestamp}\n`;
}

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/));
const units = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,17})$/)) as v.GenericSchema<string, UnitText>;
const positiveUnits = v.pipe(v.string(), v.regex(/^[1-9]\d{0,17}$/)) as v.GenericSchema<string, UnitText>;
const money = { transactionId: id, roundId: id, gameId: id, player: id, currency: v.pipe(v.string(), v.length(3)) };

export const SEAMLESS = {
  /** Exchanges the single-use launch ticket for a vendor session token. */
  authenticate: v.strictObject({ ticket: v.pipe(v.string(), v.maxLength(200)), gameId: id }),
  balance: v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) }),
  /**
   * `contestId`: the same for all rounds between players that are decided together, such as a hand of cards. `market`:
   * the event that decides the bet, if bets of several rounds share it (a round of a table, a match); such bets are
   * combined for turnover. `atRisk`: the maximum loss of a bet on several outcomes, or at odds chosen by the player;
   * absent: the bet is on one outcome at odds of the game, or the platform uses the category of the game
   * (docs/features/turnover.md).
   */
  bet: v.pipe(
    v.strictObject({
      token: v.pipe(v.string(), v.maxLength(200)),
      ...money,
      amount: units,
      market: v.optional(id),
      atRisk: v.optional(units),
      contestId: v.optional(id),
      /** A free round of a grant from `authenticate`, with the stake by which its win is computed; then `amount` is zero. */
      freeRound: v.optional(v.strictObject({ grantId: id, stake: positiveUnits })),
    }),
    v.forward(
      v.check(({ amount, freeRound }) => (amount === '0') === (freeRound !== undefined), 'amount'),
      ['amount'],
    ),
  ),
  /**
   * Posts even with an expired token; zero closes a losing round. `betTransactionId` names the bet it settles. With
   * `endRound` it is also the `finish` of the round, if no other bet of it is open.
   */
  win: v.strictObject({ ...money, amount: units, betTransactionId: id, endRound: v.optional(v.boolean()) }),
  /** By reference; the original amount counts. An unknown bet leaves a tombstone that refuses the late bet. */
  rollback: v.strictObject({ transactionId: id, betTransactionId: id, roundId: id, gameId: id, player: id }),
  /**
   * Takes a settled bet back, by reference: its win is debited, below zero if necessary, and its stake returned. Needs the permission
   * `reverse`.
   */
  reverse: v.strictObject({ transactionId: id, betTransactionId: id, roundId: id, gameId: id, player: id }),
  /** Closes the round: no further calls for it are accepted. */
  finish: v.strictObject({ roundId: id, gameId: id, player: id }),
  /** Outcome of a transaction. */
  status: v.strictObject({ transactionId: id }),
  /** Games of the provider that are new or have changed; no money. */
  games: seamlessGames,
  /** Scheduled events of the provider's games: no money, but signed like every other call. */
  events: seamlessEvents,
  /** Rooms between players, all of the provider's at once; no money. */
  rooms: seamlessRooms,
  /** Selections of bets on matches; no money. */
  slips: seamlessSlips,
} as const;
export type SeamlessOperation = keyof typeof SEAMLESS;
export type SeamlessBody<O extends SeamlessOperation> = v.InferOutput<(typeof SEAMLESS)[O]>;

/** Grants of free rounds that `authenticate` names: the soonest end first. */
export const MAX_FREE_ROUND_GRANTS = 10;

/** Free rounds that a player has in a game. */
const freeRoundGrant = v.object({
  grantId: id,
  /** Of the grant, and those that can still be played. */
  rounds: v.pipe(v.number(), v.integer(), v.minValue(1)),
  left: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Stake of each round, in units. */
  stake: positiveUnits,
  /** Won so far, in units. */
  won: units,
  /** No round is accepted from this time on, in UTC. */
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
});
export type FreeRoundGrant = v.InferOutput<typeof freeRoundGrant>;

export const seamlessAnswer = v.object({
  status: v.picklist(SEAMLESS_CODES),
  message: v.optional(v.string()),
  /** Current balance; in every response about a known player. */
  balance: v.optional(units),
  currency: v.optional(v.string()),
  /** Opaque id of the player for vendors. */
  player: v.optional(v.string()),
  /** Vendor session token, from `authenticate`. */
  token: v.optional(v.string()),
  language: v.optional(v.string()),
  trial: v.optional(v.boolean()),
  /**
   * On `authenticate`: minimum milliseconds between the starts of two rounds, by the rules of the player's
   * jurisdiction; absent: none.
   */
  minimumRoundMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /**
   * On `authenticate`, real money only: highest stake of one bet by the rules of the player's jurisdiction; of all bets of a round
   * together in games of the category `RNG`. Absent: none.
   */
  maximumStake: v.optional(units),
  /** On `authenticate` for games between players: two players who share one of these must not play against each other. */
  links: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))), v.maxLength(64))),
  /** On `authenticate`, real money only: free rounds of the game that the player has. Absent: none. */
  freeRounds: v.optional(v.pipe(v.array(freeRoundGrant), v.maxLength(MAX_FREE_ROUND_GRANTS))),
  /** Ledger transfer of the instruction; the same on every repeat. */
  transferId: v.optional(v.string()),
  /** For `status`: kind of the transaction and whether it was booked. */
  transaction: v.optional(
    v.object({
      kind: v.picklist(['bet', 'win', 'rollback']),
      state: v.picklist(['accepted', 'refused', 'rolled-back', 'tombstone', 'unknown']),
    }),
  ),
});
export type SeamlessAnswer = v.InferOutput<typeof seamlessAnswer>;
