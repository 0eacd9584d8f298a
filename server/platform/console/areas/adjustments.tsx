import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { accountsOf } from '../../identity/members/index.ts';
import {
  Amount,
  type AuditDeps,
  type AuditEntry,
  amountField,
  Badge,
  Card,
  type ConsoleArea,
  type ConsoleInput,
  Decide,
  Direction,
  defineForm,
  Form,
  Input,
  idField,
  line,
  MemberLink,
  named,
  Pager,
  pageOf,
  Reason,
  Table,
  Time,
  tx,
  withAuditLog,
} from '../../operators/index.ts';
import type { Adjustment, Adjustments, ListedAdjustment } from '../adjustments.ts';

export interface AdjustmentAreaDeps extends AuditDeps {
  readonly adjustments: Adjustments;
}

type Session = ConsoleInput['session'];
const order = v.object({
  id: idField,
  memberId: idField,
  direction: v.picklist(['up', 'down']),
  amount: amountField,
  reason: line(200),
});

/** Corrections that wait for a second operator. The form for a new one is on the member's page. */
export function adjustmentArea(deps: AdjustmentAreaDeps): ConsoleArea {
  const { db, adjustments } = deps;
  const detail = ({ status, units, currency, member_id }: Adjustment) => ({ status, units, currency, member: member_id });
  return {
    pages: [
      {
        path: '/adjustments',
        action: 'members.adjust',
        title: 'adjustments',
        inMenu: { group: 'money', place: 60 },
        async load({ session, query }) {
          const { rows, ...page } = await pageOf(query, (slice) => adjustments.list(db, slice));
          const names = await accountsOf(
            db,
            rows.map(({ member_id }) => member_id),
          );
          return (
            <Card title={tx('adjustments')}>
              <AdjustmentTable session={session} rows={rows} names={names} />
              <Pager to="/adjustments?list=all" {...page} />
            </Card>
          );
        },
      },
    ],
    forms: [
      defineForm({
        path: '/adjustments/propose',
        action: 'members.adjust',
        body: order,
        async run(input, { id, memberId, direction, amount, reason }) {
          const units = direction === 'up' ? amount : -amount;
          const auditEntry: AuditEntry = { action: 'adjustment.propose', object: `adjustment:${id}`, reason };
          const { status } = await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) =>
            detail(await adjustments.propose(tx, afterCommit, input.session, { id, memberId, units, reason })),
          );
          return { to: `/members/${memberId}`, message: status === 'waiting' ? 'done_oneMore' : 'done_adjusted' };
        },
      }),
      defineForm({
        path: '/adjustments/approve',
        action: 'members.adjust',
        body: named,
        async run(input, { id, reason }) {
          const auditEntry: AuditEntry = { action: 'adjustment.approve', object: `adjustment:${id}`, reason };
          await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) =>
            detail(await adjustments.approve(tx, afterCommit, input.session, id, reason)),
          );
          return { to: '/adjustments', message: 'done_adjusted' };
        },
      }),
      defineForm({
        path: '/adjustments/reject',
        action: 'members.adjust',
        body: named,
        async run(input, { id, reason }) {
          const auditEntry: AuditEntry = { action: 'adjustment.reject', object: `adjustment:${id}`, reason };
          await withAuditLog(deps, input, auditEntry, async (tx) => detail(await adjustments.reject(tx, id)));
          return { to: '/adjustments', message: 'done_rejected' };
        },
      }),
    ],
  };
}

interface TableProps {
  readonly session: Session;
  readonly rows: readonly ListedAdjustment[];
  /** Accounts by member id. */
  readonly names: ReadonlyMap<string, string>;
}

export function AdjustmentTable({ session, rows, names }: TableProps) {
  return (
    <Table
      caption={tx('adjustments')}
      heads={[tx('time'), tx('member'), tx('amount'), tx('reason'), tx('agreed'), tx('state'), tx('change')]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <Time key="at" at={row.created_at} />,
          <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
          <Amount key="amount" units={BigInt(row.units)} currency={row.currency} />,
          <span key="reason" dir="auto">
            {row.reason}
          </span>,
          <bdi key="agreed">{row.agreed.join(', ')}</bdi>,
          <Badge key="state" {...(row.status !== 'posted' && { tone: row.status === 'waiting' ? 'warn' : 'neg' })}>
            {tx(`adjustment_${row.status}`)}
          </Badge>,
          row.status === 'waiting' ? (
            <Decide
              key="decide"
              session={session}
              id={row.id}
              approve="/adjustments/approve"
              reject="/adjustments/reject"
              hasAgreed={row.agreed.includes(session.name)}
            />
          ) : (
            ''
          ),
        ],
      }))}
      empty={tx('nothing')}
    />
  );
}

/** The form carries a generated id, so submitting it twice corrects once. */
export function AdjustmentForm({ session, memberId }: { readonly session: Session; readonly memberId: string }) {
  return (
    <Form session={session} to="/adjustments/propose" submit={tx('adjust')} danger fixed={{ memberId }}>
      <input type="hidden" name="id" value={`a_${randomBytes(12).toString('hex')}`} />
      <Direction />
      <Input name="amount" label={tx('amount')} inputMode="decimal" maxLength={16} autoComplete="off" />
      <Reason hint={tx('reasonRead')} />
    </Form>
  );
}
