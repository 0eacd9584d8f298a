import { WITHDRAWAL_STATUSES } from '../../../../shared/api/withdrawal/constants.ts';
import type { PayoutRow } from '../../money/payout/index.ts';
import type { WithdrawalRow } from '../../money/withdrawal/index.ts';
import {
  Amount,
  Badge,
  Card,
  type ConsoleInput,
  Form,
  isActionAllowed,
  MemberLink,
  OfMember,
  Pager,
  SaveList,
  Table,
  Tabs,
  Time,
  tx,
} from '../../operators/index.ts';
import { PayoutState } from './payout-views.tsx';

type Tone = 'pos' | 'neg' | 'warn';
const TONES: Readonly<Partial<Record<WithdrawalRow['status'], Tone>>> = {
  review: 'warn',
  approved: 'warn',
  disputed: 'neg',
  received: 'pos',
  rejected: 'neg',
};

interface ListProps {
  readonly session: ConsoleInput['session'];
  /** Current orders at payment providers, by withdrawal. */
  readonly payouts: ReadonlyMap<string, PayoutRow>;
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

export function WithdrawalsPage({ session, rows, payouts, names, status, memberId, waiting, pageNo, more }: ListProps) {
  const memberQuery = memberId === undefined ? '' : `&member=${encodeURIComponent(memberId)}`;
  const tabs = [...WITHDRAWAL_STATUSES, 'all' as const].map((one) => ({
    href: `/withdrawals?status=${one}${memberQuery}`,
    text: waiting.get(one) && memberId === undefined ? `${tx(`withdrawal_${one}`)} (${waiting.get(one)})` : tx(`withdrawal_${one}`),
    isCurrent: one === status,
  }));
  const maySelect = status === 'review' && rows.length > 0 && isActionAllowed(session.role, 'withdrawals.review');
  const list = <Withdrawals rows={rows} payouts={payouts} names={names} maySelect={maySelect} />;
  return (
    <>
      <Tabs label={tx('state')} items={tabs} />
      {memberId === undefined ? null : <OfMember id={memberId} name={names.get(memberId)} all={`/withdrawals?status=${status}`} />}
      <Card title={tx(`withdrawal_${status as (typeof WITHDRAWAL_STATUSES)[number]}`)}>
        {maySelect ? (
          <Form session={session} to="/withdrawals/select" submit={tx('bulkSelect')}>
            {list}
          </Form>
        ) : (
          list
        )}
        <Pager to={`/withdrawals?status=${status}${memberQuery}`} pageNo={pageNo} more={more} />
        <SaveList to={`/withdrawals.csv?status=${status}${memberQuery}`} />
      </Card>
    </>
  );
}

function Withdrawals({ rows, payouts, names, maySelect }: Pick<ListProps, 'rows' | 'payouts' | 'names'> & { readonly maySelect: boolean }) {
  const heads = [tx('withdrawal'), tx('time'), tx('member'), tx('amount'), tx('payTo'), tx('state')];
  return (
    <Table
      caption={tx('withdrawals')}
      heads={maySelect ? [tx('bulkMark'), ...heads] : heads}
      rows={rows.map((row) => {
        const payout = payouts.get(row.id);
        const cells = [
          <a key="id" href={`/console/withdrawals/${row.id}`}>
            {row.id}
          </a>,
          <Time key="at" at={row.requested_at} />,
          <MemberLink key="member" id={row.member_id} name={names.get(row.member_id)} />,
          <Amount key="amount" units={BigInt(row.amount)} currency={row.currency} />,
          <span key="to">
            {row.payout_name} {row.payout_masked}
          </span>,
          <span key="state">
            <WithdrawalState row={row} />
            {payout ? (
              <>
                {' '}
                <PayoutState payout={payout} /> <small>{payout.provider}</small>
              </>
            ) : null}
          </span>,
        ];
        const mark = <input key="mark" type="checkbox" name="id" value={row.id} aria-label={`${tx('bulkMark')} ${row.id}`} />;
        return { key: row.id, cells: maySelect ? [mark, ...cells] : cells };
      })}
      empty={tx('nothing')}
    />
  );
}

export function WithdrawalState({ row: { status, waived_turnover } }: { readonly row: WithdrawalRow }) {
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
