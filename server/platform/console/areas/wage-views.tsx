import { DIVIDEND_PERIODS, WAGE_KINDS } from '../../../../shared/rules/wages.ts';
import type { HeldWage, WageFunding } from '../../agents/wages/index.ts';
import { Amount, Badge, Card, Collapsible, Facts, Form, Input, MemberLink, Pager, Reason, Select, Table, Time } from '../parts.tsx';
import type { OperatorSession } from '../sessions.ts';
import { tx } from '../texts.ts';

interface WagesPageProps {
  readonly session: OperatorSession;
  readonly currency: string;
  readonly balance: bigint;
  readonly unfunded: { readonly count: number; readonly units: bigint; readonly oldest: Date | null };
  readonly held: { readonly rows: readonly HeldWage[]; readonly pageNo: number; readonly more: boolean };
  readonly fundings: readonly WageFunding[];
  readonly fundingId: string;
}

export function WagesPage({ session, currency, balance, unfunded, held: { rows, ...page }, fundings, fundingId }: WagesPageProps) {
  return (
    <>
      <Card title={tx('wagesAccount')}>
        <Facts
          rows={[
            [tx('balance'), <Amount key="balance" units={balance} currency={currency} />],
            [tx('wagesUnfunded'), <Amount key="unfunded" units={unfunded.units} currency={currency} />],
            [tx('wagesUnfundedCount'), String(unfunded.count)],
          ]}
        />
        <Collapsible title={tx('wagesFund')}>
          <Form session={session} to="/wages/propose" submit={tx('wagesFund')} fixed={{ id: fundingId }}>
            <Input name="amount" label={tx('amount')} inputMode="decimal" maxLength={16} autoComplete="off" />
            <Reason />
          </Form>
        </Collapsible>
        <Fundings session={session} rows={fundings} />
      </Card>
      <Card title={tx('wagesHeld')}>
        <HeldTable session={session} rows={rows} />
        <Pager to="/wages?list=held" {...page} />
      </Card>
      <Card title={tx('wagesOffer')}>
        <Form session={session} to="/wages/offer" submit={tx('wagesOffer')}>
          <Input name="account" label={tx('account')} maxLength={64} autoComplete="off" />
          <Select name="kind" label={tx('kind')} options={WAGE_KINDS.map((kind) => [kind, tx(`wageKind_${kind}`)])} />
          <Select
            name="period"
            label={tx('wagesPeriod')}
            options={DIVIDEND_PERIODS.map((period) => [period, tx(`wagePeriod_${period}`)])}
          />
          <Input name="tiers" rows={4} label={tx('wagesTiers')} hint={tx('wagesTiersHint')} maxLength={600} />
          <Reason />
        </Form>
      </Card>
    </>
  );
}

function Fundings({ session, rows }: { readonly session: OperatorSession; readonly rows: readonly WageFunding[] }) {
  return (
    <Table
      caption={tx('wagesFundings')}
      heads={[tx('time'), tx('amount'), tx('reason'), tx('state'), tx('change')]}
      rows={rows.map(({ id, created_at, units, currency, reason, status }) => ({
        key: id,
        cells: [
          <Time key="at" at={created_at} />,
          <Amount key="amount" units={BigInt(units)} currency={currency} />,
          <bdi key="reason">{reason}</bdi>,
          <Badge key="state" {...(status !== 'posted' && { tone: status === 'waiting' ? 'warn' : 'neg' })}>
            {tx(`adjustment_${status}`)}
          </Badge>,
          status === 'waiting' ? <Decide key="decide" session={session} id={id} approve="/wages/fund" reject="/wages/fund-reject" /> : '',
        ],
      }))}
      empty={tx('nothing')}
    />
  );
}

function HeldTable({ session, rows }: { readonly session: OperatorSession; readonly rows: readonly HeldWage[] }) {
  return (
    <Table
      caption={tx('wagesHeld')}
      heads={[tx('time'), tx('member'), tx('kind'), tx('amount'), tx('change')]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <Time key="at" at={row.window_start} />,
          <MemberLink key="member" id={row.agent_id} name={row.account} />,
          tx(`wageKind_${row.kind}`),
          <Amount key="amount" units={BigInt(row.amount)} currency={row.currency} />,
          <Decide key="decide" session={session} id={row.id} approve="/wages/approve" reject="/wages/reject" />,
        ],
      }))}
      empty={tx('nothing')}
    />
  );
}

interface DecideProps {
  readonly session: OperatorSession;
  readonly id: string;
  /** Paths of the two forms. */
  readonly approve: string;
  readonly reject: string;
}

function Decide({ session, id, approve, reject }: DecideProps) {
  return (
    <>
      <Collapsible title={tx('approve')}>
        <Form session={session} to={approve} submit={tx('approve')} fixed={{ id }}>
          <Reason />
        </Form>
      </Collapsible>
      <Collapsible title={tx('reject')}>
        <Form session={session} to={reject} submit={tx('reject')} danger fixed={{ id }}>
          <Reason />
        </Form>
      </Collapsible>
    </>
  );
}
