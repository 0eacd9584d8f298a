import { DIVIDEND_PERIODS, WAGE_KINDS } from '../../../../../shared/rules/wages.ts';
import {
  Amount,
  Card,
  Decide,
  Facts,
  Form,
  Input,
  MemberLink,
  type OperatorSession,
  Pager,
  Reason,
  Select,
  Table,
  Time,
  tx,
} from '../../../operators/index.ts';
import type { Funding } from '../../../rewards/fund/index.ts';
import { Fundings } from '../../../rewards/fund/index.ts';
import { type ContractListProps, WageContracts } from '../../contracts/index.ts';
import type { HeldWage } from '../desk.ts';

interface WagesPageProps extends ContractListProps {
  readonly balance: bigint;
  readonly unfunded: { readonly count: number; readonly units: bigint; readonly oldest: Date | null };
  readonly held: { readonly rows: readonly HeldWage[]; readonly pageNo: number; readonly more: boolean };
  readonly fundings: readonly Funding[];
  readonly fundingId: string;
}

export function WagesPage({ balance, unfunded, held: { rows, ...page }, fundings, fundingId, ...list }: WagesPageProps) {
  const { session, currency } = list;
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
        <Fundings session={session} to="/wages" caption="wagesFundings" fundingId={fundingId} currency={currency} rows={fundings} />
      </Card>
      <Card title={tx('wagesHeld')}>
        <HeldTable session={session} rows={rows} />
        <Pager to="/wages?list=held" {...page} />
      </Card>
      <WageContracts {...list} />
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
