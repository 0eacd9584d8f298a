import * as v from 'valibot';
import type { UnitText } from '../money/money.ts';

/**
 * The transfer wallet: calls of the platform to a provider that keeps the balances of its players itself, `POST <url>/<operation>` with a
 * JSON body, signed like the seamless wallet (`shared/seamless/wallet.ts`). Amounts are whole units of 1/10,000 as decimal integer
 * strings. Responses are HTTP 200 with a `status`; everything else is no answer. docs/vendors/transfer-wallet.md.
 */
const TRANSFER_WALLET_CODES = [
  'OK',
  'BAD_REQUEST',
  'BAD_SIGNATURE',
  'STALE_REQUEST',
  'PLAYER_NOT_FOUND',
  'PLAYER_BLOCKED',
  'GAME_NOT_FOUND',
  'WRONG_CURRENCY',
  'INSUFFICIENT_FUNDS',
  'LIMIT_REACHED',
  'MAINTENANCE',
  'REFERENCE_CLOSED',
  'REFERENCE_MISMATCH',
  'TRANSFER_NOT_FOUND',
  'ERROR',
] as const;
export type TransferWalletCode = (typeof TRANSFER_WALLET_CODES)[number];

/** Answers to `deposit` and `withdraw` after which nothing was moved and nothing will be. All others leave the outcome open. */
export const REFUSED_FOR_GOOD: readonly TransferWalletCode[] = [
  'BAD_REQUEST',
  'BAD_SIGNATURE',
  'STALE_REQUEST',
  'PLAYER_NOT_FOUND',
  'PLAYER_BLOCKED',
  'WRONG_CURRENCY',
  'INSUFFICIENT_FUNDS',
  'LIMIT_REACHED',
  'MAINTENANCE',
  'REFERENCE_CLOSED',
];

/** Entries in one page of the history. */
export const HISTORY_PAGE = 200;

const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/));
const units = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,17})$/)) as v.GenericSchema<string, UnitText>;
const positiveUnits = v.pipe(v.string(), v.regex(/^[1-9]\d{0,17}$/)) as v.GenericSchema<string, UnitText>;
const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/));
const cursor = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const money = { reference: id, player: id, currency, amount: positiveUnits };

/** Bodies of the requests. */
const TRANSFER_WALLET = {
  /** Creates the player; known ones stay as they are. */
  player: v.strictObject({ player: id, currency, language: v.string() }),
  /** Address of a game for a player. */
  launch: v.strictObject({ player: id, gameId: id, currency, language: v.string(), theme: v.picklist(['dark', 'light']) }),
  /** Ends the player's sessions: no more stakes. */
  logout: v.strictObject({ player: id }),
  balance: v.strictObject({ player: id }),
  /** Money to the player's balance, once per reference. */
  deposit: v.strictObject(money),
  /** Money from the player's balance, once per reference. */
  withdraw: v.strictObject(money),
  /** Outcome of a deposit or withdrawal. A reference that is not known is closed by this request. */
  status: v.strictObject({ reference: id }),
  /** Changes of balances by play, oldest first; null: from the beginning. */
  history: v.strictObject({ cursor: v.nullable(cursor), limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(HISTORY_PAGE)) }),
} as const;
export type TransferWalletOperation = keyof typeof TRANSFER_WALLET;
export type TransferWalletBody<O extends TransferWalletOperation> = v.InferOutput<(typeof TRANSFER_WALLET)[O]>;

/** One change of a balance by play. Its id is unique at the provider; bets, wins and rollbacks follow the rules of the seamless wallet. */
export const historyEntry = v.object({
  id,
  kind: v.picklist(['bet', 'win', 'rollback']),
  player: id,
  roundId: id,
  gameId: id,
  currency,
  /** Of a win also zero, which ends a lost bet. Of a rollback that of its bet. */
  amount: units,
  /** The bet of a win or rollback. */
  betId: v.optional(id),
  /** With a win: nothing follows in the round. */
  endRound: v.optional(v.boolean()),
  market: v.optional(id),
  atRisk: v.optional(units),
  /** Time at the provider. */
  at: v.pipe(v.string(), v.isoTimestamp()),
});
export type HistoryEntry = v.InferOutput<typeof historyEntry>;

const plain = { status: v.picklist(TRANSFER_WALLET_CODES), message: v.optional(v.string()) };

/** Answers. The fields after `status` are required with OK and ignored otherwise. */
export const TRANSFER_WALLET_ANSWERS = {
  player: v.object(plain),
  launch: v.object({ ...plain, url: v.optional(v.pipe(v.string(), v.maxLength(2_000))) }),
  logout: v.object(plain),
  balance: v.object({ ...plain, balance: v.optional(units) }),
  deposit: v.object({ ...plain, reference: v.optional(id), amount: v.optional(units) }),
  withdraw: v.object({ ...plain, reference: v.optional(id), amount: v.optional(units) }),
  status: v.object({
    ...plain,
    transfer: v.optional(
      v.object({
        kind: v.picklist(['deposit', 'withdraw']),
        state: v.picklist(['done', 'refused', 'pending']),
        player: id,
        currency,
        amount: units,
      }),
    ),
  }),
  history: v.object({
    ...plain,
    entries: v.optional(v.array(v.unknown())),
    cursor: v.optional(v.nullable(cursor)),
    more: v.optional(v.boolean()),
  }),
} as const satisfies Readonly<Record<TransferWalletOperation, unknown>>;
export type TransferWalletAnswer<O extends TransferWalletOperation> = v.InferOutput<(typeof TRANSFER_WALLET_ANSWERS)[O]>;
