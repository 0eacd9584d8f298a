import type { Executor, Tx } from '../../base/db/index.ts';

/** A bank account or e-wallet in the member's own name, for payouts. */
export interface PayoutAccount {
  readonly id: string;
  readonly kind: 'BANK' | 'EWALLET';
  /** Code of the bank or e-wallet in the merchant's list. */
  readonly provider: string;
  /** Display name of the provider. */
  readonly providerName: string;
  /** As registered; equals the member's real name. */
  readonly holder: string;
  /** Masked number ("•••• 4321"). */
  readonly masked: string;
  readonly addedAt: Date;
  /** Payouts to the account are blocked until then, because it is new or the payment password was reset. Null: usable. */
  readonly coolingUntil: Date | null;
}

export interface PayoutAccounts {
  list(executor: Executor, memberId: string): Promise<readonly PayoutAccount[]>;
  /** Undefined if the member does not have such an account. */
  find(executor: Executor, memberId: string, id: string): Promise<PayoutAccount | undefined>;
  /**
   * The account of a requested payout, locked until the end of the transaction against removal. Refuses with `payout_account_not_found`,
   * `payout_account_cooling` (`until`: ISO 8601), or as `refuseAfterReset`.
   */
  forPayout(tx: Tx, memberId: string, id: string): Promise<PayoutAccount>;
  /** Refuses with `payment_password_cooling` for some time after the payment password was set without the old one. */
  refuseAfterReset(executor: Executor, memberId: string): Promise<void>;
  /** The complete number, for the operator who pays; also of removed accounts. */
  number(executor: Executor, id: string): Promise<string>;
}
