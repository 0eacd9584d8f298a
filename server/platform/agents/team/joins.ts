import { sql } from 'kysely';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { createFactStream, type FactSource } from '../../play/facts/index.ts';

export const JOIN_CONSUMER = 'team joins';
const UPLINES_PER_BATCH = 5_000;
const BATCHES_PER_RUN = 50;

/** The history of uplines; the member is written before its row. */
const UPLINES: FactSource = { rows: sql`agent_parent`, where: sql<boolean>`true`, first: sql`0` };

/**
 * Adds members who registered below an agent to the day of all teams above, each once. A member who gets an upline later joins no team, and one
 * who is moved stays with the teams of before, as play and money do.
 */
export function createJoinCounter({ db, merchant }: { readonly db: Database; readonly merchant: string }): { run(): Promise<void> } {
  const stream = createFactStream(UPLINES);
  const countBatch = () =>
    inTransaction(db, async (tx) => {
      const range = await stream.take(tx, JOIN_CONSUMER, UPLINES_PER_BATCH);
      if (!range) return false;
      const { timeZone } = (await readMerchant(tx, merchant)).settings;
      await sql`
        insert into team_joined_day as kept (day, agent_id, members)
        select (m.created_at at time zone ${timeZone}::text)::date, up.ancestor_id, count(*)
          from agent_parent p join member m on m.id = p.member_id and m.created_at = p.valid_from
          join agent_closure up on up.member_id = m.id and up.depth > 0
         where p.id > ${range.after.toString()}::bigint and p.id <= ${range.upTo.toString()}::bigint
         group by 1, 2
        on conflict (agent_id, day) do update set members = kept.members + excluded.members`.execute(tx);
      return true;
    });
  return {
    async run() {
      await stream.add(db, JOIN_CONSUMER);
      await stream.readHorizon(db, JOIN_CONSUMER);
      for (let batch = 0; batch < BATCHES_PER_RUN && (await countBatch()); batch += 1);
    },
  };
}
