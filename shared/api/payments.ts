import * as v from 'valibot';
import { wireAmount } from './fields.ts';

/**
 * What a payment provider tells the platform: `POST /payments/<provider>` with a JSON body, signed like the seamless wallet
 * (HMAC-SHA256 over `signedHead` and the raw body, hex, in `X-Signature`; `X-Timestamp` in milliseconds, five minutes off at
 * most), so that a signature is good for one provider's address at one time. 200 is an acknowledgement, also of a repeat; everything else means "send it again": 4xx only after
 * mending it, but for 429, which says by `Retry-After` when.
 */
export const PAYMENTS_PREFIX = '/payments';
/** `dark` or `light`, on requests of the portal to the payment simulator. */
export const THEME_HEADER = 'x-site-theme';

export const PAYMENT_EVENTS = ['paid', 'failed', 'expired', 'reversed'] as const;

export const paymentEvent = v.strictObject({
  /** The provider's id of this event: a repeat carries the same id and the same body. */
  eventId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/)),
  event: v.picklist(PAYMENT_EVENTS),
  depositId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/)),
  /** Of `reversed`: what is taken back now; less than the deposit is a part, and more may follow. */
  amount: wireAmount,
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
});
export type PaymentEvent = v.InferOutput<typeof paymentEvent>;

export const PAYMENT_ANSWERS = [
  'OK',
  'BAD_REQUEST',
  'BAD_SIGNATURE',
  'STALE_REQUEST',
  'UNKNOWN_PROVIDER',
  'UNKNOWN_DEPOSIT',
  'EVENT_MISMATCH',
  'ERROR',
] as const;
export interface PaymentAnswer {
  readonly status: (typeof PAYMENT_ANSWERS)[number];
  /** What the deposit is now; with `OK` only. */
  readonly deposit?: string;
}
