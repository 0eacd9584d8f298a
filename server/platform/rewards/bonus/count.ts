import { sql } from 'kysely';
import type { Tx } from '../../base/db/index.ts';
import { consumeFacts } from '../../play/facts/index.ts';
import type { BonusDeps } from './contracts.ts';

/** Name of the consumer of play facts. */
const BONUS_CONSUMER = 'bonus';
const FACTS_PER_BATCH = 10_000;

/**
 * Counts settled stakes of rounds that were opened while a bonus ran, with the weight of their category. Each batch is one transaction with
 * the position of the consumer: a fact counts once, on any number of nodes. False if a running transaction holds facts back.
 */
export async function countWagering(deps: BonusDeps): Promise<boolean> {
  deps.requireTime();
  const { began_at } = await deps.db.selectFrom('bonus_clock').select('began_at').executeTakeFirstOrThrow();
  if (began_at === null) {
    await deps.facts.add(deps.db, BONUS_CONSUMER);
    await deps.db.updateTable('bonus_clock').set({ began_at: deps.clock.now() }).where('began_at', 'is', null).execute();
  }
  return consumeFacts(deps.db, deps.facts, {
    name: BONUS_CONSUMER,
    batch: FACTS_PER_BATCH,
    lock: async () => undefined,
    count: async (tx, { after, upTo }) => addWagering(tx, after, upTo),
  });
}

/** In the order of the ids, as each transaction locks bonuses. */
async function addWagering(tx: Tx, after: bigint, upTo: bigint): Promise<void> {
  await sql`
    with counted as (
      select r.bonus_id, sum(f.valid * r.weight) as units
        from play_fact f join bonus_round r on r.provider = f.provider and r.round_id = f.round_id
       where f.id > ${after.toString()}::bigint and f.id <= ${upTo.toString()}::bigint
       group by r.bonus_id having sum(f.valid * r.weight) <> 0),
    locked as (select b.id from bonus b join counted c on c.bonus_id = b.id order by b.id for update of b)
    update bonus b set wagered = b.wagered + c.units from counted c, locked l where b.id = c.bonus_id and l.id = b.id`.execute(tx);
}
