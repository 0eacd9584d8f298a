import { WITHDRAWAL_STATUSES } from '../../../../shared/api/withdrawal-calls.ts';
import { toScreen } from '../../../../shared/money/money.ts';
import { DISPUTE_OUTCOMES, type WithdrawalDetails, type WithdrawalRow } from '../../money/withdrawal/index.ts';
import type { ConsoleInput } from '../page.ts';
import {
  Amount,
  Badge,
  Card,
  Collapsible,
  Facts,
  Form,
  MemberLink,
  OfMember,
  Pager,
  PictureList,
  Reason,
  SaveList,
  Select,
  Table,
  Tabs,
  Time,
} from '../parts.tsx';
import { isActionAllowed } from '../roles.ts';
import { tx } from '../texts.ts';

type Session = ConsoleInput['session'];
type Tone = 'pos' | 'neg' | 'warn';
const TONES: Readonly<Partial<Record<WithdrawalRow['status'], Tone>>> = {
  review: 'warn',
  approved: 'warn',
  disputed: 'neg',
  received: 'pos',
  rejected: 'neg',
};

interface ListProps {
  readonly rows: readonly WithdrawalRow[];
  /** Accounts by member id. */
  readonly names: ReadonlyMap<string, string>;
  readonly status: string;
  /** Set if the list shows one member. */
  readonly memberId: string | undefined;
  /** Number of waiting withdrawals by status. */
  readonly waiting: ReadonlyMap<string, number>;
  readonly pageNo: number;
  readonly more: boolean;
}

export function WithdrawalsPage({ rows, names, status, memberId, waiting, pageNo, more }: ListProps) {
  const memberQuery = memberId === undefined ? '' : `&member=${encodeURIComponent(memberId)}`;
  const tabs = [...WITHDRAWAL_STATUSES, 'all' as const].map((one) => ({
    href: `/withdrawals?status=${one}${memberQuery}`,
    text: waiting.get(one) && memberId === undefined ? `${tx(`withdrawal_${one}`)} (${waiting.get(one)})` : tx(`withdrawal_${one}`),
    isCurrent: one === status,
  }));
  return (
    <>
      <Tabs label={tx('state')} items={tabs} />
      {memberId === undefined ? null : <OfMember id={memberId} name={names.get(memberId)} all={`/withdrawals?status=${status}`} />}
      <Card title={tx(`withdrawal_${status as (typeof WITHDRAWAL_STATUSES)[number]}`)}>
        <Table
          caption={tx('withdrawals')}
          heads={[tx('withdrawal'), tx('time'), tx('member'), tx('amount'), tx('payTo'), tx('state')]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <a key="id" href={`/console/withdrawals/${row.id}`}>
                {row.id}
              </a>,
              <Time key="at" at={row.requested_at} />,
              <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
              <Amount key="amount" units={BigInt(row.amount)} currency={row.currency} />,
              <span key="to">
                {row.payout_name} {row.payout_masked}
              </span>,
              <Status key="state" row={row} />,
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to={`/withdrawals?status=${status}${memberQuery}`} pageNo={pageNo} more={more} />
        <SaveList to={`/withdrawals.csv?status=${status}${memberQuery}`} />
      </Card>
    </>
  );
}

function Status({ row: { status, waived_turnover } }: { readonly row: WithdrawalRow }) {
  return (
    <>
      <Badge {...(TONES[status] && { tone: TONES[status] })}>{tx(`withdrawal_${status}`)}</Badge>
      {waived_turnover === null ? null : (
        <>
          {' '}
          <Badge tone="warn">{tx('waivedTurnover')}</Badge>
        </>
      )}
    </>
  );
}

interface PageProps {
  readonly session: Session;
  readonly details: WithdrawalDetails;
  readonly account: string;
  readonly underReview: boolean;
}

export function WithdrawalPage({ session, details, account, underReview }: PageProps) {
  const { row, approvals, events, turnover, member } = details;
  const { currency } = row;
  const money = (units: bigint) => <Amount units={units} currency={currency} />;
  const pictures = events.flatMap(({ uploads }) => uploads);
  return (
    <>
      <p>
        <strong>{row.id}</strong> <Status row={row} />
      </p>
      <div className="columns">
        <Card title={tx('withdrawal')}>
          <Facts
            rows={[
              [tx('member'), <MemberLink key="m" id={row.member_id} name={account} />],
              [tx('amount'), money(BigInt(row.amount))],
              [tx('fee'), money(BigInt(row.fee))],
              [tx('paidOut'), money(BigInt(row.amount) - BigInt(row.fee))],
              [tx('payTo'), `${row.payout_name} ${row.payout_masked}`],
              [tx('holder'), row.payout_holder],
              ...(row.waived_turnover === null
                ? []
                : ([[tx('waivedTurnover'), tx('waivedTurnoverText', { left: toScreen(BigInt(row.waived_turnover)), currency })]] as const)),
              ...(underReview
                ? ([
                    [
                      tx('review'),
                      <a key="review" href={`/console/reviews?member=${row.member_id}`}>
                        {tx('reviewMember')}
                      </a>,
                    ],
                  ] as const)
                : []),
              [tx('requestedAt'), <Time key="at" at={row.requested_at} />],
              [tx('approvals'), tx('approvalsOf', { given: approvals.length, needed: row.approvals_needed })],
              ...(row.confirm_by ? ([[tx('confirmBy'), <Time key="by" at={row.confirm_by} />]] as const) : []),
              ...(BigInt(row.received) > 0n ? ([[tx('receivedSoFar'), money(BigInt(row.received))]] as const) : []),
              ...(row.reason ? ([[tx('reason'), row.reason]] as const) : []),
            ]}
          />
          {isActionAllowed(session.role, 'withdrawals.pay') ? (
            <Collapsible title={tx('numberShow')}>
              <Form session={session} to="/withdrawals/number" submit={tx('numberShow')} fixed={{ id: row.id }}>
                <Reason />
              </Form>
            </Collapsible>
          ) : null}
        </Card>
        <Card title={tx('memberMoney')}>
          <Facts
            rows={[
              [tx('balance'), money(member.balance)],
              [tx('deposited'), money(member.deposited)],
              [tx('withdrawn'), money(member.withdrawn)],
              [tx('staked'), money(member.staked)],
              [tx('turnoverLeft'), money(turnover.left + (turnover.waived?.left ?? 0n))],
            ]}
          />
        </Card>
      </div>
      <Decisions session={session} row={row} />
      <PictureList at={`/withdrawals/${row.id}/pictures`} ids={pictures} />
      <Card title={tx('events')}>
        <Table
          caption={tx('events')}
          heads={[tx('time'), tx('from'), tx('action'), tx('amount'), tx('reason')]}
          rows={events.map((event) => ({
            key: event.id,
            cells: [
              <Time key="at" at={event.at} />,
              event.actor === 'operator' ? event.actor_name : tx(event.actor === 'member' ? 'member' : 'system'),
              event.action,
              event.amount === null ? '' : money(BigInt(event.amount)),
              <span key="reason" dir="auto">
                {event.reason}
              </span>,
            ],
          }))}
          empty={tx('nothing')}
        />
      </Card>
    </>
  );
}

/** Decisions that this role can make in this status. */
function Decisions({ session, row }: { readonly session: Session; readonly row: WithdrawalRow }) {
  const fixedFields = { id: row.id };
  const review = isActionAllowed(session.role, 'withdrawals.review');
  const pay = isActionAllowed(session.role, 'withdrawals.pay');
  return (
    <div className="columns">
      {review && row.status === 'review' ? (
        <Card title={tx('approve')}>
          <p>{tx(row.approvals_needed > 1 ? 'approveTwo' : 'approveOne')}</p>
          <Form session={session} to="/withdrawals/approve" submit={tx('approve')} fixed={fixedFields}>
            <Reason />
          </Form>
        </Card>
      ) : null}
      {pay && row.status === 'approved' ? (
        <Card title={tx('markPaid')}>
          <p>{tx('markPaidText')}</p>
          <Form session={session} to="/withdrawals/paid" submit={tx('markPaid')} fixed={fixedFields}>
            <Reason />
          </Form>
        </Card>
      ) : null}
      {review && (row.status === 'review' || row.status === 'approved') ? (
        <Card title={tx('reject')}>
          <p>{tx('rejectText')}</p>
          <Form session={session} to="/withdrawals/reject" submit={tx('reject')} danger fixed={fixedFields}>
            <Reason hint={tx('reasonRead')} />
          </Form>
        </Card>
      ) : null}
      {review && row.status === 'disputed' ? (
        <Card title={tx('resolve')}>
          <Form session={session} to="/withdrawals/dispute" submit={tx('resolve')} fixed={fixedFields}>
            <Select name="outcome" label={tx('outcome')} options={DISPUTE_OUTCOMES.map((one) => [one, tx(`outcome_${one}`)])} />
            <Reason hint={tx('reasonRead')} />
          </Form>
        </Card>
      ) : null}
    </div>
  );
}

export function NumberPage({ row, number }: { readonly row: WithdrawalRow; readonly number: string }) {
  return (
    <Card title={tx('accountNumber')}>
      <Facts
        rows={[
          [tx('withdrawal'), row.id],
          [tx('payTo'), row.payout_name],
          [tx('holder'), row.payout_holder],
          [tx('accountNumber'), <code key="number">{number}</code>],
          [tx('paidOut'), <Amount key="amount" units={BigInt(row.amount) - BigInt(row.fee)} currency={row.currency} />],
        ]}
      />
      <p>
        <a href={`/console/withdrawals/${row.id}`}>{tx('back')}</a>
      </p>
    </Card>
  );
}
