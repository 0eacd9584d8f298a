import type { Executor, Tx } from '../db/database.ts';

/** Where a member's money may be paid out to: a bank account or an e-wallet in the member's own name. */
export interface PayoutAccount {
  readonly id: string;
  readonly kind: 'BANK' | 'EWALLET';
  /** Bank or e-wallet by its code in the merchant's list. */
  readonly provider: string;
  /** Its name. */
  readonly providerName: string;
  /** As registered; equals the member's real name. */
  readonly holder: string;
  /** Masked number ("•••• 4321"). */
  readonly masked: string;
  readonly addedAt: Date;
  /** Until then nothing is paid out to it: it is new, or the payment password was reset. Null: it can be used. */
  readonly coolingUntil: Date | null;
}

export interface PayoutAccounts {
  list(executor: Executor, memberId: string): Promise<readonly PayoutAccount[]>;
  /** Undefined when the member has no such account (any more). */
  find(executor: Executor, memberId: string, id: string): Promise<PayoutAccount | undefined>;
  /**
   * The account of a payout that is being asked for, locked until the end of the transaction so that it can't be removed
   * meanwhile. Refuses with `payout_account_not_found`, `payout_account_cooling` (`until`: ISO 8601), or as `refuseAfterReset`.
   */
  forPayout(tx: Tx, memberId: string, id: string): Promise<PayoutAccount>;
  /** Refuses with `payment_password_cooling` while money rests after the payment password was set without the old one. */
  refuseAfterReset(tx: Tx, memberId: string): Promise<void>;
  /** The whole number, for the operator who pays; also of an account that was removed since. */
  number(executor: Executor, id: string): Promise<string>;
}
