import * as v from 'valibot';
import { DEPOSIT_STATUSES, type DepositStatus } from '../../../../../shared/api/deposit/constants.ts';
import { toWire } from '../../../../../shared/money/money.ts';
import { defined } from '../../../../kit/defined.ts';
import { accountsOf } from '../../../identity/members/index.ts';
import {
  type AuditDeps,
  type AuditEntry,
  type ConsoleArea,
  csvFile,
  defineForm,
  line,
  MAX_LINES,
  memberOf,
  named,
  type Pictures,
  pageOf,
  type TextKey,
  withAuditLog,
} from '../../../operators/index.ts';
import type { DepositDesk } from '../contracts.ts';
import type { SuspenseDesk } from '../suspense-desk.ts';
import { recordDepositConsent } from './deposit-consents.ts';
import { DepositPage, DepositsPage } from './deposit-views.tsx';

export interface DepositAreaDeps extends AuditDeps {
  readonly depositDesk: DepositDesk;
  readonly suspenseDesk: SuspenseDesk;
  readonly pictures: Pictures;
}

/** With the reference of the outgoing payment that returns the money. */
export const sentBack = v.object({ ...named.entries, reference: line(80) });

/** Result message by the deposit's new status. */
const RESULT_MESSAGES: Readonly<Partial<Record<DepositStatus | 'one-more', TextKey>>> = {
  'one-more': 'done_oneMore',
  credited: 'done_credited',
  returned: 'done_returned',
  sent_back: 'done_sentBack',
};

/** Deposits that wait for a decision, and the history of the others. */
export function depositArea(deps: DepositAreaDeps): ConsoleArea {
  const { db, depositDesk: desk } = deps;
  const decide = (name: 'approve' | 'reject') =>
    defineForm({
      path: `/deposits/${name}`,
      action: 'deposits.review',
      body: named,
      async run(input, { id, reason }) {
        const auditEntry: AuditEntry = { action: `deposit.${name}`, object: `deposit:${id}`, reason };
        const { status } = await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => {
          if (name === 'approve' && !(await recordDepositConsent(deps, tx, input.session, { kind: 'credit', id, reason })))
            return { status: 'one-more' as const };
          return { status: await desk[name](tx, afterCommit, id, { operator: input.session.name, reason }) };
        });
        return { to: `/deposits/${id}`, message: RESULT_MESSAGES[status] ?? 'done_rejected' };
      },
    });

  return {
    pages: [
      {
        path: '/deposits',
        action: 'deposits.read',
        title: 'deposits',
        inMenu: { group: 'money', place: 10 },
        async load({ query }) {
          const filter = filterOf(query);
          const page = await pageOf(query, (slice) => desk.list({ ...defined(filter), ...slice }));
          const ids = page.rows.map(({ memberId }) => memberId);
          const names = await accountsOf(db, [...ids, ...(filter.memberId === undefined ? [] : [filter.memberId])]);
          return <DepositsPage {...filter} {...page} names={names} />;
        },
      },
      {
        path: '/deposits/:id',
        action: 'deposits.read',
        title: 'deposit',
        async load({ session, params }) {
          const found = await desk.get(params.id ?? '');
          if (!found) return undefined;
          const names = await accountsOf(db, [found.deposit.memberId]);
          const more = await deps.suspenseDesk.list({ depositId: found.deposit.id });
          return <DepositPage session={session} names={names} more={more} {...found} />;
        },
      },
    ],
    forms: [
      decide('approve'),
      decide('reject'),
      defineForm({
        path: '/deposits/send-back',
        action: 'deposits.review',
        body: sentBack,
        async run(input, { id, reason, reference }) {
          const auditEntry: AuditEntry = { action: 'deposit.send-back', object: `deposit:${id}`, reason };
          const { status } = await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => {
            const by = { kind: 'send-back', id, reason, reference } as const;
            if (!(await recordDepositConsent(deps, tx, input.session, by))) return { status: 'one-more' as const, reference };
            return { status: await desk.sendBack(tx, afterCommit, id, { operator: input.session.name, reason, reference }), reference };
          });
          return { to: `/deposits/${id}`, message: RESULT_MESSAGES[status] ?? 'done_sentBack' };
        },
      }),
    ],
    files: [
      { path: '/deposits.csv', action: 'deposits.read', load: ({ query }) => depositFile(deps, query) },
      {
        path: '/deposits/:id/pictures/:upload',
        action: 'deposits.read',
        load: async ({ params }) => deps.pictures((await desk.get(params.id ?? ''))?.deposit.proofs ?? [], params.upload),
      },
    ],
  };
}

/** Default filter: waiting deposits; for one member, all. */
function filterOf(query: URLSearchParams) {
  const memberId = memberOf(query);
  const requestedStatus = DEPOSIT_STATUSES.find((one) => one === query.get('status'));
  const status = requestedStatus ?? (memberId === undefined && query.get('status') !== 'all' ? 'checking' : undefined);
  return { status, memberId };
}

async function depositFile({ db, depositDesk }: DepositAreaDeps, query: URLSearchParams) {
  const rows = await depositDesk.list({ ...defined(filterOf(query)), limit: MAX_LINES });
  const names = await accountsOf(
    db,
    rows.map(({ memberId }) => memberId),
  );
  const heads = ['id', 'time', 'member', 'account', 'amount', 'arrived', 'fee', 'currency', 'channel', 'reference', 'state', 'reason'];
  return csvFile(
    'deposits.csv',
    heads,
    rows.map((row) => [
      ...[row.id, row.createdAt.toISOString(), row.memberId, names.get(row.memberId) ?? '', toWire(row.amount)],
      ...[toWire(row.paidAmount ?? row.amount), toWire(row.fee), row.currency, row.channel, row.paymentReference],
      ...[row.status, row.reason ?? ''],
    ]),
  );
}
