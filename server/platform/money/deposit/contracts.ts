import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { depositCreate } from '../../../../shared/api/deposit/calls.ts';
import type { DepositKind, DepositReason, DepositStatus } from '../../../../shared/api/deposit/constants.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Executor, Tx } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { Uploads } from '../../base/uploads/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { DepositRules } from '../../merchant/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { Turnover } from '../turnover/index.ts';
import type { PaymentProviders, VerifiedEvent } from './providers/contracts.ts';
import type { ChannelRow, DepositRow, DeskFilter, StepRow } from './store.ts';

export interface MemberDepositDeps {
  readonly db: Database;
  readonly wallet: Wallet;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly inbox: Inbox;
  readonly protection: Protection;
  readonly turnover: Turnover;
  readonly uploads: Pick<Uploads, 'claim'>;
  readonly providers: PaymentProviders;
  /** Codes of providers that do not respond. */
  readonly pausedProviders: (executor: Executor) => Promise<ReadonlySet<string>>;
  /** Reads the merchant's current rules. */
  readonly rules: (executor: Executor) => Promise<DepositRules & { readonly timeZone: string; readonly monthCeiling: number | null }>;
}

export type DepositOrder = Readonly<BodyOf<typeof depositCreate>>;

/** A deposit with its payment instructions. */
export interface DepositView {
  readonly deposit: DepositRow;
  readonly channel: ChannelRow;
  readonly steps: readonly StepRow[];
}

export interface ChannelChoice {
  /** The last used first; `max_amount` includes the remaining day limits. */
  readonly channels: readonly ChannelRow[];
  readonly firstDeposit: boolean;
}

/** Calls of members. Trial accounts are always refused; deposits of other members are not found. */
export interface MemberDeposits {
  channels(actor: Actor): Promise<ChannelChoice>;
  /** Opens a deposit. The same reference and body return the same deposit. */
  create(actor: Actor, order: DepositOrder): Promise<DepositView>;
  /** Reports the payment as made, with ids of new uploads. Moves no money. */
  confirm(actor: Actor, depositId: string, proofs?: readonly string[]): Promise<DepositView>;
  cancel(actor: Actor, depositId: string): Promise<DepositView>;
  get(actor: Actor, depositId: string): Promise<DepositView>;
  /** The last twenty, newest first. */
  list(actor: Actor): Promise<readonly DepositView[]>;
}

export interface Settlement {
  /** Applies an event of a provider, once per event id. */
  applyEvent(provider: string, event: VerifiedEvent, bodyHash: string): Promise<DepositStatus | 'unknown' | 'mismatch'>;
  /** Expires overdue deposits; for the scheduler. Returns their number. */
  expire(): Promise<number>;
}

/** A deposit for operators. Amounts in units. */
export interface DeskDeposit {
  readonly id: string;
  readonly memberId: string;
  readonly channel: string;
  readonly kind: DepositKind;
  readonly amount: bigint;
  readonly fee: bigint;
  /** Amount announced by the member, if another one was credited. */
  readonly announced: bigint | null;
  /** Provider that was chosen for it; null: the one of the channel. */
  readonly provider: string | null;
  /** The received amount, if it differs from the announced one and waits for an operator. */
  readonly paidAmount: bigint | null;
  readonly currency: string;
  readonly status: DepositStatus;
  readonly reason: DepositReason | null;
  readonly paymentReference: string;
  /** Amount that the payment provider has reversed so far. */
  readonly reversed: bigint;
  readonly sentBackReference: string | null;
  /** Upload ids of receipts. */
  readonly proofs: readonly string[];
  readonly createdAt: Date;
}

/** Name and reason of the operator, stored with the step. */
export interface OperatorDecision {
  readonly operator: string;
  readonly reason: string;
}

/**
 * Deposit decisions of operators, for bank transfers and for payments of another amount. The caller checks the operator's rights. Decisions
 * run in the caller's transaction, so that the log line is written together with them. They refuse with `deposit_not_found`, or with
 * `deposit_closed` if the state allows no decision.
 */
export interface DepositDesk {
  /** The oldest first, at most 200. */
  list(filter: DeskFilter): Promise<readonly DeskDeposit[]>;
  get(id: string): Promise<{ readonly deposit: DeskDeposit; readonly steps: readonly StepRow[] } | undefined>;
  /** Confirms the payment: credits the deposit, or returns it if protection forbids it. */
  approve(tx: Tx, afterCommit: AfterCommit, id: string, decision: OperatorDecision): Promise<DepositStatus>;
  /** No payment was received, or it is not accepted. */
  reject(tx: Tx, afterCommit: AfterCommit, id: string, decision: OperatorDecision): Promise<DepositStatus>;
  /**
   * Records that the returned payment was sent back by the outgoing payment with this reference. Repeating it changes nothing; another
   * reference is refused with `deposit_closed`. An outgoing payment can return one deposit only (`reference_conflict`).
   */
  sendBack(
    tx: Tx,
    afterCommit: AfterCommit,
    id: string,
    decision: OperatorDecision & { readonly reference: string },
  ): Promise<DepositStatus>;
}
