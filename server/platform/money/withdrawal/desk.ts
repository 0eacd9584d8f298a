import { sql } from 'kysely';
import { zonedMoment } from '../../../../shared/time.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { WALLET } from '../../ledger/index.ts';
import { closeIfLate } from './answer.ts';
import type { DeskDeps, DisputeOutcome, OperatorDecision, WithdrawalDesk } from './contracts.ts';
import { pay, requestConfirmation } from './pay.ts';
import {
  confirmationWindow,
  notifyMember,
  release,
  remainingOf,
  requireNotOverdrawn,
  requireStatus,
  returnToWallet,
  type Stage,
  step,
} from './steps.ts';
import * as store from './store.ts';

const PAGE = 20;
/** Statuses that wait for a decision, sorted oldest first. */
const WAITING: readonly store.WithdrawalRow['status'][] = ['review', 'approved', 'disputed'];

/** A decision of an operator. The row is locked, and closed first if its deadline has passed. */
type DeskAction<More = object> = (
  stage: Stage,
  row: store.WithdrawalRow,
  decision: OperatorDecision & More,
) => Promise<store.WithdrawalRow>;

export function createWithdrawalDesk(deps: DeskDeps): WithdrawalDesk {
  const withLockedRow =
    <More>(decision: DeskAction<More>) =>
    async (tx: Tx, afterCommit: AfterCommit, id: string, by: OperatorDecision & More) => {
      const stage: Stage = { deps, tx, afterCommit, now: deps.clock.now() };
      const found = await store.lockWithdrawal(tx, id);
      if (!found) throw new Refusal('withdrawal_not_found');
      return decision(stage, await closeIfLate(stage, found), { ...by, operator: named(by.operator), reason: by.reason.trim() });
    };
  return {
    list(executor, { statuses, memberId, pageNo = 1, pageSize = PAGE }) {
      const filter = { ...(statuses && { statuses }), ...(memberId !== undefined && { memberId }) };
      const oldestFirst = statuses?.every((status) => WAITING.includes(status)) ?? false;
      return store.page(executor, filter, { pageNo, pageSize, oldestFirst });
    },
    details: (executor, id) => details(deps, executor, id),
    ofMerchant: store.findOfMerchant,
    uploads: async (executor, id) => ((await store.findEvents(executor, [id])).get(id) ?? []).flatMap(({ uploads }) => uploads),
    async lockApprovals(tx, id) {
      await store.lockWithdrawal(tx, id);
      return (await store.findApprovals(tx, id)).map(({ operator, at }) => ({ name: operator, at }));
    },
    approve: withLockedRow(approve),
    reject: withLockedRow(reject),
    markPaid: withLockedRow(markPaid),
    setByHand: withLockedRow(setByHand),
    resolveDispute: withLockedRow(resolve),
  };
}

const approve: DeskAction = async (stage, row, { operator, reason }) => {
  requireStatus(row, 'review');
  await requireNotOverdrawn(stage, row);
  const added = await store.insertApproval(stage.tx, { withdrawal_id: row.id, operator, reason, at: stage.now });
  if (!added) return row;
  const isFullyApproved = (await store.findApprovals(stage.tx, row.id)).length >= row.approvals_needed;
  const by = { actor: 'operator', actorName: operator, reason } as const;
  if (!isFullyApproved) return step(stage, row, {}, { ...by, action: 'approval' });
  await notifyMember(stage, row, 'withdrawal_approved');
  return step(stage, row, { status: 'approved', approved_at: stage.now }, { ...by, action: 'approved' });
};

const reject: DeskAction = async (stage, row, { operator, reason }) => {
  requireStatus(row, 'review', 'approved');
  await takeFromProvider(stage, row);
  const change = { status: 'rejected', reason, closed_at: stage.now, release_transfer_id: await release(stage, row) } as const;
  await notifyMember(stage, row, 'withdrawal_rejected', { reason });
  return step(stage, row, change, { action: 'rejected', actor: 'operator', actorName: operator, reason });
};

const markPaid: DeskAction = async (stage, row, { operator, reason }) => {
  requireStatus(row, 'approved');
  await takeFromProvider(stage, row);
  await requireNotOverdrawn(stage, row);
  return pay(stage, row, { actor: 'operator', actorName: operator, reason });
};

const setByHand: DeskAction<{ readonly byHand: boolean }> = async (stage, row, { byHand }) => {
  requireStatus(row, 'review', 'approved');
  await takeFromProvider(stage, row);
  return store.updateWithdrawal(stage.tx, row.id, { by_hand: byHand });
};

/** Stops an order that has not left yet. Refuses while a provider may pay the withdrawal: it would be paid twice. */
async function takeFromProvider({ tx, now }: Stage, row: store.WithdrawalRow): Promise<void> {
  if (row.status !== 'approved') return;
  await store.stopUnsentPayout(tx, row.id, now);
  if (await store.isInPayment(tx, row.id)) throw new Refusal('withdrawal_in_payment');
}

const resolve: DeskAction<{ readonly outcome: DisputeOutcome }> = async (stage, row, { operator, reason, outcome }) => {
  requireStatus(row, 'disputed');
  if (outcome === 'paid_again') await requireNotOverdrawn(stage, row);
  const by = { action: outcome, actor: 'operator', actorName: operator, reason } as const;
  const amount = remainingOf(row);
  await notifyMember(stage, row, 'withdrawal_dispute', { amount, reason });
  if (outcome === 'upheld') {
    return step(stage, row, { status: 'received', received_by: 'operator', reason, closed_at: stage.now }, { ...by, amount });
  }
  if (outcome === 'returned') {
    const { transferId, units } = await returnToWallet(stage, row);
    return step(
      stage,
      row,
      { status: 'returned', reason, closed_at: stage.now, release_transfer_id: transferId },
      { ...by, amount: units },
    );
  }
  // The first payment was lost outside the system; it is booked already, so nothing is posted.
  const terms = await stage.deps.terms(stage.tx, row.member_id);
  const time = confirmationWindow(stage.now, terms.rules);
  await requestConfirmation(stage, row, zonedMoment(time.confirm_by, terms.timeZone), amount);
  return step(stage, row, { status: 'paid', reason, ...time }, { ...by, amount });
};

async function details(deps: DeskDeps, executor: Executor, id: string) {
  const row = await executor.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('withdrawal_not_found');
  return {
    row,
    events: (await store.findEvents(executor, [id])).get(id) ?? [],
    approvals: (await store.findApprovals(executor, id)).map(({ operator, reason, at }) => ({ operator, reason, at })),
    accountNumber: await deps.payoutAccounts.number(executor, row.payout_account_id),
    turnover: await deps.turnover.state(executor, row.member_id),
    member: await totals(executor, row.member_id),
  };
}

/** Totals of the member, as a basis for the decision. */
async function totals(executor: Executor, memberId: string) {
  const { rows } = await sql<{ balance: string; deposited: string; withdrawn: string; staked: string }>`
    select coalesce((select a.balance from ledger_account a where a.owner = ${memberId} and a.kind = ${WALLET}), 0) as balance,
      coalesce((select sum(p.amount) from ledger_transfer t join ledger_posting p on p.transfer_id = t.id
                  join ledger_account a on a.id = p.account_id and a.owner = ${memberId}
                 where t.member_id = ${memberId} and t.kind in ('deposit', 'deposit-reversal')), 0) as deposited,
      coalesce((select sum(w.amount) from withdrawal w
                 where w.member_id = ${memberId} and w.status in ('paid', 'disputed', 'received')), 0) as withdrawn,
      coalesce((select s.settled from member_stake s where s.member_id = ${memberId}), 0) as staked`.execute(executor);
  const [row] = rows;
  const units = (text: string | undefined) => BigInt(text ?? 0);
  return {
    balance: units(row?.balance),
    deposited: units(row?.deposited),
    withdrawn: units(row?.withdrawn),
    staked: units(row?.staked),
  };
}

function named(operator: string): string {
  const name = operator.trim();
  if (name === '') throw new Error('A withdrawal decision needs the name of its operator.');
  return name;
}
