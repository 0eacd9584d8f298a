import type { Units } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { PaymentPassword } from '../../identity/payment-password/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { PayoutAccounts } from '../payout-accounts/index.ts';
import type { Turnover } from '../turnover/index.ts';

export interface TransfersDeps {
  readonly db: Database;
  readonly merchant: string;
  readonly wallet: Wallet;
  readonly clock: Clock;
  readonly inbox: Inbox;
  readonly protection: Protection;
  readonly turnover: Turnover;
  readonly paymentPassword: Pick<PaymentPassword, 'isSet' | 'check'>;
  readonly payoutAccounts: Pick<PayoutAccounts, 'refuseAfterReset'>;
}

/** Common fields of all orders; `amount` as entered. */
export interface TransferOrder {
  readonly amount: string;
  readonly paymentPassword: string;
  readonly reference: string;
}

/** A transfer between a member and the agent above, from one side. */
export interface SentTransfer {
  readonly id: string;
  readonly reference: string;
  readonly sent: boolean;
  readonly counterpart: string;
  readonly units: Units;
  readonly at: Date;
  readonly ledgerTransferId: string;
}

export interface TransferFacts {
  readonly upline: { readonly account: string; readonly nickname: string } | null;
  readonly paymentPasswordSet: boolean;
  readonly min: Units;
  readonly max: Units;
  readonly dayAmount: Units;
  readonly leftToday: Units;
  readonly transfersLeftToday: number;
  readonly wallet: Units;
  readonly available: Units;
  readonly turnoverLeft: Units;
  readonly transfers: readonly SentTransfer[];
}

/** Transfers from a member to the upline and from an agent to a downline only. */
export interface Transfers {
  /** Refuses with `transfer_off` if the merchant does not offer transfers. */
  state(actor: Actor): Promise<TransferFacts>;
  toUpline(actor: Actor, order: TransferOrder): Promise<SentTransfer>;
  /** `account` names a member directly below the agent; any other name is refused alike, existing or not. */
  toDownline(actor: Actor, order: TransferOrder & { readonly account: string }): Promise<SentTransfer>;
}
