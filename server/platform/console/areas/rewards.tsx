import { type MissionRules, readMerchant, toUnits } from '../../merchant/index.ts';
import { Amount, type AuditDeps, Card, type ConsoleArea, Facts, Pager, pageOf, Table, Time, tx } from '../../operators/index.ts';
import type { CashbackDesk, PeriodSums } from '../../rewards/cashback/index.ts';
import type { Fund, UnfundedList } from '../../rewards/fund/index.ts';
import { Fundings, fundingForms, newFundingId } from '../../rewards/fund/index.ts';
import type { BoardSums, MissionDesk } from '../../rewards/missions/index.ts';

export interface RewardAreaDeps extends AuditDeps {
  readonly cashbackDesk: CashbackDesk;
  readonly missionDesk: MissionDesk;
  readonly funds: { readonly rewards: Fund; readonly unfunded: UnfundedList };
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
        inMenu: { group: 'rewards', place: 10 },
        async load({ session, query }) {
          const { currency, missions } = (await readMerchant(db, merchant)).settings;
          const { rows, ...page } = await pageOf(query, (slice) => desk.periods(db, slice));
          const [balance, unfunded, fundings] = [
            await fund.balance(db, currency),
            await deps.funds.unfunded.sum(db),
            await fund.fundings(db),
          ];
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
                <Fundings
                  session={session}
                  to="/rewards"
                  caption="wagesFundings"
                  fundingId={newFundingId()}
                  currency={currency}
                  rows={fundings}
                />
              </Card>
              <Card title={tx('cashbackPeriods')}>
                <PeriodTable rows={rows} currency={currency} />
                <Pager to="/rewards?list=periods" {...page} />
              </Card>
              <MissionCard missions={missions} sums={await deps.missionDesk.sums(db)} currency={currency} />
              <BoardCard boards={await deps.missionDesk.boards(db, deps.clock.now())} />
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

interface MissionCardProps {
  readonly missions: MissionRules;
  readonly sums: Awaited<ReturnType<MissionDesk['sums']>>;
  readonly currency: string;
}

/** The rules of missions, which are settings of the merchant, and how many members have reached and claimed them. */
function MissionCard({ missions, sums, currency }: MissionCardProps) {
  return (
    <Card title={tx('missions')}>
      <p>{tx('missionsText', { days: missions.claimDays })}</p>
      <Table
        caption={tx('missions')}
        heads={[tx('mission'), tx('missionPeriod'), tx('missionGoal'), tx('missionReward'), tx('missionReached'), tx('missionPaid')]}
        rows={missions.list.map(({ id, period, goal, target, category, leastStake, points, amount }) => ({
          key: id,
          cells: [
            id,
            tx(`missionPeriod_${period}`),
            <span key="goal">
              {tx(`missionGoal_${goal}`)} {goal === 'stake' ? <Amount units={toUnits(target)} currency={currency} /> : String(target)}
              {leastStake === undefined ? null : (
                <>
                  {' '}
                  {tx('missionLeastStake')} <Amount units={toUnits(leastStake)} currency={currency} />
                </>
              )}
              {category === null ? '' : ` · ${tx(`category_${category}`)}`}
            </span>,
            amount > 0 ? <Amount key="reward" units={toUnits(amount)} currency={currency} /> : tx('missionPoints', { points }),
            String(sums.get(id)?.reached ?? 0),
            String(sums.get(id)?.paid ?? 0),
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
}

/** The last windows of leaderboards with scores, places and paid prizes. */
function BoardCard({ boards }: { readonly boards: readonly BoardSums[] }) {
  return (
    <Card title={tx('missionBoards')}>
      <p>{tx('missionBoardsText')}</p>
      <Table
        caption={tx('missionBoards')}
        heads={[
          tx('missionBoard'),
          tx('from'),
          tx('until'),
          tx('state'),
          tx('missionBoardMembers'),
          tx('missionBoardPrizes'),
          tx('missionPaid'),
          tx('missionBoardPlaces'),
        ]}
        rows={boards.map(({ board, members, prizes, paid, places }) => ({
          key: `${board.board_id} ${board.window_from}`,
          cells: [
            board.board_id,
            board.window_from,
            <Time key="until" at={board.ends_at} />,
            tx(board.closed_at === null ? 'missionBoardOpen' : 'missionBoardClosed'),
            String(members),
            String(prizes),
            String(paid),
            places.map(({ place, account, score }) => `${place}. ${account}: ${score}`).join(' · '),
          ],
        }))}
        empty={tx('nothing')}
      />
    </Card>
  );
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
