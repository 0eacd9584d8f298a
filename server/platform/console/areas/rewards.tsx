import { readMerchant } from '../../merchant/index.ts';
import type { CashbackDesk, PeriodSums } from '../../rewards/cashback/index.ts';
import type { Fund } from '../../rewards/fund/index.ts';
import { pageOf } from '../lists.ts';
import type { ConsoleArea } from '../page.ts';
import { Amount, Card, Facts, Pager, Table, Time } from '../parts.tsx';
import { tx } from '../texts.ts';
import type { AuditDeps } from '../with-audit-log.ts';
import { Fundings, fundingForms, newFundingId } from './funding.tsx';

export interface RewardAreaDeps extends AuditDeps {
  readonly cashbackDesk: CashbackDesk;
  readonly funds: { readonly rewards: Fund };
}

/** The account that pays rewards, and what each period of cashback gave. Rates are settings of the merchant. */
export function rewardArea(deps: RewardAreaDeps): ConsoleArea {
  const { db, merchant, cashbackDesk: desk } = deps;
  const fund = deps.funds.rewards;
  return {
    pages: [
      {
        path: '/rewards',
        action: 'members.adjust',
        title: 'rewards',
        async load({ session, query }) {
          const { currency } = (await readMerchant(db, merchant)).settings;
          const { rows, ...page } = await pageOf(query, (slice) => desk.periods(db, slice));
          const [balance, unfunded, fundings] = [await fund.balance(db, currency), await desk.unfunded(db), await fund.fundings(db)];
          return (
            <>
              <Card title={tx('rewardsAccount')}>
                <Facts
                  rows={[
                    [tx('balance'), <Amount key="balance" units={balance} currency={currency} />],
                    [tx('wagesUnfunded'), <Amount key="unfunded" units={unfunded.units} currency={currency} />],
                    [tx('rewardsUnfundedCount'), String(unfunded.count)],
                  ]}
                />
                <Fundings session={session} to="/rewards" caption="wagesFundings" fundingId={newFundingId()} rows={fundings} />
              </Card>
              <Card title={tx('cashbackPeriods')}>
                <PeriodTable rows={rows} currency={currency} />
                <Pager to="/rewards?list=periods" {...page} />
              </Card>
            </>
          );
        },
      },
    ],
    forms: fundingForms(deps, {
      to: '/rewards',
      fund,
      object: 'reward-funding',
      actions: { propose: 'rewards.propose', fund: 'rewards.fund', reject: 'rewards.fund-reject' },
      funded: 'done_rewardsFunded',
    }),
  };
}

function PeriodTable({ rows, currency }: { readonly rows: readonly PeriodSums[]; readonly currency: string }) {
  const sums = ['claimable', 'waiting', 'paid', 'expired'] as const;
  return (
    <Table
      caption={tx('cashbackPeriods')}
      heads={[tx('from'), tx('until'), tx('state'), tx('cashbackMembers'), ...sums.map((sum) => tx(`cashback_${sum}`))]}
      rows={rows.map((row) => ({
        key: row.starts.toISOString(),
        cells: [
          <Time key="from" at={row.starts} />,
          <Time key="until" at={row.ends} />,
          tx(row.settled ? 'cashbackSettled' : 'cashbackSettling'),
          String(row.members),
          ...sums.map((sum) => <Amount key={sum} units={row[sum]} currency={currency} />),
        ],
      }))}
      empty={tx('nothing')}
    />
  );
}
