import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Executor } from '../../server/platform/base/db/index.ts';
import { createFactStream } from '../../server/platform/play/facts/index.ts';
import { openTestDatabase, type TestDatabase } from '../kit/database.ts';

const WRITERS = 6;
const FACTS_PER_WRITER = 60;
const CONSUMERS = 3;
const stream = createFactStream();
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ poolSize: WRITERS + CONSUMERS + 4 });
  await sql`create table consumed (consumer text, id bigint, primary key (consumer, id))`.execute(database.db);
});
afterAll(() => database.close());

async function addFact(executor: Executor): Promise<bigint> {
  const { rows } = await sql<{ id: string }>`
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
    values ('m', 'p', 'r', 'g', 'v', 'RNG', 'CNY', 'settled', 1, 1, 1, 0, 1, now()) returning id`.execute(executor);
  return BigInt(rows[0]?.id ?? 0);
}
const consumedIds = async (name: string) =>
  (await sql<{ id: string }>`select id from consumed where consumer = ${name} order by id`.execute(database.db)).rows.map(({ id }) => id);
const factIds = async () => (await sql<{ id: string }>`select id from play_fact order by id`.execute(database.db)).rows.map(({ id }) => id);

/** Stores the ids of one batch; a repeated id violates the primary key. Fails with `killed` after the work, where the position is not committed yet. */
async function consume(name: string, limit: number, killed = false): Promise<boolean> {
  await stream.readHorizon(database.db, name);
  return database.db.transaction().execute(async (tx) => {
    const range = await stream.take(tx, name, limit);
    if (!range) return false;
    await sql`insert into consumed select ${name}, id from play_fact where id > ${range.after} and id <= ${range.upTo}`.execute(tx);
    if (killed) throw new Error('killed');
    return true;
  });
}

/** The transaction with the higher id takes the lower fact id and commits last: the hardest order for a horizon. */
test('a fact that is committed after later ones is not lost', async () => {
  await stream.add(database.db, 'late');
  const early = await database.db.startTransaction().execute();
  const late = await database.db.startTransaction().execute();
  await sql`select pg_current_xact_id()`.execute(early);
  await sql`select pg_current_xact_id()`.execute(late);
  const lower = await addFact(late);
  const higher = await addFact(early);
  expect(higher).toBeGreaterThan(lower);
  await early.commit().execute();
  expect(await consume('late', 100)).toBe(false);
  // A consumer that goes by the highest committed id takes the other fact and passes this one.
  const { rows } = await sql<{ id: string }>`select id from play_fact order by id desc limit 1`.execute(database.db);
  expect(BigInt(rows[0]?.id ?? 0)).toBe(higher);
  await late.commit().execute();
  // Transactions of other tests on the same server may still hold the horizon back.
  while ((await stream.waiting(database.db, 'late')) > 0) await consume('late', 1);
  expect(await consumedIds('late')).toEqual(await factIds());
});

test('every fact of concurrent writers is consumed once, also after aborted batches', async () => {
  await stream.add(database.db, 'race');
  let writing = WRITERS;
  const random = (max: number) => Math.floor(Math.random() * max);
  async function write(): Promise<void> {
    for (let n = 0; n < FACTS_PER_WRITER; n += 1) {
      const tx = await database.db.startTransaction().execute();
      for (let facts = 0; facts <= random(3); facts += 1) await addFact(tx);
      if (random(4) === 0) await pause(random(8));
      if (random(5) === 0) await tx.rollback().execute();
      else await tx.commit().execute();
    }
    writing -= 1;
  }
  async function read(): Promise<void> {
    for (;;) {
      const isLast = writing === 0;
      const took = await consume('race', 1 + random(7), random(4) === 0).catch((error: Error) => {
        if (error.message !== 'killed') throw error;
        return true;
      });
      if (isLast && !took && (await stream.waiting(database.db, 'race')) === 0) return;
    }
  }
  await Promise.all([...Array.from({ length: WRITERS }, write), ...Array.from({ length: CONSUMERS }, read)]);
  expect(await consumedIds('race')).toEqual(await factIds());
});
