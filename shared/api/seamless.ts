import * as v from 'valibot';
import { SEAMLESS_CODES } from '../codes.ts';
import { seamlessEvents } from './seamless-events.ts';
import { seamlessRooms } from './seamless-rooms.ts';
import { seamlessSlips } from './seamless-slips.ts';

/**
 * The seamless wallet: what a vendor ("provider") calls on the platform, `POST /seamless/<provider>/<operation>` with a
 * JSON body. Signed with HMAC-SHA256 over `signedHead` and the raw body, hex, in `X-Signature`; `X-Timestamp` is in
 * milliseconds and may be five minutes off. Amounts are whole units of 1/10,000 as decimal integer strings.
 * Answers are HTTP 200 with a `status`; 5xx means "try again" (a bet only after asking `status`).
 */
export const SEAMLESS_PREFIX = '/seamless';
export const SIGNATURE_HEADER = 'x-signature';
export const TIMESTAMP_HEADER = 'x-timestamp';
export const SIGNATURE_WINDOW_MS = 5 * 60_000;

/**
 * What is signed in front of the body: method, path with query as they are sent, and time, a line each. None of them can
 * hold a line break, so no two requests have the same signed text; a signature is good for one operation of one provider. What payment providers
 * tell is signed in the same way.
 */
export function signedHead(method: string, path: string, timestamp: string): string {
  return `${method}\n${path}\n${timestamp}\n`;
}

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/));
const units = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,17})$/));
const positiveUnits = v.pipe(v.string(), v.regex(/^[1-9]\d{0,17}$/));
const money = { transactionId: id, roundId: id, gameId: id, player: id, currency: v.pipe(v.string(), v.length(3)) };

export const SEAMLESS = {
  /** Exchanges the single-use launch ticket for a vendor session token. */
  authenticate: v.strictObject({ ticket: v.pipe(v.string(), v.maxLength(200)), gameId: id }),
  balance: v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) }),
  /**
   * `contestId`: the same for all rounds that players play against each other and that are decided together, as a hand of cards.
   * `market`: what decides the bet, where bets of several rounds share it (a round of a table, a match): they are counted
   * together for turnover. `atRisk`: the most that a bet on several outcomes, or at odds that the player chooses, can
   * lose; left out: it is on one outcome at odds of the game, or the platform goes by the category of the game (docs/decisions/067-turnover-at-risk.md).
   */
  bet: v.strictObject({
    token: v.pipe(v.string(), v.maxLength(200)),
    ...money,
    amount: positiveUnits,
    market: v.optional(id),
    atRisk: v.optional(units),
    contestId: v.optional(id),
  }),
  /**
   * Posts even when the token has expired; zero closes a losing round. `betTransactionId` names the bet it settles. With
   * `endRound` it is the `finish` of the round as well, when no other bet of it is live.
   */
  win: v.strictObject({ ...money, amount: units, betTransactionId: id, endRound: v.optional(v.boolean()) }),
  /** By reference; the original amount counts. An unknown bet leaves a tombstone that refuses the late bet. */
  rollback: v.strictObject({ transactionId: id, betTransactionId: id, roundId: id, gameId: id, player: id }),
  /** Closes the round: nothing may follow. */
  finish: v.strictObject({ roundId: id, gameId: id, player: id }),
  /** What became of a transaction. */
  status: v.strictObject({ transactionId: id }),
  /** Scheduled events of the provider's games: no money, but signed like everything else. */
  events: seamlessEvents,
  /** Rooms between players, all of the provider's at once; no money either. */
  rooms: seamlessRooms,
  /** What bets on matches were on; no money. */
  slips: seamlessSlips,
} as const;
export type SeamlessOperation = keyof typeof SEAMLESS;
export type SeamlessBody<O extends SeamlessOperation> = v.InferOutput<(typeof SEAMLESS)[O]>;

export const seamlessAnswer = v.object({
  status: v.picklist(SEAMLESS_CODES),
  message: v.optional(v.string()),
  /** Current balance; on every answer about a known player. */
  balance: v.optional(units),
  currency: v.optional(v.string()),
  /** Opaque id of the player towards vendors. */
  player: v.optional(v.string()),
  /** Vendor session token, from `authenticate`. */
  token: v.optional(v.string()),
  language: v.optional(v.string()),
  trial: v.optional(v.boolean()),
  /** On `authenticate`: milliseconds from the start of a round to the start of the next, by the rules of the player's place; absent: any. */
  minimumRoundMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** On `authenticate` of games between players: two players who have one of these in common are not to play against each other. */
  links: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))), v.maxLength(64))),
  /** Ledger transfer that posted the instruction; the same on every repeat. */
  transferId: v.optional(v.string()),
  /** For `status`: what the transaction is and whether it counted. */
  transaction: v.optional(
    v.object({
      kind: v.picklist(['bet', 'win', 'rollback']),
      state: v.picklist(['accepted', 'refused', 'rolled-back', 'tombstone', 'unknown']),
    }),
  ),
});
export type SeamlessAnswer = v.InferOutput<typeof seamlessAnswer>;
