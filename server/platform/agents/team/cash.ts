import { sql } from 'kysely';
import { TEAM_TRANSACTION_GROUPS } from '../../../../shared/api/agent-team/constants.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { HOLD, WALLET } from '../../ledger/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { createFactStream, type FactSource } from '../../play/facts/index.ts';
import { REWARD_KINDS, type TeamBonuses } from '../wages/index.ts';
import { REWARD_CONSUMER, rewardCounter } from './rewards.ts';

/** Kinds of transfers that teams are shown, as in the index of migration 160. */
export const CASH_KINDS: readonly string[] = Object.values(TEAM_TRANSACTION_GROUPS).flat();
export const CASH_CONSUMER = 'team cash';
const TRANSFERS_PER_BATCH = 2_000;
const BATCHES_PER_RUN = 50;

/** As literals: the planner uses the partial index for the same list only. */
export const KIND_LIST = sql.join(CASH_KINDS.map((kind) => sql.lit(kind)));

/** `ledger_post` locks the accounts before it inserts the transfer. */
const CASH_TRANSFERS: FactSource = {
  rows: sql`ledger_transfer`,
  where: sql<boolean>`kind in (${KIND_LIST})`,
  first: sql`0`,
};

const ADDED = sql`deposits = kept.deposits + excluded.deposits, withdrawals = kept.withdrawals + excluded.withdrawals,
  bonuses = kept.bonuses + excluded.bonuses, wages = kept.wages + excluded.wages`;

/** The counted bonuses and rewards, for dividends. */
export const TEAM_BONUSES: TeamBonuses = {
  async isCounted(executor, until) {
    const { rows } = await sql<{ counted: boolean }>`
      select not exists (select from ledger_transfer t where t.kind in (${KIND_LIST}) and t.id > c.position and t.created_at < ${until})
         and not exists (select from ledger_transfer t where t.kind in (${REWARD_KINDS}) and t.id > r.position and t.created_at < ${until}) as counted
        from fact_consumer c, fact_consumer r where c.name = ${CASH_CONSUMER} and r.name = ${REWARD_CONSUMER}`.execute(executor);
    return rows[0]?.counted === true;
  },
  async read(executor, { from, until }, agents) {
    const { rows } = await sql<{ id: string; bonuses: string }>`
      select id, sum(bonuses + rewards) as bonuses from (
        select agent_id as id, bonuses, rewards from team_cash_day
         where agent_id = any(${agents}::text[]) and day >= ${from}::date and day < ${until}::date
        union all
        select member_id, bonuses, rewards from member_cash_day
         where member_id = any(${agents}::text[]) and day >= ${from}::date and day < ${until}::date) as days
       group by id`.execute(executor);
    return new Map(rows.map(({ id, bonuses }) => [id, BigInt(bonuses)]));
  },
};

/** Adds new transfers of members to the days of the member and of the teams above, each once. Transfers between people are in no sum. */
export function createCashCounter({ db, merchant }: { readonly db: Database; readonly merchant: string }): { run(): Promise<void> } {
  const stream = createFactStream(CASH_TRANSFERS);
  const countBatch = () =>
    inTransaction(db, async (tx) => {
      const range = await stream.take(tx, CASH_CONSUMER, TRANSFERS_PER_BATCH);
      if (!range) return false;
      const { timeZone } = (await readMerchant(tx, merchant)).settings;
      await sql`
        with cash as materialized (
          select (t.created_at at time zone ${timeZone}::text)::date as day, a.owner as member_id,
                 coalesce(sum(p.amount) filter (where t.kind in ('deposit', 'deposit-reversal')), 0) as deposits,
                 coalesce(-sum(p.amount) filter (where t.kind = 'withdrawal-paid'), 0) as withdrawals,
                 coalesce(sum(p.amount) filter (where t.kind = 'adjustment'), 0) as bonuses,
                 coalesce(sum(p.amount) filter (where t.kind = 'wage'), 0) as wages
            from ledger_transfer t
            join ledger_posting p on p.transfer_id = t.id
            join ledger_account a on a.id = p.account_id and a.kind in (${WALLET}, ${HOLD}) and a.realm = 'real'
           where t.kind in (${KIND_LIST}) and t.id > ${range.after.toString()}::bigint and t.id <= ${range.upTo.toString()}::bigint
             and t.kind not in ('upline', 'downline')
           group by 1, 2),
        of_members as (
          insert into member_cash_day as kept (day, member_id, deposits, withdrawals, bonuses, wages)
          select day, member_id, deposits, withdrawals, bonuses, wages from cash
          on conflict (member_id, day) do update set ${ADDED})
        insert into team_cash_day as kept (day, agent_id, deposits, withdrawals, bonuses, wages)
        select c.day, up.ancestor_id, sum(deposits), sum(withdrawals), sum(bonuses), sum(wages)
          from cash c join agent_closure up on up.member_id = c.member_id and up.depth > 0
         group by 1, 2
        on conflict (agent_id, day) do update set ${ADDED}`.execute(tx);
      return true;
    });
  const rewards = rewardCounter({ db, merchant });
  return {
    async run() {
      await stream.add(db, CASH_CONSUMER);
      await stream.readHorizon(db, CASH_CONSUMER);
      for (let batch = 0; batch < BATCHES_PER_RUN && (await countBatch()); batch += 1);
      await rewards.run();
    },
  };
}
