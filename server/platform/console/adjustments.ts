import { type Selectable, sql } from 'kysely';
import { TRIAL_TYPE } from '../../../shared/constants.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { parseInputAmount, type Units } from '../../../shared/money/money.ts';
import type { Clock } from '../base/clock.ts';
import type { AfterCommit, Executor, Tx } from '../base/db/index.ts';
import { Refusal } from '../base/refusal.ts';
import { memberLegs, type Wallet } from '../ledger/index.ts';
import { readMerchant } from '../merchant/index.ts';
import type { Inbox } from '../notify/inbox/index.ts';
import { checkPayable, createApprovals, needsSecondOperator, OperatorError, type Slice } from '../operators/index.ts';
import type { AdjustmentTable } from './tables.ts';

export interface AdjustmentDeps {
  readonly clock: Clock;
  readonly merchant: string;
  readonly wallet: Wallet;
  readonly inbox: Inbox;
}

export interface AdjustmentOrder {
  /** Generated with the form, so a form submitted twice creates one adjustment. */
  readonly id: string;
  readonly memberId: string;
  /** Above zero: credit to the member. */
  readonly units: Units;
  /** Shown to the member. */
  readonly reason: string;
}

export type Adjustment = Selectable<AdjustmentTable>;
/** With the names of the approving operators, in order of approval. */
export type ListedAdjustment = Adjustment & { readonly agreed: readonly string[] };
type Operator = { readonly operatorId: string };

/** Balance corrections by operators. They post to the ledger; large ones need a second operator. */
export interface Adjustments {
  /** Posts the correction, or stores it until a second operator approves. Refuses with `insufficient_funds` or `reference_conflict`. */
  propose(tx: Tx, afterCommit: AfterCommit, by: Operator, order: AdjustmentOrder): Promise<Adjustment>;
  /** Second approval. Refuses the operator who gave the first one. */
  approve(tx: Tx, afterCommit: AfterCommit, by: Operator, id: string, reason: string): Promise<Adjustment>;
  /** Open to every operator with the right to correct balances, including the one who proposed it. */
  reject(tx: Tx, id: string): Promise<Adjustment>;
  /** Waiting corrections first, then the newest. Without `memberId`: of all members. */
  list(executor: Executor, slice: Slice & { readonly memberId?: string }): Promise<readonly ListedAdjustment[]>;
}

const CONSENT = 'post';
/** Expects a row of `adjustment` in the query. */
const agreedOf = sql<string[]>`array(
  select o.name from operator_approval a join operator o on o.id = a.operator_id
   where a.merchant = adjustment.merchant and a.subject = 'adjustment:' || adjustment.id and a.action = ${CONSENT} order by a.id)`.as(
  'agreed',
);
const subjectOf = (id: string): string => `adjustment:${id}`;

export function createAdjustments(deps: AdjustmentDeps): Adjustments {
  const { clock, merchant } = deps;
  const approvals = createApprovals(deps);
  const rows = (executor: Executor) => executor.selectFrom('adjustment').selectAll().where('merchant', '=', merchant);

  async function consent(tx: Tx, afterCommit: AfterCommit, { operatorId }: Operator, row: Adjustment, reason: string): Promise<Adjustment> {
    const approvalCount = await approvals.record(tx, { subject: subjectOf(row.id), action: CONSENT, operatorId, reason });
    return approvalCount >= row.approvals_needed ? post(deps, tx, afterCommit, row) : row;
  }

  async function waiting(tx: Tx, id: string): Promise<Adjustment> {
    const row = await rows(tx).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    if (row.status !== 'waiting') throw new OperatorError('adjustmentClosed');
    return row;
  }

  return {
    async propose(tx, afterCommit, by, order) {
      const made = await insert(deps, tx, by, order);
      if (made) return consent(tx, afterCommit, by, made, order.reason);
      const before = await rows(tx).where('id', '=', order.id).executeTakeFirst();
      const same = before?.member_id === order.memberId && BigInt(before.units) === order.units && before.reason === order.reason;
      if (!before || !same) throw new Refusal('reference_conflict');
      return before;
    },
    async approve(tx, afterCommit, by, id, reason) {
      const row = await waiting(tx, id);
      const before = await tx
        .selectFrom('operator_approval')
        .select('id')
        .where('merchant', '=', merchant)
        .where('subject', '=', subjectOf(id))
        .where('operator_id', '=', by.operatorId)
        .executeTakeFirst();
      if (before) throw new OperatorError('approvalRepeated');
      return consent(tx, afterCommit, by, row, reason);
    },
    async reject(tx, id) {
      await waiting(tx, id);
      return close(tx, id, { status: 'rejected', closed_at: clock.now() });
    },
    list: (executor, { memberId, offset, limit }) =>
      (memberId === undefined ? rows(executor) : rows(executor).where('member_id', '=', memberId))
        .select(agreedOf)
        .orderBy(({ eb }) => eb('status', '=', 'waiting'), 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute(),
  };
}

/** Undefined if an adjustment with this id exists. */
async function insert(
  deps: AdjustmentDeps,
  tx: Tx,
  by: Operator,
  { id, memberId, units, reason }: AdjustmentOrder,
): Promise<Adjustment | undefined> {
  const { merchant, clock } = deps;
  const member = await tx
    .selectFrom('member')
    .select(['type', 'currency'])
    .where('id', '=', memberId)
    .where('merchant', '=', merchant)
    .executeTakeFirst();
  if (!member) throw new Refusal('not_found');
  // Play money is never corrected.
  if (member.type === TRIAL_TYPE) throw new OperatorError('adjustmentTrial');
  const { adjustments: rules } = (await readMerchant(tx, merchant)).settings;
  // A fraction that another platform or vendor has brought into the books can be taken out.
  if (units > 0n) checkPayable(units, member.currency);
  const size = units < 0n ? -units : units;
  const max = parseInputAmount(rules.max) ?? 0n;
  if (size > max) throw new OperatorError('adjustmentTooLarge', { max: rules.max }, 'amount');
  const [single, day] = [rules.secondApprovalFrom, rules.unapprovedPerDay].map((text) =>
    text === null ? undefined : parseInputAmount(text),
  );
  const needsSecondApproval = await needsSecondOperator(deps, tx, by.operatorId, size, { single, day });
  return tx
    .insertInto('adjustment')
    .values({
      id,
      merchant,
      reason,
      currency: member.currency,
      member_id: memberId,
      units: units.toString(),
      status: 'waiting',
      approvals_needed: needsSecondApproval ? 2 : 1,
      transfer_id: null,
      created_at: clock.now(),
      closed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Posts to the ledger and notifies the member. */
async function post(deps: AdjustmentDeps, tx: Tx, afterCommit: AfterCommit, row: Adjustment): Promise<Adjustment> {
  const { id, member_id: memberId, currency, reason } = row;
  const units = BigInt(row.units);
  const legs = memberLegs(memberId, 'adjustment', units);
  const order = { reference: `adjustment:${id}`, kind: 'adjustment', currency, realm: 'real', memberId, legs } as const;
  const result = await deps.wallet.transfer(tx, { ...order, meta: { adjustmentId: id } }, afterCommit);
  if (result.outcome === 'insufficient') throw new Refusal('insufficient_funds');
  if (result.outcome !== 'posted') throw new Error(`adjustment ${id} was not posted: ${result.outcome}`);
  const amount = amountText(units, currency);
  await deps.inbox.post(tx, { memberId, template: 'adjustment', params: { amount, reason } }, afterCommit);
  return close(tx, id, { status: 'posted', transfer_id: result.transferId, closed_at: deps.clock.now() });
}

function close(
  tx: Tx,
  id: string,
  change: Pick<Adjustment, 'status' | 'closed_at'> & { readonly transfer_id?: string },
): Promise<Adjustment> {
  return tx.updateTable('adjustment').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
