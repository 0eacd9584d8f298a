import * as v from 'valibot';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../../../shared/api/withdrawal/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { accountsOf } from '../../identity/members/index.ts';
import { DISPUTE_OUTCOMES, type WithdrawalRow } from '../../money/withdrawal/index.ts';
import {
  type Action,
  type AuditEntry,
  type ConsoleArea,
  type ConsoleFile,
  type ConsoleForm,
  type ConsolePage,
  csvFile,
  defineForm,
  MAX_LINES,
  memberOf,
  named,
  OperatorError,
  PAGE,
  pageNoOf,
  type TextKey,
  withAuditLog,
} from '../../operators/index.ts';
import { isUnderReview } from '../../protection/responsible-gaming/index.ts';
import { type BulkDeps, bulkApprovalForms } from './bulk-approval.tsx';
import { recordDisputeConsent } from './payment-consents.ts';
import { type PayoutFormDeps, payoutForms } from './payouts.tsx';
import { approveOne, summary, type WithdrawalAreaDeps } from './withdrawal-approval.ts';
import { WithdrawalsPage } from './withdrawal-list.tsx';
import { NumberPage, WithdrawalPage } from './withdrawal-views.tsx';

const QUEUES = ['review', 'approved', 'disputed'] as const satisfies readonly WithdrawalStatus[];
const resolution = v.object({ ...named.entries, outcome: v.picklist(DISPUTE_OUTCOMES) });

/** Withdrawals. The withdrawal desk does the work; this area adds operator, reason and log line. */
export function withdrawalArea(deps: WithdrawalAreaDeps & BulkDeps & PayoutFormDeps): ConsoleArea {
  return {
    pages: [listPage(deps), withdrawalPage(deps)],
    forms: [
      approveForm(deps),
      decisionForm(deps, 'reject', 'withdrawals.review', 'reject', 'done_rejected'),
      decisionForm(deps, 'paid', 'withdrawals.pay', 'markPaid', 'done_paid'),
      disputeForm(deps),
      numberForm(deps),
      ...bulkApprovalForms(deps),
      ...payoutForms(deps),
    ],
    files: [{ path: '/withdrawals.csv', action: 'withdrawals.read', load: ({ query }) => withdrawalFile(deps, query) }, pictureFile(deps)],
  };
}

function listPage({ db, withdrawalDesk: desk, payoutDesk }: PayoutFormDeps): ConsolePage {
  return {
    path: '/withdrawals',
    action: 'withdrawals.read',
    title: 'withdrawals',
    inMenu: { group: 'money', place: 50 },
    async load({ session, query }) {
      const pageNo = pageNoOf(query);
      const { status, memberId, filter } = filterOf(query);
      const [list, ...queues] = await Promise.all([
        desk.list(db, { ...filter, pageNo, pageSize: PAGE }),
        ...QUEUES.map((queue) => desk.list(db, { statuses: [queue], pageSize: 1 })),
      ]);
      const ids = list.rows.map(({ member_id }) => member_id);
      const names = await accountsOf(db, [...ids, ...(memberId === undefined ? [] : [memberId])]);
      const waiting = new Map(QUEUES.map((queue, index) => [queue as string, queues[index]?.total ?? 0]));
      return (
        <WithdrawalsPage
          session={session}
          rows={list.rows}
          payouts={
            await payoutDesk.current(
              db,
              list.rows.map(({ id }) => id),
            )
          }
          names={names}
          status={status ?? 'all'}
          memberId={memberId}
          waiting={waiting}
          pageNo={pageNo}
          more={list.total > pageNo * PAGE}
        />
      );
    },
  };
}

function withdrawalPage(deps: PayoutFormDeps): ConsolePage {
  const { db, withdrawalDesk: desk } = deps;
  return {
    path: '/withdrawals/:id',
    action: 'withdrawals.read',
    title: 'withdrawal',
    async load({ session, params }) {
      const [found] = await desk.ofMerchant(db, deps.merchant, [params.id ?? '']);
      if (!found) return undefined;
      const details = await desk.details(db, found.id);
      const underReview = await isUnderReview(db, details.row.member_id);
      const payouts = await deps.payoutDesk.of(db, found.id);
      return (
        <WithdrawalPage
          session={session}
          details={details}
          account={found.account}
          underReview={underReview}
          payouts={payouts}
          pageOf={deps.payoutDesk.pageOf}
        />
      );
    },
  };
}

function decisionForm(
  deps: WithdrawalAreaDeps,
  verb: 'reject' | 'paid',
  action: Action,
  name: 'reject' | 'markPaid',
  message: TextKey,
): ConsoleForm {
  return defineForm({
    path: `/withdrawals/${verb}`,
    action,
    body: named,
    async run(input, { id, reason }) {
      const auditEntry: AuditEntry = { action: `withdrawal.${verb}`, object: `withdrawal:${id}`, reason };
      await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) =>
        summary(await deps.withdrawalDesk[name](tx, afterCommit, id, { operator: input.session.name, reason })),
      );
      return { to: `/withdrawals/${id}`, message };
    },
  });
}

function approveForm(deps: WithdrawalAreaDeps): ConsoleForm {
  return defineForm({
    path: '/withdrawals/approve',
    action: 'withdrawals.review',
    body: named,
    async run(input, { id, reason }) {
      const { status } = await approveOne(deps, input, { id, reason });
      return { to: `/withdrawals/${id}`, message: status === 'review' ? 'done_oneMore' : 'done_approved' };
    },
  });
}

function disputeForm(deps: WithdrawalAreaDeps): ConsoleForm {
  return defineForm({
    path: '/withdrawals/dispute',
    action: 'withdrawals.review',
    body: resolution,
    async run(input, { id, reason, outcome }) {
      const auditEntry: AuditEntry = { action: 'withdrawal.dispute', object: `withdrawal:${id}`, reason };
      const { status } = await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => {
        if (!(await recordDisputeConsent(deps, tx, input.session, { id, outcome, reason }))) return { status: 'disputed', outcome };
        const row = await deps.withdrawalDesk.resolveDispute(tx, afterCommit, id, { operator: input.session.name, reason, outcome });
        return { ...summary(row), outcome };
      });
      return { to: `/withdrawals/${id}`, message: status === 'disputed' ? 'done_oneMore' : 'done_dispute' };
    },
  });
}

function numberForm(deps: WithdrawalAreaDeps): ConsoleForm {
  return defineForm({
    path: '/withdrawals/number',
    action: 'withdrawals.pay',
    body: named,
    async run(input, { id, reason }) {
      const auditEntry: AuditEntry = { action: 'withdrawal.number-shown', object: `withdrawal:${id}`, reason };
      const revealed: { number: string; row: WithdrawalRow | undefined } = { number: '', row: undefined };
      // The log line is written before the number is returned: no number is shown without one.
      await withAuditLog(deps, input, auditEntry, async (tx) => {
        [revealed.row] = await deps.withdrawalDesk.ofMerchant(tx, deps.merchant, [id]);
        if (!revealed.row) throw new OperatorError('notFoundText');
        revealed.number = await deps.payoutAccounts.number(tx, revealed.row.payout_account_id);
        return { account: revealed.row.payout_masked };
      });
      return { title: 'accountNumber', page: <NumberPage row={revealed.row as WithdrawalRow} number={revealed.number} /> };
    },
  });
}

function pictureFile({ db, pictures, withdrawalDesk }: WithdrawalAreaDeps): ConsoleFile {
  return {
    path: '/withdrawals/:id/pictures/:upload',
    action: 'withdrawals.read',
    async load({ params }) {
      return pictures(await withdrawalDesk.uploads(db, params.id ?? ''), params.upload);
    },
  };
}

/** Default filter: waiting withdrawals; for one member, all. */
function filterOf(query: URLSearchParams) {
  const memberId = memberOf(query);
  const requestedStatus = query.get('status') ?? (memberId === undefined ? 'review' : 'all');
  const status = WITHDRAWAL_STATUSES.find((one) => one === requestedStatus);
  return { status, memberId, filter: { ...(status && { statuses: [status] }), ...(memberId !== undefined && { memberId }) } };
}

/** Without account numbers: those are shown one at a time, with a reason. */
async function withdrawalFile({ db, withdrawalDesk }: WithdrawalAreaDeps, query: URLSearchParams) {
  const { rows } = await withdrawalDesk.list(db, { ...filterOf(query).filter, pageSize: MAX_LINES });
  const names = await accountsOf(
    db,
    rows.map(({ member_id }) => member_id),
  );
  const heads = ['id', 'time', 'member', 'account', 'amount', 'fee', 'currency', 'to', 'state', 'reason'];
  return csvFile(
    'withdrawals.csv',
    heads,
    rows.map((row) => [
      ...[row.id, row.requested_at.toISOString(), row.member_id, names.get(row.member_id) ?? '', toWire(BigInt(row.amount))],
      ...[toWire(BigInt(row.fee)), row.currency, `${row.payout_name} ${row.payout_masked}`, row.status, row.reason ?? ''],
    ]),
  );
}
