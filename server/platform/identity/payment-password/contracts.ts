import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { paymentPasswordChange } from '../../../../shared/api/payout-accounts/calls.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import type { CallContext } from '../../base/http/index.ts';

/** The member who changes it. */
export type Payee = Pick<CallContext, 'clientAddress' | 'country'> & { readonly actor: { readonly memberId: string } };

/** Six digits required for every payout and transfer. */
export interface PaymentPassword {
  isSet(executor: Executor, memberId: string): Promise<boolean>;
  /**
   * Resolves if it is correct. Refuses with `payment_password_missing`, `payment_password_wrong`, or `payment_password_locked` after too
   * many tries. The try is counted in its own transaction, so that a rollback does not undo it: call it before the transaction.
   */
  check(memberId: string, entered: string): Promise<void>;
}

/** With the calls that set and change it. */
export interface PaymentPasswordAdmin extends PaymentPassword {
  /** Time of the last change; null if none is set. */
  changedAt(executor: Executor, memberId: string): Promise<Date | null>;
  /** Sets or changes it, and notifies the member. */
  change(payee: Payee, form: BodyOf<typeof paymentPasswordChange>): Promise<void>;
  /**
   * Removes it, for an operator. The member sets a new one, after which payouts and transfers wait as after a forgotten one. False if none
   * was set.
   */
  remove(tx: Tx, afterCommit: AfterCommit, memberId: string): Promise<boolean>;
}
