import type { Units } from '../../../../shared/money/money.ts';
import type { Tx } from '../../db/database.ts';
import type { PayAccount } from '../../db/schema/cashier.ts';

/** What a member asks to pay. */
export interface Quote {
  readonly depositId: string;
  readonly currency: string;
  /** As typed. */
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
  /** Code of the language that the payer reads ("EN"). */
  readonly language: string;
}

export interface Instructions {
  readonly payUrl: string | null;
  readonly scan: boolean;
  readonly account: PayAccount | null;
}

/** A signed message as it came; path and body exactly as they were sent. */
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
  /** Of `reversed`: what is taken back now, the whole or a part. */
  readonly amount: Units;
  readonly currency: string;
}
export type CallbackFault = 'BAD_SIGNATURE' | 'STALE_REQUEST' | 'BAD_REQUEST';

/** A way to pay, whoever runs it: quote → instructions → verified events. */
export interface PaymentProvider {
  /** In the address of its callbacks, and in `deposit_channel.provider`. */
  readonly code: string;
  /**
   * The amount of the payment; `paid` when it has come with the request itself. Inside the transaction that opens the
   * deposit: what may be used once only is taken here. Refuses with `amount_invalid` or `voucher_invalid`.
   */
  quote(tx: Tx, quote: Quote): Promise<{ readonly amount: Units; readonly paid: boolean }>;
  /** How the member pays; the same however often it is asked. */
  instruct(order: PaymentOrder): Instructions;
  /** Believes nothing that is not signed and fresh. */
  read(callback: Callback): VerifiedEvent | CallbackFault;
}

export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;
