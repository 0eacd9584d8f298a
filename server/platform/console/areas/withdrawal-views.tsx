import { toScreen } from '../../../../shared/money/money.ts';
import type { PayoutRow } from '../../money/payout/index.ts';
import { DISPUTE_OUTCOMES, type WithdrawalDetails, type WithdrawalRow } from '../../money/withdrawal/index.ts';
import {
  Amount,
  Card,
  Collapsible,
  type ConsoleInput,
  Facts,
  Form,
  isActionAllowed,
  kindText,
  MemberLink,
  PictureList,
  Reason,
  Select,
  Table,
  Time,
  tx,
} from '../../operators/index.ts';
import { PayoutCard } from './payout-views.tsx';
import { WithdrawalState } from './withdrawal-list.tsx';

type Session = ConsoleInput['session'];
/** While a provider may pay, nothing else is possible: the desk refuses it. */
const IN_PAYMENT: readonly PayoutRow['status'][] = ['created', 'unknown', 'sent'];
const PROVIDER_ACTIONS: readonly string[] = ['payment_sent', 'part_paid', 'payment_failed', 'payment_returned'];

interface PageProps {
  readonly session: Session;
  readonly details: WithdrawalDetails;
  readonly account: string;
  readonly underReview: boolean;
  readonly payouts: readonly PayoutRow[];
  readonly pageOf: (provider: string) => string | undefined;
}

export function WithdrawalPage({ payouts, pageOf, ...props }: PageProps) {
  const { session, details } = props;
  const { row, events } = details;
  return (
    <>
      <p>
        <strong>{row.id}</strong> <WithdrawalState row={row} />
      </p>
      <div className="columns">
        <WithdrawalCard {...props} />
        <MemberMoneyCard details={details} />
      </div>
      <Decisions session={session} details={details} payouts={payouts} />
      <PayoutCard session={session} row={row} payouts={payouts} pageOf={pageOf} />
      <PictureList at={`/withdrawals/${row.id}/pictures`} ids={events.flatMap(({ uploads }) => uploads)} />
      <EventCard details={details} />
    </>
  );
}

function WithdrawalCard({ session, details, account, underReview }: Omit<PageProps, 'payouts' | 'pageOf'>) {
  const { row, approvals } = details;
  const { currency } = row;
  const money = (units: bigint) => <Amount units={units} currency={currency} />;
  return (
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
            : ([
                [tx('waivedTurnover'), tx('waivedTurnoverText', { left: toScreen(BigInt(row.waived_turnover), currency), currency })],
              ] as const)),
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
  );
}

function MemberMoneyCard({ details: { row, member, turnover } }: { readonly details: WithdrawalDetails }) {
  const money = (units: bigint) => <Amount units={units} currency={row.currency} />;
  return (
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
  );
}

function EventCard({ details: { row, events } }: { readonly details: WithdrawalDetails }) {
  const money = (units: bigint) => <Amount units={units} currency={row.currency} />;
  return (
    <Card title={tx('events')}>
      <Table
        caption={tx('events')}
        heads={[tx('time'), tx('from'), tx('action'), tx('amount'), tx('reason')]}
        rows={events.map((event) => ({
          key: event.id,
          cells: [
            <Time key="at" at={event.at} />,
            actorOf(event),
            kindText('step', event.action),
            event.amount === null ? '' : money(BigInt(event.amount)),
            event.reason === '' ? (
              ''
            ) : (
              <span key="reason" dir="auto">
                {kindText('payoutReason', event.reason)}
              </span>
            ),
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}

/** Reports of payment providers are steps of the system with the provider's code. */
function actorOf({ actor, actor_name, action }: WithdrawalDetails['events'][number]): string {
  if (actor === 'operator' || PROVIDER_ACTIONS.includes(action) || action === 'paid') return actor_name;
  return tx(actor === 'member' ? 'member' : 'system');
}

/** Decisions that this role can make in this status. */
function Decisions({ session, details: { row, approvals }, payouts }: Pick<PageProps, 'session' | 'details' | 'payouts'>) {
  const hasApproved = approvals.some(({ operator }) => operator === session.name);
  const inPayment = payouts.some(({ status }) => IN_PAYMENT.includes(status));
  const fixedFields = { id: row.id };
  const review = isActionAllowed(session.role, 'withdrawals.review');
  const pay = isActionAllowed(session.role, 'withdrawals.pay');
  return (
    <div className="columns">
      {review && row.status === 'review' ? (
        <Card title={tx('approve')}>
          <p>{tx(row.approvals_needed > 1 ? 'approveTwo' : 'approveOne')}</p>
          {hasApproved ? (
            <p>{tx('approveOther')}</p>
          ) : (
            <Form session={session} to="/withdrawals/approve" submit={tx('approve')} fixed={fixedFields}>
              <Reason />
            </Form>
          )}
        </Card>
      ) : null}
      {pay && row.status === 'approved' && !inPayment ? (
        <Card title={tx('markPaid')}>
          <p>{tx('markPaidText')}</p>
          <Form session={session} to="/withdrawals/paid" submit={tx('markPaid')} fixed={fixedFields}>
            <Reason />
          </Form>
        </Card>
      ) : null}
      {review && (row.status === 'review' || row.status === 'approved') && !inPayment ? (
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
