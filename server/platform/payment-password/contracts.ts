import type { BodyOf } from '../../../shared/api/define-call.ts';
import type { paymentPasswordChange } from '../../../shared/api/payout-calls.ts';
import type { Executor, Tx } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';
import type { CallContext } from '../http/binding.ts';

/** Whoever changes what their money is paid out by. */
export type Payee = Pick<CallContext, 'clientAddress' | 'country'> & { readonly actor: { readonly memberId: string } };

/** Six digits that are asked for with every payout and transfer. */
export interface PaymentPassword {
  isSet(executor: Executor, memberId: string): Promise<boolean>;
  /**
   * Resolves when it is right; refuses with `payment_password_missing` when none is set, `payment_password_wrong`, or
   * `payment_password_locked` after too many tries. Counts the try by itself, outside the caller's transaction, so that a
   * rollback never gives a try back: call it before the transaction.
   */
  check(memberId: string, typed: string): Promise<void>;
}

/** The same for the pages and calls that it is set by. */
export interface PaymentPasswordKeeper extends PaymentPassword {
  /** When it was set or changed; null: there is none. */
  changedAt(executor: Executor, memberId: string): Promise<Date | null>;
  /** Sets or changes it, and tells the member. */
  change(payee: Payee, form: BodyOf<typeof paymentPasswordChange>): Promise<void>;
  /**
   * Takes it away, for an operator: the member sets another one, and payouts and transfers rest from then on as after a
   * forgotten one. False when there was none.
   */
  takeAway(tx: Tx, afterCommit: AfterCommit, memberId: string): Promise<boolean>;
}
