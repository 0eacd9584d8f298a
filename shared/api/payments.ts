import * as v from 'valibot';
import { wireAmount } from './fields.ts';

/**
 * Callbacks of a payment provider to the platform: `POST /payments/<provider>` with a JSON body, signed like the
 * seamless wallet (HMAC-SHA256 over `signedHead` and the raw body, hex, in `X-Signature`; `X-Timestamp` in
 * milliseconds, at most five minutes off), so that a signature is valid for one provider's address and time. 200 is an
 * acknowledgement, also of a repeat. Any other status means "send again": for 4xx only after a correction, except 429,
 * which names the time in `Retry-After`.
 */
export const PAYMENTS_PREFIX = '/payments';
/** `dark` or `light`, on requests of the portal to the payment simulator. */
export const THEME_HEADER = 'x-site-theme';

export const PAYMENT_EVENTS = ['paid', 'failed', 'expired', 'reversed'] as const;

export const paymentEvent = v.strictObject({
  /** The provider's id of this event: a repeat has the same id and the same body. */
  eventId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/)),
  event: v.picklist(PAYMENT_EVENTS),
  depositId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/)),
  /** For `reversed`: the amount reversed now. Less than the deposit is a part, and more may follow. */
  amount: wireAmount,
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
});
export type PaymentEvent = v.InferOutput<typeof paymentEvent>;

const PAYMENT_ANSWERS = [
  'OK',
  'BAD_REQUEST',
  'BAD_SIGNATURE',
  'STALE_REQUEST',
  'UNKNOWN_PROVIDER',
  'UNKNOWN_DEPOSIT',
  'UNKNOWN_PAYOUT',
  'EVENT_MISMATCH',
  'ERROR',
] as const;
export interface PaymentAnswer {
  readonly status: (typeof PAYMENT_ANSWERS)[number];
  /** Current status of the deposit; only with `OK` to an event of a deposit. */
  readonly deposit?: string;
}
