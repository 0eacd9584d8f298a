import { defined } from '../../../../kit/defined.ts';
import { Refusal } from '../../../base/refusal.ts';
import { accountsOf } from '../../../identity/members/index.ts';
import {
  Amount,
  type AuditDeps,
  type AuditEntry,
  Badge,
  Card,
  type ConsoleArea,
  defineForm,
  Facts,
  Form,
  Input,
  isActionAllowed,
  MemberLink,
  named,
  type OperatorSession,
  Pager,
  pageOf,
  Reason,
  Table,
  Tabs,
  Time,
  tx,
  withAuditLog,
} from '../../../operators/index.ts';
import type { SuspendedPayment, SuspenseDesk } from '../suspense-desk.ts';
import { SUSPENSE_STATUSES, type SuspenseStatus } from '../tables.ts';
import { recordSuspenseConsent } from './deposit-consents.ts';
import { sentBack } from './deposits.tsx';

export interface SuspenseAreaDeps extends AuditDeps {
  readonly suspenseDesk: SuspenseDesk;
}

/** Surplus payments for deposits that were already paid, to be credited or returned. */
export function suspenseArea(deps: SuspenseAreaDeps): ConsoleArea {
  const { db, suspenseDesk: desk } = deps;
  const found = async (tx: Parameters<SuspenseDesk['lock']>[0], id: string) => {
    const payment = await desk.lock(tx, id);
    if (!payment) throw new Refusal('deposit_not_found');
    if (payment.status !== 'waiting') return undefined;
    return payment;
  };
  return {
    pages: [
      {
        path: '/suspense',
        action: 'deposits.read',
        title: 'suspense',
        inMenu: { group: 'money', place: 20 },
        async load({ query }) {
          const requestedStatus = query.get('status');
          const status = requestedStatus === 'all' ? undefined : (SUSPENSE_STATUSES.find((one) => one === requestedStatus) ?? 'waiting');
          const page = await pageOf(query, (slice) => desk.list({ ...defined({ status }), ...slice }));
          return (
            <SuspenseList
              status={status}
              {...page}
              names={
                await accountsOf(
                  db,
                  page.rows.map(({ memberId }) => memberId),
                )
              }
            />
          );
        },
      },
      {
        path: '/suspense/:id',
        action: 'deposits.read',
        title: 'suspended',
        async load({ session, params }) {
          const payment = await desk.get(params.id ?? '');
          return payment && <SuspensePage session={session} payment={payment} names={await accountsOf(db, [payment.memberId])} />;
        },
      },
    ],
    forms: [
      defineForm({
        path: '/suspense/credit',
        action: 'deposits.review',
        body: named,
        async run(input, { id, reason }) {
          const auditEntry: AuditEntry = { action: 'suspense.credit', object: `suspense:${id}`, reason };
          const { depositId } = await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => {
            const payment = await found(tx, id);
            const by = { kind: 'credit', id, reason } as const;
            if (payment && !(await recordSuspenseConsent(deps, tx, input.session, { ...by, held: payment.held })))
              return { depositId: null };
            return { depositId: await desk.credit(tx, afterCommit, id, { operator: input.session.name, reason }) };
          });
          return { to: `/suspense/${id}`, message: depositId === null ? 'done_oneMore' : 'done_credited' };
        },
      }),
      defineForm({
        path: '/suspense/send-back',
        action: 'deposits.review',
        body: sentBack,
        async run(input, { id, reason, reference }) {
          const auditEntry: AuditEntry = { action: 'suspense.send-back', object: `suspense:${id}`, reason };
          const { done } = await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => {
            const payment = await found(tx, id);
            const by = { kind: 'send-back', id, reason, reference } as const;
            if (payment && !(await recordSuspenseConsent(deps, tx, input.session, { ...by, held: payment.held })))
              return { done: false, reference };
            await desk.sendBack(tx, afterCommit, id, { operator: input.session.name, reason, reference });
            return { done: true, reference };
          });
          return { to: `/suspense/${id}`, message: done ? 'done_sentBack' : 'done_oneMore' };
        },
      }),
    ],
  };
}

type Names = { readonly names: ReadonlyMap<string, string> };

interface ListProps extends Names {
  readonly rows: readonly SuspendedPayment[];
  readonly status: SuspenseStatus | undefined;
  readonly pageNo: number;
  readonly more: boolean;
}

function SuspenseList({ rows, names, status, pageNo, more }: ListProps) {
  const chosen = status ?? 'all';
  return (
    <>
      <Tabs
        label={tx('state')}
        items={[...SUSPENSE_STATUSES, 'all' as const].map((one) => ({
          href: `/suspense?status=${one}`,
          text: tx(`suspense_${one}`),
          isCurrent: one === chosen,
        }))}
      />
      <Card title={tx(`suspense_${chosen}`)}>
        <p>{tx('suspenseText')}</p>
        <Table
          caption={tx('suspense')}
          heads={[tx('suspended'), tx('time'), tx('member'), tx('amount'), tx('deposit'), tx('state')]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <a key="id" href={`/console/suspense/${row.id}`}>
                {row.id}
              </a>,
              <Time key="at" at={row.createdAt} />,
              <MemberLink key="member" id={row.memberId} name={names.get(row.memberId)} />,
              <span key="amount">
                <Amount units={row.amount} currency={row.currency} />
                {row.status === 'waiting' && row.held !== row.amount ? (
                  <small>
                    {' '}
                    {tx('suspenseHeld')}: <Amount units={row.held} currency={row.currency} />
                  </small>
                ) : null}
              </span>,
              <DepositLink key="deposit" id={row.depositId} />,
              <Status key="state" status={row.status} />,
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to={`/suspense?status=${chosen}`} pageNo={pageNo} more={more} />
      </Card>
    </>
  );
}

function Status({ status }: { readonly status: SuspenseStatus }) {
  return <Badge {...(status === 'waiting' && { tone: 'warn' as const })}>{tx(`suspense_${status}`)}</Badge>;
}

function DepositLink({ id }: { readonly id: string }) {
  return <a href={`/console/deposits/${id}`}>{id}</a>;
}

interface PageProps extends Names {
  readonly session: OperatorSession;
  readonly payment: SuspendedPayment;
}

function SuspensePage({ session, payment, names }: PageProps) {
  const { id, currency, creditedDepositId, sentBackReference, closedBy } = payment;
  return (
    <>
      <p>
        <strong>{id}</strong> <Status status={payment.status} />
      </p>
      <p>{tx('suspenseText')}</p>
      <div className="columns">
        <Card title={tx('suspended')}>
          <Facts
            rows={[
              [tx('member'), <MemberLink key="m" id={payment.memberId} name={names.get(payment.memberId)} />],
              [tx('deposit'), <DepositLink key="d" id={payment.depositId} />],
              [tx('arrived'), <Amount key="a" units={payment.amount} currency={currency} />],
              [tx('suspenseHeld'), <Amount key="h" units={payment.status === 'waiting' ? payment.held : 0n} currency={currency} />],
              [tx('channel'), payment.channel],
              [tx('time'), <Time key="t" at={payment.createdAt} />],
              ...(creditedDepositId === null ? [] : [[tx('suspenseBecame'), <DepositLink key="c" id={creditedDepositId} />] as const]),
              ...(sentBackReference === null ? [] : [[tx('sentBackReference'), <code key="s">{sentBackReference}</code>] as const]),
              ...(closedBy === null ? [] : [[tx('from'), closedBy === 'provider' ? tx('paymentSide') : closedBy] as const]),
            ]}
          />
        </Card>
        {payment.status === 'waiting' && isActionAllowed(session.role, 'deposits.review') ? (
          <ResolutionForms session={session} id={id} />
        ) : null}
      </div>
    </>
  );
}

function ResolutionForms({ session, id }: { readonly session: OperatorSession; readonly id: string }) {
  return (
    <>
      <Card title={tx('suspenseCredit')}>
        <p>{tx('suspenseCreditText')}</p>
        <Form session={session} to="/suspense/credit" submit={tx('suspenseCredit')} fixed={{ id }}>
          <Reason />
        </Form>
      </Card>
      <Card title={tx('sendBack')}>
        <p>{tx('suspenseBackText')}</p>
        <Form session={session} to="/suspense/send-back" submit={tx('sendBack')} fixed={{ id }}>
          <Input name="reference" label={tx('sentBackReference')} hint={tx('sentBackHint')} maxLength={80} autoComplete="off" />
          <Reason />
        </Form>
      </Card>
    </>
  );
}
