import type { PayoutEvent } from '../../../../../shared/api/payouts.ts';
import type { Units } from '../../../../../shared/money/money.ts';
import type { Tx } from '../../../base/db/index.ts';
import type { PayAccount } from '../tables.ts';

/** The member's payment request. */
export interface Quote {
  readonly depositId: string;
  readonly currency: string;
  /** As entered. */
  readonly amount: string | undefined;
  readonly voucher: string | undefined;
}

/** A deposit that waits for its payment. */
export interface PaymentOrder {
  readonly depositId: string;
  readonly reference: string;
  readonly amount: Units;
  readonly currency: string;
  readonly expiresAt: Date;
  readonly account: PayAccount | null;
  /** Language code of the payer ("EN"). */
  readonly language: string;
}

export interface Instructions {
  readonly payUrl: string | null;
  readonly scan: boolean;
  readonly account: PayAccount | null;
}

/** A signed message with path and body as sent. */
export interface Callback {
  readonly method: string;
  readonly path: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

export interface VerifiedEvent {
  readonly eventId: string;
  readonly event: 'paid' | 'failed' | 'expired' | 'reversed';
  readonly depositId: string;
  /** For `reversed`: the amount of this reversal. */
  readonly amount: Units;
  readonly currency: string;
}
export type CallbackFault = 'BAD_SIGNATURE' | 'STALE_REQUEST' | 'BAD_REQUEST';

/** A payment method: quote → instructions → verified events. */
export interface PaymentProvider {
  /** Part of the callback address, and value of `deposit_channel.provider`. */
  readonly code: string;
  /**
   * The amount of the payment; `paid` if the request itself pays it. Runs in the transaction that opens the deposit, so that single-use
   * codes are redeemed with it. Refuses with `amount_invalid` or `voucher_invalid`.
   */
  quote(tx: Tx, quote: Quote): Promise<{ readonly amount: Units; readonly paid: boolean }>;
  /** Payment instructions; repeated calls return the same. */
  instruct(order: PaymentOrder): Instructions;
  /** Accepts signed and recent callbacks only. */
  read(callback: Callback): VerifiedEvent | PayoutEvent | CallbackFault;
}

export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;
