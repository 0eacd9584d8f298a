import { sql } from 'kysely';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { createFactStream } from '../../play/facts/index.ts';
import { isReward, REWARD_KINDS } from '../wages/index.ts';

export const REWARD_CONSUMER = 'team rewards';
const TRANSFERS_PER_BATCH = 2_000;
const BATCHES_PER_RUN = 50;

/** A stream of its own, which begins with the first transfer: the other one had passed these kinds before they counted. */
const STREAM = createFactStream({ rows: sql`ledger_transfer`, where: sql<boolean>`kind in (${REWARD_KINDS})`, first: sql`0` });

/** Adds new rewards to the days of the member and of the teams above, each once. */
export function rewardCounter({ db, merchant }: { readonly db: Database; readonly merchant: string }): { run(): Promise<void> } {
  const countBatch = () =>
    inTransaction(db, async (tx) => {
      const range = await STREAM.take(tx, REWARD_CONSUMER, TRANSFERS_PER_BATCH);
      if (!range) return false;
      const { timeZone } = (await readMerchant(tx, merchant)).settings;
      await sql`
        with reward as materialized (
          select (t.created_at at time zone ${timeZone}::text)::date as day, a.owner as member_id, sum(p.amount) as units
            from ledger_transfer t
            join ledger_posting p on p.transfer_id = t.id
            join ledger_account a on a.id = p.account_id
           where t.id > ${range.after.toString()}::bigint and t.id <= ${range.upTo.toString()}::bigint and ${isReward}
           group by 1, 2),
        of_members as (
          insert into member_cash_day as kept (day, member_id, deposits, withdrawals, bonuses, wages, rewards)
          select day, member_id, 0, 0, 0, 0, units from reward
          on conflict (member_id, day) do update set rewards = kept.rewards + excluded.rewards)
        insert into team_cash_day as kept (day, agent_id, deposits, withdrawals, bonuses, wages, rewards)
        select r.day, up.ancestor_id, 0, 0, 0, 0, sum(r.units)
          from reward r join agent_closure up on up.member_id = r.member_id and up.depth > 0
         group by 1, 2
        on conflict (agent_id, day) do update set rewards = kept.rewards + excluded.rewards`.execute(tx);
      return true;
    });
  return {
    async run() {
      await STREAM.add(db, REWARD_CONSUMER);
      await STREAM.readHorizon(db, REWARD_CONSUMER);
      for (let batch = 0; batch < BATCHES_PER_RUN && (await countBatch()); batch += 1);
    },
  };
}
