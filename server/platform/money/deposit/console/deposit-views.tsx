import { DEPOSIT_STATUSES, type DepositStatus } from '../../../../../shared/api/deposit/constants.ts';
import {
  Amount,
  Badge,
  Card,
  type ConsoleInput,
  Facts,
  Form,
  Input,
  isActionAllowed,
  MemberLink,
  OfMember,
  Pager,
  PictureList,
  Reason,
  SaveList,
  Table,
  Tabs,
  Time,
  tx,
} from '../../../operators/index.ts';
import type { DepositDesk, DeskDeposit } from '../contracts.ts';
import type { SuspendedPayment } from '../suspense-desk.ts';

const TONES: Readonly<Partial<Record<DepositStatus, 'pos' | 'neg' | 'warn'>>> = {
  checking: 'warn',
  credited: 'pos',
  failed: 'neg',
  part_reversed: 'neg',
  reversed: 'neg',
  returned: 'warn',
};
/** States without further decisions. */
const CLOSED: readonly DepositStatus[] = ['credited', 'part_reversed', 'reversed', 'returned', 'sent_back'];
/** Ended states. Money that arrives late still belongs to the member. */
const CLOSED_STATUSES: readonly DepositStatus[] = ['failed', 'expired', 'cancelled'];

/** Accounts by member id. */
type Names = { readonly names: ReadonlyMap<string, string> };

interface ListProps extends Names {
  readonly rows: readonly DeskDeposit[];
  /** Undefined: all. */
  readonly status: DepositStatus | undefined;
  /** Set if the list shows one member. */
  readonly memberId: string | undefined;
  readonly pageNo: number;
  readonly more: boolean;
}

export function DepositsPage({ rows, names, status, memberId, pageNo, more }: ListProps) {
  const chosen = status ?? 'all';
  const memberQuery = memberId === undefined ? '' : `&member=${encodeURIComponent(memberId)}`;
  const here = `?status=${chosen}${memberQuery}`;
  return (
    <>
      <Tabs
        label={tx('state')}
        items={[...DEPOSIT_STATUSES, 'all' as const].map((one) => ({
          href: `/deposits?status=${one}${memberQuery}`,
          text: tx(`deposit_${one}`),
          isCurrent: one === chosen,
        }))}
      />
      {memberId === undefined ? null : <OfMember id={memberId} name={names.get(memberId)} all={`/deposits?status=${chosen}`} />}
      <Card title={tx(`deposit_${chosen}`)}>
        <Table
          caption={tx('deposits')}
          heads={[tx('deposit'), tx('time'), tx('member'), tx('amount'), tx('channel'), tx('paymentReference'), tx('state')]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <a key="id" href={`/console/deposits/${row.id}`}>
                {row.id}
              </a>,
              <Time key="at" at={row.createdAt} />,
              <MemberLink key="member" id={row.memberId} name={names.get(row.memberId)} />,
              <Amount key="amount" units={row.amount} currency={row.currency} />,
              row.channel,
              row.paymentReference,
              <Status key="state" deposit={row} />,
            ],
          }))}
          empty={tx('nothing')}
        />
        <Pager to={`/deposits${here}`} pageNo={pageNo} more={more} />
        <SaveList to={`/deposits.csv${here}`} />
      </Card>
    </>
  );
}

function Status({ deposit: { status, reason } }: { readonly deposit: DeskDeposit }) {
  const tone = TONES[status];
  return (
    <span>
      <Badge {...(tone && { tone })}>{tx(`deposit_${status}`)}</Badge>
      {reason ? <small> {tx(`depositReason_${reason}`)}</small> : null}
    </span>
  );
}

type Found = NonNullable<Awaited<ReturnType<DepositDesk['get']>>>;

interface PageProps extends Found, Names {
  readonly session: ConsoleInput['session'];
  /** Further payments received for this deposit. */
  readonly more: readonly SuspendedPayment[];
}

function Suspended({ rows }: { readonly rows: readonly SuspendedPayment[] }) {
  return rows.map(({ id }) => (
    <div key={id}>
      <a href={`/console/suspense/${id}`}>{id}</a>
    </div>
  ));
}

export function DepositPage({ session, deposit, steps, names, more }: PageProps) {
  const { id, status } = deposit;
  const mayReview = isActionAllowed(session.role, 'deposits.review');
  const decides = mayReview && !CLOSED.includes(status);
  return (
    <>
      <p>
        <strong>{id}</strong> <Status deposit={deposit} />
      </p>
      <div className="columns">
        <DepositCard deposit={deposit} names={names} more={more} />
        {decides ? <ApproveCard session={session} deposit={deposit} /> : null}
        {status === 'returned' && mayReview ? <SendBackCard session={session} deposit={deposit} /> : null}
        {decides && !CLOSED_STATUSES.includes(status) ? <RejectCard session={session} deposit={deposit} /> : null}
      </div>
      <PictureList at={`/deposits/${id}/pictures`} ids={deposit.proofs} />
      <StepCard steps={steps} />
    </>
  );
}

function DepositCard({ deposit, names, more }: Pick<PageProps, 'deposit' | 'names' | 'more'>) {
  const { currency, announced } = deposit;
  const arrived = deposit.paidAmount ?? (announced === null ? null : deposit.amount);
  return (
    <Card title={tx('deposit')}>
      <Facts
        rows={[
          [tx('member'), <MemberLink key="m" id={deposit.memberId} name={names.get(deposit.memberId)} />],
          [tx('announced'), <Amount key="a" units={announced ?? deposit.amount} currency={currency} />],
          [tx('arrived'), arrived === null ? tx('asAnnounced') : <Amount key="p" units={arrived} currency={currency} />],
          [tx('fee'), <Amount key="f" units={deposit.fee} currency={currency} />],
          [tx('channel'), `${deposit.channel} (${tx(`channelKind_${deposit.kind}`)})`],
          ...(deposit.provider === null ? [] : [[tx('depositProvider'), deposit.provider] as const]),
          [tx('paymentReference'), <code key="r">{deposit.paymentReference}</code>],
          ...(deposit.reversed === 0n ? [] : [[tx('takenBack'), <Amount key="b" units={deposit.reversed} currency={currency} />] as const]),
          ...(deposit.sentBackReference === null
            ? []
            : [[tx('sentBackReference'), <code key="s">{deposit.sentBackReference}</code>] as const]),
          [tx('time'), <Time key="t" at={deposit.createdAt} />],
          ...(more.length === 0 ? [] : [[tx('suspense'), <Suspended key="more" rows={more} />] as const]),
        ]}
      />
    </Card>
  );
}

type DecisionProps = Pick<PageProps, 'session' | 'deposit'>;

function ApproveCard({ session, deposit: { id, status } }: DecisionProps) {
  return (
    <Card title={tx('approve')}>
      <p>{tx(CLOSED_STATUSES.includes(status) ? 'depositApproveLate' : 'depositApproveText')}</p>
      <Form session={session} to="/deposits/approve" submit={tx('approve')} fixed={{ id }}>
        <Reason />
      </Form>
    </Card>
  );
}

function SendBackCard({ session, deposit }: DecisionProps) {
  return (
    <Card title={tx('sendBack')}>
      <p>{tx('sendBackText')}</p>
      {deposit.reversed === 0n ? null : (
        <p>
          {tx('sendBackRest')} <Amount units={deposit.amount - deposit.reversed} currency={deposit.currency} />
        </p>
      )}
      <Form session={session} to="/deposits/send-back" submit={tx('sendBack')} fixed={{ id: deposit.id }}>
        <Input name="reference" label={tx('sentBackReference')} hint={tx('sentBackHint')} maxLength={80} autoComplete="off" />
        <Reason />
      </Form>
    </Card>
  );
}

function RejectCard({ session, deposit: { id } }: DecisionProps) {
  return (
    <Card title={tx('reject')}>
      <p>{tx('depositRejectText')}</p>
      <Form session={session} to="/deposits/reject" submit={tx('reject')} danger fixed={{ id }}>
        <Reason />
      </Form>
    </Card>
  );
}

/** Who made a step: the member, the payment provider, the service, or the operator of this name. */
function actorText(name: string): string {
  if (name === 'provider') return tx('paymentSide');
  return name === 'member' || name === 'system' ? tx(name) : name;
}

function StepCard({ steps }: Pick<PageProps, 'steps'>) {
  return (
    <Card title={tx('events')}>
      <Table
        caption={tx('events')}
        heads={[tx('time'), tx('state'), tx('from'), tx('reason')]}
        rows={steps.map((step) => ({
          key: step.id,
          cells: [
            <Time key="at" at={step.at} />,
            tx(`deposit_${step.status}`),
            actorText(step.by_whom),
            <span key="note" dir="auto">
              {step.note ?? ''}
            </span>,
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}
