import type { Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { MemberDepositDeps, OperatorDecision } from './contracts.ts';
import { closeSuspended, creditAsDeposit } from './further-payments.ts';
import { claimReference, referenceKey } from './references.ts';
import type { StepCause } from './step.ts';
import * as store from './store.ts';
import { heldOf, move, notifyMember, type SuspenseRow } from './suspense.ts';
import type { SuspenseStatus } from './tables.ts';

/** A surplus payment, for operators. Amounts in units. */
export interface SuspendedPayment {
  readonly id: string;
  readonly depositId: string;
  readonly memberId: string;
  readonly channel: string;
  readonly currency: string;
  readonly amount: Units;
  /** Undecided amount. */
  readonly held: Units;
  readonly status: SuspenseStatus;
  readonly creditedDepositId: string | null;
  readonly sentBackReference: string | null;
  readonly closedBy: string | null;
  readonly createdAt: Date;
}

export interface SuspenseFilter {
  /** Absent: all. */
  readonly status?: SuspenseStatus;
  readonly depositId?: string;
  readonly offset?: number;
  readonly limit?: number;
}

/**
 * Payments for deposits that were already paid. Decisions run in the caller's transaction. They refuse with `deposit_not_found`, or with
 * `deposit_closed` if the payment has been decided.
 */
export interface SuspenseDesk {
  /** Waiting payments are sorted oldest first, all others newest first. */
  list(filter: SuspenseFilter): Promise<readonly SuspendedPayment[]>;
  get(id: string): Promise<SuspendedPayment | undefined>;
  /** Locks the payment and its deposit, for checks before a decision. */
  lock(tx: Tx, id: string): Promise<SuspendedPayment | undefined>;
  /**
   * Turns the payment into a deposit of the member and returns its id. Refuses if protection forbids the deposit; then it can only be sent
   * back.
   */
  credit(tx: Tx, afterCommit: AfterCommit, id: string, decision: OperatorDecision): Promise<string>;
  /** Records the outgoing payment with this reference, like `DepositDesk.sendBack`. */
  sendBack(tx: Tx, afterCommit: AfterCommit, id: string, decision: OperatorDecision & { readonly reference: string }): Promise<void>;
}

const LISTED = 100;

export function createSuspenseDesk(deps: MemberDepositDeps): SuspenseDesk {
  const { db } = deps;
  return {
    list: async ({ status, depositId, offset = 0, limit = LISTED }) => {
      let rows = db
        .selectFrom('suspense')
        .selectAll()
        .orderBy('created_at', status === 'waiting' ? 'asc' : 'desc')
        .orderBy('id');
      if (status !== undefined) rows = rows.where('status', '=', status);
      if (depositId !== undefined) rows = rows.where('deposit_id', '=', depositId);
      return (await rows.offset(offset).limit(limit).execute()).map(present);
    },
    async get(id) {
      const row = await find(db, id);
      return row && present(row);
    },
    async lock(tx, id) {
      const row = await lock(tx, id);
      return row && present(row);
    },
    async credit(tx, afterCommit, id, decision) {
      const row = await waiting(tx, id);
      await move(deps, tx, afterCommit, row, -heldOf(row), 'out');
      const cause = causeOf(decision);
      const depositId = await creditAsDeposit(deps, tx, afterCommit, row, cause);
      await closeSuspended(deps, tx, row, cause, { status: 'credited', credited_deposit_id: depositId });
      return depositId;
    },
    async sendBack(tx, afterCommit, id, decision) {
      const { reference } = decision;
      const before = await lock(tx, id);
      if (before?.sent_back_reference && referenceKey(before.sent_back_reference) === referenceKey(reference)) return;
      const row = await waiting(tx, id);
      await claimReference(tx, reference, `suspense:${id}`);
      await move(deps, tx, afterCommit, row, -heldOf(row), 'out');
      await closeSuspended(deps, tx, row, causeOf(decision), { status: 'sent_back', sent_back_reference: reference });
      await notifyMember(deps, tx, afterCommit, row, 'payment_sent_back', { units: heldOf(row), reference });
    },
  };
}

function causeOf({ operator, reason }: OperatorDecision): StepCause {
  return { by: `operator:${operator}`, note: reason };
}

async function waiting(tx: Tx, id: string): Promise<SuspenseRow> {
  const row = await lock(tx, id);
  if (!row) throw new Refusal('deposit_not_found');
  if (row.status !== 'waiting') throw new Refusal('deposit_closed');
  return row;
}

/** Locks the deposit first, as callbacks do, to avoid a deadlock. */
async function lock(tx: Tx, id: string): Promise<SuspenseRow | undefined> {
  const found = await find(tx, id);
  if (!found) return undefined;
  await store.lockDeposit(tx, found.deposit_id);
  return find(tx, id);
}

function find(executor: Executor, id: string): Promise<SuspenseRow | undefined> {
  return executor.selectFrom('suspense').selectAll().where('id', '=', id).executeTakeFirst();
}

function present(row: SuspenseRow): SuspendedPayment {
  return {
    id: row.id,
    depositId: row.deposit_id,
    memberId: row.member_id,
    channel: row.channel,
    currency: row.currency,
    amount: BigInt(row.amount),
    held: heldOf(row),
    status: row.status,
    creditedDepositId: row.credited_deposit_id,
    sentBackReference: row.sent_back_reference,
    closedBy: row.closed_by,
    createdAt: row.created_at,
  };
}
