import * as v from 'valibot';
import { wireAmount } from './fields.ts';

/**
 * Payouts by a payment provider (`docs/payments/protocol.md`). The platform sends an order to the provider's payout address and requests its
 * state at `<address>/status`; the provider reports changes to `POST /payments/<provider>`. All three carry the same report: the state of the
 * payout and its totals so far, so that reports may be repeated, late or out of order. Signatures are those of `shared/api/payments.ts`.
 */
export const PAYOUT_STATUS_PATH = '/status';

/** `accepted`: will be paid or fail later, perhaps in parts; `paid` and `failed` are final, but a paid payout can still come back. */
const PAYOUT_STATES = ['accepted', 'paid', 'failed'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Reason of a failed payout, or of one that came back. */
const PAYOUT_REASONS = [
  'account_invalid',
  'account_closed',
  'name_mismatch',
  'limit',
  'no_funds',
  'refused',
  'unavailable',
  'other',
] as const;
export type PayoutReason = (typeof PAYOUT_REASONS)[number];

const payoutId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/));
const currency = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/));

/** The same id and content on each repeat: one order is one payment. */
export const payoutOrder = v.strictObject({
  payoutId,
  /** What the payee receives. */
  amount: wireAmount,
  currency,
  payee: v.strictObject({
    kind: v.picklist(['BANK', 'EWALLET']),
    /** Code of the bank or e-wallet in the merchant's list. */
    provider: v.string(),
    holder: v.string(),
    number: v.string(),
  }),
});
export type PayoutOrder = v.InferOutput<typeof payoutOrder>;

export const payoutQuery = v.strictObject({ payoutId });

const report = {
  state: v.picklist(PAYOUT_STATES),
  /** Total paid so far. */
  paid: wireAmount,
  /** Total that has come back of it so far. */
  returned: wireAmount,
  reason: v.optional(v.picklist(PAYOUT_REASONS)),
};

/** Answer of the provider with HTTP 200. Fields of its own are ignored. */
export const payoutAnswer = v.variant('status', [
  v.object({ status: v.literal('OK'), ...report }),
  /** `UNKNOWN_PAYOUT`: only of a request for the state. `PAYOUT_MISMATCH`: the id was used with other content. */
  v.object({ status: v.picklist(['UNKNOWN_PAYOUT', 'PAYOUT_MISMATCH']) }),
]);
export type PayoutAnswer = v.InferOutput<typeof payoutAnswer>;

/** Callback of the provider. */
export const payoutEvent = v.strictObject({
  eventId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/)),
  payoutId,
  currency,
  ...report,
});
export type PayoutEvent = v.InferOutput<typeof payoutEvent>;
