import { amountText } from '../../../../../shared/money/amount-text.ts';
import {
  Amount,
  Badge,
  Card,
  Collapsible,
  type ConsoleInput,
  Facts,
  Form,
  MemberLink,
  OfMember,
  Pager,
  Reason,
  SaveList,
  Table,
  Tabs,
  Time,
  tx,
} from '../../../operators/index.ts';
import { CLAIM_STATES, type ClaimState, claimState, type MemberCashback } from '../desk.ts';
import type { StatementRow } from '../notices.ts';

const TONES: Readonly<Partial<Record<ClaimState, 'pos' | 'neg' | 'warn'>>> = {
  claimable: 'warn',
  waiting: 'warn',
  paid: 'pos',
  expired: 'neg',
};
const BP_PER_PERCENT = 100;

interface ClaimsProps {
  readonly rows: readonly StatementRow[];
  /** Accounts by member id. */
  readonly names: ReadonlyMap<string, string>;
  /** Undefined: all. */
  readonly state: ClaimState | undefined;
  /** Set if the list shows one member. */
  readonly memberId: string | undefined;
  readonly pageNo: number;
  readonly more: boolean;
}

export function CashbackClaimsPage({ rows, names, state, memberId, pageNo, more }: ClaimsProps) {
  const queryOf = (shown: ClaimState | undefined) =>
    new URLSearchParams({ status: shown ?? 'all', ...(memberId === undefined ? {} : { member: memberId }) });
  const tabs = [undefined, ...CLAIM_STATES].map((one) => ({
    href: `/cashback?${queryOf(one)}`,
    text: tx(`cashback_${one ?? 'all'}`),
    isCurrent: one === state,
  }));
  return (
    <>
      <Tabs label={tx('state')} items={tabs} />
      {memberId === undefined ? null : <OfMember id={memberId} name={names.get(memberId)} all={`/cashback?status=${state ?? 'all'}`} />}
      <Card title={tx('cashbackClaims')}>
        <Table
          caption={tx('cashbackClaims')}
          heads={[tx('from'), tx('until'), tx('member'), tx('cashbackValid'), tx('amount'), tx('cashbackClaimUntil'), tx('state')]}
          rows={rows.map((row) => ({
            key: row.id,
            cells: [
              <Time key="from" at={row.period_start} />,
              <Time key="until" at={row.period_end} />,
              <a key="member" href={`/console/member-cashback/${encodeURIComponent(row.member_id)}`}>
                {names.get(row.member_id) ?? row.member_id}
              </a>,
              <Amount key="valid" units={BigInt(row.valid)} currency={row.currency} />,
              <Amount key="amount" units={BigInt(row.amount)} currency={row.currency} />,
              row.claim_until === null ? '' : <Time key="end" at={row.claim_until} />,
              <Badge key="state" {...toneOf(claimState(row.state))}>
                {tx(`cashback_${claimState(row.state)}`)}
              </Badge>,
            ],
          }))}
          empty={tx('nothing')}
        />
        <SaveList to={`/cashback.csv?${queryOf(state)}`} />
        <Pager to={`/cashback?${queryOf(state)}`} pageNo={pageNo} more={more} />
      </Card>
    </>
  );
}

function toneOf(state: ClaimState) {
  const tone = TONES[state];
  return tone === undefined ? {} : { tone };
}

interface MemberCashbackProps {
  readonly session: ConsoleInput['session'];
  readonly memberId: string;
  readonly name: string;
  readonly currency: string;
  readonly cashback: MemberCashback;
}

export function MemberCashbackPage({ session, memberId, name, currency, cashback }: MemberCashbackProps) {
  const { sums, pause, overview } = cashback;
  const pending = overview.pending;
  return (
    <>
      <Card title={tx('cashbackOfMember')}>
        <Facts
          rows={[
            [tx('member'), <MemberLink key="member" id={memberId} name={name} />],
            [tx('state'), <PauseState key="state" cashback={cashback} />],
            ...(pause === undefined
              ? []
              : ([
                  [tx('cashbackPausedSince'), <Time key="since" at={pause.pausedAt} />],
                  [tx('operator'), pause.operator],
                  [tx('reason'), <span key="reason">{pause.reason}</span>],
                ] as const)),
            [tx('cashbackPending'), pending === null ? '–' : amountText(pending.amount, currency)],
            ...(['claimable', 'waiting', 'paid', 'expired'] as const).map(
              (sum) => [tx(`cashback_${sum}`), <Amount key={sum} units={sums[sum]} currency={currency} />] as const,
            ),
          ]}
        />
        <p>
          <a href={`/console/cashback?member=${encodeURIComponent(memberId)}`}>{tx('cashbackClaims')}</a>
        </p>
        <Collapsible title={tx(pause === undefined ? 'cashbackPause' : 'cashbackResume')}>
          <p>{tx(pause === undefined ? 'cashbackPauseText' : 'cashbackResumeText')}</p>
          <Form
            session={session}
            to={pause === undefined ? '/cashback/pause' : '/cashback/resume'}
            submit={tx(pause === undefined ? 'cashbackPause' : 'cashbackResume')}
            danger={pause === undefined}
            fixed={{ id: memberId }}
          >
            <Reason />
          </Form>
        </Collapsible>
      </Card>
      <Rates cashback={cashback} />
    </>
  );
}

function PauseState({ cashback: { pause, overview } }: Pick<MemberCashbackProps, 'cashback'>) {
  if (pause !== undefined) return <Badge tone="neg">{tx('cashbackStatePaused')}</Badge>;
  if (overview.paused) return <Badge tone="warn">{tx('cashbackStateBreak')}</Badge>;
  return overview.offered ? <Badge tone="pos">{tx('cashbackStateOn')}</Badge> : <Badge>{tx('cashbackStateOff')}</Badge>;
}

/** Rates of now by category, with the addition of the member's level. */
function Rates({ cashback: { rates, overview } }: Pick<MemberCashbackProps, 'cashback'>) {
  const level = overview.pending?.level ?? 0;
  const levelBp = rates.levels.find(({ rankLevel }) => rankLevel === level)?.rateBp ?? 0;
  const percent = (bp: number) => `${(bp / BP_PER_PERCENT).toFixed(2)}%`;
  const rows = [
    ...rates.categories.map(({ category, rateBp }) => ({ name: category as string, rateBp })),
    ...rates.vendors.map(({ vendorName, category, rateBp }) => ({ name: [vendorName, category].filter(Boolean).join(' · '), rateBp })),
  ];
  return (
    <Card title={tx('cashbackRates')}>
      <Table
        caption={tx('cashbackRates')}
        heads={[tx('cashbackGames'), tx('cashbackGameRate'), tx('cashbackLevelRate', { level }), tx('cashbackTogether')]}
        rows={rows.map(({ name, rateBp }) => ({
          key: name,
          cells: rateBp === null ? [name, '–', '–', percent(0)] : [name, percent(rateBp), percent(levelBp), percent(rateBp + levelBp)],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}
