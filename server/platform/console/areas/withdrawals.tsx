import * as v from 'valibot';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../../../shared/api/withdrawal-calls.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { Tx } from '../../db/database.ts';
import type { PayoutAccounts } from '../../payout-accounts/index.ts';
import { isUnderReview } from '../../protection/index.ts';
import { DISPUTE_OUTCOMES, type WithdrawalDesk, type WithdrawalRow } from '../../withdrawals/index.ts';
import { type ActDeps, acted } from '../act.ts';
import { disputeAgreed } from '../consents.ts';
import { named } from '../fields.ts';
import { refuseTied } from '../hands.ts';
import { csvFile, MOST_LINES, memberOf, PAGE, pageNoOf } from '../lists.ts';
import { type ConsoleArea, type ConsoleInput, defineForm, Stop } from '../page.ts';
import type { Pictures } from '../pictures.ts';
import type { Action } from '../roles.ts';
import type { TextKey } from '../texts.ts';
import { accountsOf } from './member-reads.ts';
import { NumberPage, WithdrawalPage, WithdrawalsPage } from './withdrawal-views.tsx';

export interface WithdrawalAreaDeps extends ActDeps {
  readonly withdrawalDesk: WithdrawalDesk;
  readonly payoutAccounts: Pick<PayoutAccounts, 'number'>;
  readonly pictures: Pictures;
}

const QUEUES = ['review', 'approved', 'disputed'] as const satisfies readonly WithdrawalStatus[];
const resolution = v.object({ ...named.entries, outcome: v.picklist(DISPUTE_OUTCOMES) });

/** Withdrawals. The withdrawal desk does the work; this area adds operator, reason and log line. */
export function withdrawalArea(deps: WithdrawalAreaDeps): ConsoleArea {
  const { db, withdrawalDesk: desk } = deps;
  const decide = (word: 'approve' | 'reject' | 'paid', action: Action, name: 'approve' | 'reject' | 'markPaid', said: TextKey) =>
    defineForm({
      path: `/withdrawals/${word}`,
      action,
      body: named,
      async run(input, { id, reason }) {
        const act = { action: `withdrawal.${word}`, object: `withdrawal:${id}`, reason };
        const done = await acted(deps, input, act, async (tx, afterCommit) => {
          if (name === 'approve') await refuseSecondConsent(deps, tx, id, input);
          return summary(await desk[name](tx, afterCommit, id, { operator: input.session.name, reason }));
        });
        return { to: `/withdrawals/${id}`, said: name === 'approve' && done.status === 'review' ? 'done_oneMore' : said };
      },
    });

  return {
    pages: [
      {
        path: '/withdrawals',
        action: 'withdrawals.read',
        title: 'withdrawals',
        async load({ query }) {
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
              rows={list.rows}
              names={names}
              status={status ?? 'all'}
              memberId={memberId}
              waiting={waiting}
              pageNo={pageNo}
              more={list.total > pageNo * PAGE}
            />
          );
        },
      },
      {
        path: '/withdrawals/:id',
        action: 'withdrawals.read',
        title: 'withdrawal',
        async load({ session, params }) {
          const found = await withdrawalOf(deps, params.id ?? '');
          if (!found) return undefined;
          const details = await desk.details(db, found.id);
          const underReview = await isUnderReview(db, details.row.member_id);
          return <WithdrawalPage session={session} details={details} account={found.account} underReview={underReview} />;
        },
      },
    ],
    forms: [
      decide('approve', 'withdrawals.review', 'approve', 'done_approved'),
      decide('reject', 'withdrawals.review', 'reject', 'done_rejected'),
      decide('paid', 'withdrawals.pay', 'markPaid', 'done_paid'),
      defineForm({
        path: '/withdrawals/dispute',
        action: 'withdrawals.review',
        body: resolution,
        async run(input, { id, reason, outcome }) {
          const act = { action: 'withdrawal.dispute', object: `withdrawal:${id}`, reason };
          const { status } = await acted(deps, input, act, async (tx, afterCommit) => {
            if (!(await disputeAgreed(deps, tx, input.session, { id, outcome, reason }))) return { status: 'disputed', outcome };
            const row = await desk.resolveDispute(tx, afterCommit, id, { operator: input.session.name, reason, outcome });
            return { ...summary(row), outcome };
          });
          return { to: `/withdrawals/${id}`, said: status === 'disputed' ? 'done_oneMore' : 'done_dispute' };
        },
      }),
      defineForm({
        path: '/withdrawals/number',
        action: 'withdrawals.pay',
        body: named,
        async run(input, { id, reason }) {
          const act = { action: 'withdrawal.number-shown', object: `withdrawal:${id}`, reason };
          const seen: { number?: string; row?: WithdrawalRow } = {};
          // The log line is written before the number is returned: no number is shown without one.
          await acted(deps, input, act, async (tx) => {
            seen.row = await tx.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst();
            if (!seen.row) throw new Stop('notFoundText');
            seen.number = await deps.payoutAccounts.number(tx, seen.row.payout_account_id);
            return { account: seen.row.payout_masked };
          });
          return { title: 'accountNumber', page: <NumberPage row={seen.row as WithdrawalRow} number={seen.number ?? ''} /> };
        },
      }),
    ],
    files: [
      { path: '/withdrawals.csv', action: 'withdrawals.read', load: ({ query }) => withdrawalFile(deps, query) },
      {
        path: '/withdrawals/:id/pictures/:upload',
        action: 'withdrawals.read',
        async load({ params }) {
          const events = await db
            .selectFrom('withdrawal_event')
            .select('uploads')
            .where('withdrawal_id', '=', params.id ?? '')
            .execute();
          return deps.pictures(
            events.flatMap(({ uploads }) => uploads),
            params.upload,
          );
        },
      },
    ],
  };
}

/** Default filter: waiting withdrawals; for one member, all. */
function filterOf(query: URLSearchParams) {
  const memberId = memberOf(query);
  const asked = query.get('status') ?? (memberId === undefined ? 'review' : 'all');
  const status = WITHDRAWAL_STATUSES.find((one) => one === asked);
  return { status, memberId, filter: { ...(status && { statuses: [status] }), ...(memberId !== undefined && { memberId }) } };
}

/** Without account numbers: those are shown one at a time, with a reason. */
async function withdrawalFile({ db, withdrawalDesk }: WithdrawalAreaDeps, query: URLSearchParams) {
  const { rows } = await withdrawalDesk.list(db, { ...filterOf(query).filter, pageSize: MOST_LINES });
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

/** With the member's account name; undefined if this merchant has no such withdrawal. */
function withdrawalOf({ db, merchant }: WithdrawalAreaDeps, id: string) {
  return db
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.id', 'withdrawal.member_id')
    .select(['withdrawal.id', 'member.account'])
    .where('withdrawal.id', '=', id)
    .where('member.merchant', '=', merchant)
    .executeTakeFirst();
}

/** The second approval must come from another operator. Locked: concurrent submits of one operator run one after the other. */
async function refuseSecondConsent(deps: ActDeps, tx: Tx, id: string, { session }: ConsoleInput): Promise<void> {
  await tx.selectFrom('withdrawal').select('id').where('id', '=', id).forUpdate().execute();
  const given = await tx.selectFrom('withdrawal_approval').select(['operator as name', 'at']).where('withdrawal_id', '=', id).execute();
  if (given.some(({ name }) => name === session.name)) throw new Stop('approvalRepeated');
  await refuseTied(tx, deps, session.operatorId, given);
}

function summary({ status, amount, currency, member_id }: WithdrawalRow) {
  return { status, amount, currency, member: member_id };
}
