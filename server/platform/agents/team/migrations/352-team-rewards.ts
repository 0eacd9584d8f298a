import { type Kysely, sql } from 'kysely';

/** Rewards of members and teams by day: costs of dividends. The list of kinds is that of `server/platform/agents/wages/reward-costs.ts`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const kinds = `'cashback', 'vip-gift', 'mission', 'referral', 'promotion', 'raffle', 'points', 'free-round-win', 'bonus-granted', 'bonus-ended'`;
  await sql
    .raw(`
create index ledger_transfer_reward on ledger_transfer (id) where kind in (${kinds});
create index ledger_transfer_reward_time on ledger_transfer (created_at, id) where kind in (${kinds});
-- Rewards in real money, and bonus money that was granted, less what was given up
alter table member_cash_day add column rewards bigint not null default 0;
alter table team_cash_day add column rewards bigint not null default 0;
`)
    .execute(db);
}
