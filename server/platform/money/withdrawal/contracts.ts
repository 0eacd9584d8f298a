import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { withdrawalConfirm } from '../../../../shared/api/withdrawal/calls.ts';
import type { WithdrawalAction, WithdrawalStatus } from '../../../../shared/api/withdrawal/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Executor, Tx } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { Uploads } from '../../base/uploads/index.ts';
import type { PaymentPassword } from '../../identity/payment-password/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { WithdrawalRules } from '../../merchant/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import type { PayoutAccount, PayoutAccounts } from '../payout-accounts/index.ts';
import type { Turnover, TurnoverState } from '../turnover/index.ts';
import type { EventRow, WithdrawalRow } from './store.ts';

/** Rules that apply to a member now. */
export interface Terms {
  readonly rules: WithdrawalRules;
  /** Whether the merchant offers withdrawals. */
  readonly offered: boolean;
  /** Defines the start of a day. */
  readonly timeZone: string;
  /** Withdrawals per day, by the member's level. */
  readonly perDay: number;
  /** Withdrawals of a month without a fee, by the member's level. */
  readonly freePerMonth: number;
}

/** Dependencies of members' and operators' calls. */
export interface StepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly wallet: Wallet;
  readonly turnover: Turnover;
  readonly inbox: Inbox;
  readonly messages: Pick<Messages, 'notify'>;
  terms(executor: Executor, memberId: string): Promise<Terms>;
}

export interface WithdrawalDeps extends StepDeps {
  readonly paymentPassword: PaymentPassword;
  readonly payoutAccounts: Pick<PayoutAccounts, 'list' | 'find' | 'forPayout'>;
  readonly uploads: Pick<Uploads, 'claim'>;
}

export interface DeskDeps extends StepDeps {
  readonly payoutAccounts: Pick<PayoutAccounts, 'number'>;
}

export interface WithdrawalOrder {
  readonly amount: string;
  readonly payoutAccountId: string;
  readonly paymentPassword: string;
  readonly reference: string;
  /** Fixed part and hundredths of a percent of the fee that the member was shown ("2.0000 50"); a higher fee is refused. */
  readonly feeShown?: string;
}

/** `receivedAmount` is the total received so far, so that repeating the call changes nothing. */
export type WithdrawalAnswer = Readonly<Omit<BodyOf<typeof withdrawalConfirm>, 'images'>> & { readonly images: readonly string[] };

/** A withdrawal with its steps. After its deadline it is shown as received, even before the sweep has run. */
export interface TrackedWithdrawal {
  readonly row: WithdrawalRow;
  readonly events: readonly EventRow[];
}

export interface WithdrawalOptions {
  readonly balance: Units;
  readonly available: Units;
  readonly atVendors: Units;
  readonly turnover: TurnoverState;
  readonly terms: Terms;
  readonly today: { readonly count: number; readonly amount: Units };
  /** Withdrawals of this month without a fee. */
  readonly freeUsed: number;
  readonly accounts: readonly PayoutAccount[];
  readonly paymentPasswordSet: boolean;
}

/** Calls of members. Trial accounts are refused. Protection does not apply: members may withdraw during a break or exclusion. */
export interface Withdrawals {
  options(actor: Actor): Promise<WithdrawalOptions>;
  /** Puts the amount on hold and requests a payout. The same reference and body return the same withdrawal. */
  request(actor: Actor, order: WithdrawalOrder): Promise<TrackedWithdrawal>;
  get(actor: Actor, withdrawalId: string): Promise<TrackedWithdrawal>;
  list(actor: Actor, pageNo: number): Promise<{ readonly withdrawals: readonly TrackedWithdrawal[]; readonly totalPages: number }>;
  /** The member's answer about a paid withdrawal; repeating it changes nothing. */
  answer(actor: Actor, answer: WithdrawalAnswer): Promise<TrackedWithdrawal>;
  cancel(actor: Actor, withdrawalId: string): Promise<TrackedWithdrawal>;
  /** Sends reminders at half time and closes withdrawals without an answer; for the scheduler. */
  sweep(): Promise<void>;
}

/** Name and reason of the operator, stored with the step. The member sees the reason of a rejection, a return and an upheld dispute. */
export interface OperatorDecision {
  readonly operator: string;
  readonly reason: string;
}

export const DISPUTE_OUTCOMES = ['paid_again', 'returned', 'upheld'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

export interface WithdrawalDetails extends TrackedWithdrawal {
  /** Approvals by different operators so far; `row.approvals_needed` are required. */
  readonly approvals: readonly { readonly operator: string; readonly reason: string; readonly at: Date }[];
  /** The complete number, for the operator who pays. */
  readonly accountNumber: string;
  readonly turnover: TurnoverState;
  readonly member: {
    readonly balance: Units;
    readonly deposited: Units;
    /** Paid out so far, without this withdrawal. */
    readonly withdrawn: Units;
    readonly staked: Units;
  };
}

/**
 * Calls of operators. They run in the caller's transaction, so that the log line is written together with them. Refuses with
 * `withdrawal_not_found`, and with `withdrawal_closed` after another decision. Approving and paying refuse with `withdrawal_overdrawn`
 * while the member's wallet is below zero. Paying, rejecting and `setByHand` stop an order that has not been sent to a payment provider, and
 * refuse with `withdrawal_in_payment` while a provider may pay it.
 */
export interface WithdrawalDesk {
  /** Without a status: all. Waiting withdrawals are sorted oldest first, closed ones newest first. `pageNo` starts at 1. */
  list(
    executor: Executor,
    filter: {
      readonly statuses?: readonly WithdrawalStatus[];
      readonly memberId?: string;
      readonly pageNo?: number;
      readonly pageSize?: number;
    },
  ): Promise<{ readonly rows: readonly WithdrawalRow[]; readonly total: number }>;
  details(executor: Executor, withdrawalId: string): Promise<WithdrawalDetails>;
  /** Those of the withdrawals that are of the merchant, with the member's account name, in the order of their request. */
  ofMerchant(
    executor: Executor,
    merchant: string,
    withdrawalIds: readonly string[],
  ): Promise<readonly (WithdrawalRow & { readonly account: string })[]>;
  /** Ids of the pictures that the member has sent about the withdrawal. */
  uploads(executor: Executor, withdrawalId: string): Promise<readonly string[]>;
  /** Locks the withdrawal and returns who has approved it, so that simultaneous approvals of one operator run one after the other. */
  lockApprovals(tx: Tx, withdrawalId: string): Promise<readonly { readonly name: string; readonly at: Date }[]>;
  /** Adds an approval; the status becomes approved when the required number is reached. Repeated approvals of an operator count once. */
  approve(tx: Tx, afterCommit: AfterCommit, withdrawalId: string, decision: OperatorDecision): Promise<WithdrawalRow>;
  /** Possible until it is paid. The money returns to the wallet. */
  reject(tx: Tx, afterCommit: AfterCommit, withdrawalId: string, decision: OperatorDecision): Promise<WithdrawalRow>;
  /** The money was sent. The member has until `confirm_by` to report whether it arrived. */
  markPaid(tx: Tx, afterCommit: AfterCommit, withdrawalId: string, decision: OperatorDecision): Promise<WithdrawalRow>;
  /** Whether operators pay it instead of a payment provider. */
  setByHand(
    tx: Tx,
    afterCommit: AfterCommit,
    withdrawalId: string,
    decision: OperatorDecision & { readonly byHand: boolean },
  ): Promise<WithdrawalRow>;
  /**
   * `paid_again`: sent again, and the member is asked again; `returned`: the missing amount is credited to the wallet; `upheld`: the
   * payment did arrive.
   */
  resolveDispute(
    tx: Tx,
    afterCommit: AfterCommit,
    withdrawalId: string,
    decision: OperatorDecision & { readonly outcome: DisputeOutcome },
  ): Promise<WithdrawalRow>;
}

/** Reports of payment providers. Call them in the transaction that has locked the withdrawal with `lock`. */
export interface WithdrawalPayments {
  lock(tx: Tx, withdrawalId: string): Promise<WithdrawalRow | undefined>;
  /** Whether the member's wallet is below zero; locks it. */
  isOverdrawn(tx: Tx, row: WithdrawalRow): Promise<boolean>;
  /** Adds a step to the history of the withdrawal. */
  note(tx: Tx, afterCommit: AfterCommit, row: WithdrawalRow, event: ProviderStep): Promise<void>;
  /** The provider has paid an approved withdrawal, all but `missing`. With a missing amount operators decide about it as about a dispute. */
  paid(tx: Tx, afterCommit: AfterCommit, row: WithdrawalRow, payment: ProviderStep & { readonly missing: Units }): Promise<void>;
  /** Of a paid withdrawal `missing` has not been paid or has come back. A closed one that the member has confirmed only gets a step. */
  cameBack(tx: Tx, afterCommit: AfterCommit, row: WithdrawalRow, payment: ProviderStep & { readonly missing: Units }): Promise<void>;
}

export interface ProviderStep {
  readonly action: WithdrawalAction;
  readonly provider: string;
  readonly reason?: string;
  readonly amount?: Units;
}

export type { EventRow, WithdrawalAction, WithdrawalRow };
