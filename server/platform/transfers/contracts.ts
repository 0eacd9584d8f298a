import type { Units } from '../../../shared/money/money.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Inbox } from '../inbox/index.ts';
import type { PaymentPassword } from '../payment-password/index.ts';
import type { PayoutAccounts } from '../payout-accounts/index.ts';
import type { Protection } from '../protection/index.ts';
import type { Turnover } from '../turnover/index.ts';
import type { Wallet } from '../wallet/index.ts';

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
  /** What a currency is written with on screen ("$"). */
  currencySymbol(currency: string): string;
}

/** What every order of a member says; `amount` as it was typed. */
export interface TransferOrder {
  readonly amount: string;
  readonly paymentPassword: string;
  readonly reference: string;
}

/** A transfer between a member and the agent above, seen from one side. */
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

/** Member to upline and agent to downline, nothing else (decisions, safety). */
export interface Transfers {
  /** Refuses with `transfer_off` where the merchant does not offer transfers. */
  state(actor: Actor): Promise<TransferFacts>;
  toUpline(actor: Actor, order: TransferOrder): Promise<SentTransfer>;
  /** `account` names a member directly below the agent; whoever is not there is not told from whoever does not exist. */
  toDownline(actor: Actor, order: TransferOrder & { readonly account: string }): Promise<SentTransfer>;
}
