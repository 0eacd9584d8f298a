import type { WithdrawalAction, WithdrawalOutcome, WithdrawalStatus } from '../../../shared/api/withdrawal-calls.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Clock } from '../clock.ts';
import type { Database, Executor, Tx } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';
import type { EventHub } from '../events/hub.ts';
import type { Inbox } from '../inbox/index.ts';
import type { Messages } from '../messages/index.ts';
import type { PaymentPassword } from '../payment-password/index.ts';
import type { PayoutAccount, PayoutAccounts } from '../payout-accounts/index.ts';
import type { Turnover, TurnoverState } from '../turnover/index.ts';
import type { Uploads } from '../uploads/contracts.ts';
import type { Wallet } from '../wallet/index.ts';
import type { WithdrawalRules } from './rules.ts';
import type { EventRow, WithdrawalRow } from './store.ts';

/** What counts for one member now. */
export interface Terms {
  readonly rules: WithdrawalRules;
  /** The merchant offers withdrawals at all. */
  readonly offered: boolean;
  /** Decides when a day begins. */
  readonly timeZone: string;
  /** Withdrawals a day, by the member's level. */
  readonly perDay: number;
}

/** What both sides work with. */
export interface StepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly wallet: Wallet;
  readonly turnover: Turnover;
  readonly inbox: Inbox;
  readonly messages: Pick<Messages, 'tell'>;
  terms(executor: Executor, memberId: string): Promise<Terms>;
  /** What a currency is written with on screen ("$"). */
  currencySymbol(currency: string): string;
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
}

export interface WithdrawalAnswer {
  readonly withdrawalId: string;
  readonly outcome: WithdrawalOutcome;
  /** With `received`: what has come in all so far, so that sending it twice is the same as once. */
  readonly receivedAmount?: string | undefined;
  readonly comment?: string | undefined;
  readonly images: readonly string[];
}

/** A withdrawal with its steps, as of now: one whose time to answer is over is received, whether or not the sweep has been by. */
export interface TrackedWithdrawal {
  readonly row: WithdrawalRow;
  readonly events: readonly EventRow[];
}

export interface WithdrawalOptions {
  readonly balance: Units;
  readonly available: Units;
  readonly turnover: TurnoverState;
  readonly terms: Terms;
  readonly today: { readonly count: number; readonly amount: Units };
  readonly accounts: readonly PayoutAccount[];
  readonly paymentPasswordSet: boolean;
}

/** The member's side. All of it is refused to trial accounts; none of it asks protection: who rests or is excluded may withdraw. */
export interface Withdrawals {
  options(actor: Actor): Promise<WithdrawalOptions>;
  /** Puts the amount on hold and asks for a payout; the same reference and body give the same withdrawal. */
  request(actor: Actor, order: WithdrawalOrder): Promise<TrackedWithdrawal>;
  get(actor: Actor, withdrawalId: string): Promise<TrackedWithdrawal>;
  list(actor: Actor, pageNo: number): Promise<{ readonly withdrawals: readonly TrackedWithdrawal[]; readonly totalPages: number }>;
  /** The member's word on a paid withdrawal; the same word twice changes nothing. */
  answer(actor: Actor, answer: WithdrawalAnswer): Promise<TrackedWithdrawal>;
  cancel(actor: Actor, withdrawalId: string): Promise<TrackedWithdrawal>;
  /** Reminds at half time and closes what nobody has answered in time; for the scheduler. */
  sweep(): Promise<void>;
}

/** Who acts, and why: both go into the trail, and the reason of a rejection, return or upheld dispute to the member. */
export interface OperatorAct {
  readonly operator: string;
  readonly reason: string;
}

export const DISPUTE_OUTCOMES = ['paid_again', 'returned', 'upheld'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

export interface WithdrawalDetails extends TrackedWithdrawal {
  /** Different operators who have approved so far; `row.approvals_needed` of them must. */
  readonly approvals: readonly { readonly operator: string; readonly reason: string; readonly at: Date }[];
  /** The whole number, for the one who pays. */
  readonly accountNumber: string;
  readonly turnover: TurnoverState;
  readonly member: {
    readonly balance: Units;
    readonly deposited: Units;
    /** Paid out so far, without this one while it waits. */
    readonly withdrawn: Units;
    readonly staked: Units;
  };
}

/**
 * The operators' side. Acts run inside the caller's transaction, so that the audit log of the console is written with
 * them or not at all. Refuses with `withdrawal_not_found`, and with `withdrawal_closed` where somebody else was faster.
 * Approving, paying and paying again refuse with `withdrawal_overdrawn` while the member's wallet is below zero.
 */
export interface WithdrawalDesk {
  /** Without a status all; a queue oldest first, closed ones newest first. `pageNo` from 1. */
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
  /** One approval; approved once there are as many as the amount needs. The same operator twice counts once. */
  approve(tx: Tx, afterCommit: AfterCommit, withdrawalId: string, act: OperatorAct): Promise<WithdrawalRow>;
  /** Until it is paid; the money goes back to the wallet. */
  reject(tx: Tx, afterCommit: AfterCommit, withdrawalId: string, act: OperatorAct): Promise<WithdrawalRow>;
  /** The money has left: the member has until `confirm_by` to say whether it came. */
  markPaid(tx: Tx, afterCommit: AfterCommit, withdrawalId: string, act: OperatorAct): Promise<WithdrawalRow>;
  /** `paid_again`: sent once more, the member is asked again; `returned`: what is missing goes back to the wallet; `upheld`: it did arrive. */
  resolveDispute(
    tx: Tx,
    afterCommit: AfterCommit,
    withdrawalId: string,
    act: OperatorAct & { readonly outcome: DisputeOutcome },
  ): Promise<WithdrawalRow>;
}

export type { EventRow, WithdrawalAction, WithdrawalRow };
