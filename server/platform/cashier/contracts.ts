import type { DepositKind, DepositReason, DepositStatus } from '../../../shared/api/deposit-calls.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Clock } from '../clock.ts';
import type { Database, Executor, Tx } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';
import type { EventHub } from '../events/hub.ts';
import type { Inbox } from '../inbox/index.ts';
import type { Protection } from '../protection/index.ts';
import type { Turnover } from '../turnover/index.ts';
import type { Uploads } from '../uploads/contracts.ts';
import type { Wallet } from '../wallet/index.ts';
import type { PaymentProviders, VerifiedEvent } from './providers/contracts.ts';
import type { DepositRules } from './settings.ts';
import type { ChannelRow, DepositRow, StepRow } from './store.ts';

export interface CashierDeps {
  readonly db: Database;
  readonly wallet: Wallet;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly inbox: Inbox;
  readonly protection: Protection;
  readonly turnover: Turnover;
  readonly uploads: Pick<Uploads, 'claim'>;
  readonly providers: PaymentProviders;
  /** The merchant's rules as they are now. */
  readonly rules: (executor: Executor) => Promise<DepositRules & { readonly timeZone: string }>;
  readonly currencySymbol: (currency: string) => string;
}

export interface DepositOrder {
  readonly channel: string;
  readonly amount?: string | undefined;
  readonly voucher?: string | undefined;
  readonly reference: string;
}

/** A deposit with the way it is paid. */
export interface DepositView {
  readonly deposit: DepositRow;
  readonly channel: ChannelRow;
  readonly steps: readonly StepRow[];
}

export interface ChannelChoice {
  /** The last used first; `max_amount` is what is left of the day's limits. */
  readonly channels: readonly ChannelRow[];
  readonly firstDeposit: boolean;
}

/** What members do. Trial accounts are refused everywhere, the deposits of others are not found. */
export interface Cashier {
  channels(actor: Actor): Promise<ChannelChoice>;
  /** Opens a deposit; the same reference and body give the same deposit. */
  create(actor: Actor, order: DepositOrder): Promise<DepositView>;
  /** "I have paid", with ids of fresh uploads. Moves no money. */
  confirm(actor: Actor, depositId: string, proofs?: readonly string[]): Promise<DepositView>;
  cancel(actor: Actor, depositId: string): Promise<DepositView>;
  get(actor: Actor, depositId: string): Promise<DepositView>;
  /** The last twenty, newest first. */
  list(actor: Actor): Promise<readonly DepositView[]>;
}

export interface Settlement {
  /** Takes in what a provider has said, once per event id. */
  take(provider: string, event: VerifiedEvent, bodyHash: string): Promise<DepositStatus | 'unknown' | 'mismatch'>;
  /** Closes what was not paid in time; for the scheduler. Returns how many. */
  expire(): Promise<number>;
}

/** One deposit as an operator sees it. Amounts in units. */
export interface DeskDeposit {
  readonly id: string;
  readonly memberId: string;
  readonly channel: string;
  readonly kind: DepositKind;
  readonly amount: bigint;
  readonly fee: bigint;
  /** What has come, where it is not what was announced. */
  readonly paidAmount: bigint | null;
  readonly currency: string;
  readonly status: DepositStatus;
  readonly reason: DepositReason | null;
  readonly paymentReference: string;
  /** What the way of paying has taken back so far. */
  readonly reversed: bigint;
  readonly sentBackReference: string | null;
  /** Upload ids of receipts. */
  readonly proofs: readonly string[];
  readonly createdAt: Date;
}

/** What the desk lists: by state, by member, some at a time. */
export interface DeskFilter {
  /** Absent: all. */
  readonly status?: DepositStatus | undefined;
  readonly memberId?: string | undefined;
  readonly offset?: number;
  readonly limit?: number;
}

/** Who decides, by name, and why: both go into the deposit's record. */
export interface DeskAct {
  readonly operator: string;
  readonly reason: string;
}

/**
 * The operator's side, for bank transfers that wait for a person and for payments of another amount. Who may do what is
 * the caller's business. Acts run inside the caller's transaction, so that the operators' log is written with them or not
 * at all; they refuse with `deposit_not_found`, and with `deposit_closed` what nothing can be decided about any more.
 */
export interface DepositDesk {
  /** The oldest first, at most 200. */
  list(filter: DeskFilter): Promise<readonly DeskDeposit[]>;
  get(id: string): Promise<{ readonly deposit: DeskDeposit; readonly steps: readonly StepRow[] } | undefined>;
  /** The money is there: credits it, or returns it where protection forbids the deposit. */
  approve(tx: Tx, afterCommit: AfterCommit, id: string, act: DeskAct): Promise<DepositStatus>;
  /** There is no money, or it is not taken. */
  reject(tx: Tx, afterCommit: AfterCommit, id: string, act: DeskAct): Promise<DepositStatus>;
  /**
   * A returned payment has been sent back by the payment of that reference, once: said again it changes nothing, under
   * another reference it is `deposit_closed`. One payment sends one deposit back, else `reference_conflict`.
   */
  sendBack(tx: Tx, afterCommit: AfterCommit, id: string, act: DeskAct & { readonly reference: string }): Promise<DepositStatus>;
}
