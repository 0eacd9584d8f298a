import { WITHDRAWAL_STATUSES } from '../../../../shared/api/withdrawal/constants.ts';
import type { WithdrawalRow } from '../../money/withdrawal/index.ts';
import { Amount, Badge, Card, MemberLink, OfMember, Pager, SaveList, Table, Tabs, Time } from '../parts.tsx';
import { tx } from '../texts.ts';

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
              <WithdrawalState key="state" row={row} />,
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
