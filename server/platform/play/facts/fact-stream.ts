import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor, Tx } from '../../base/db/index.ts';

/**
 * Rows that are only added, with ids from one sequence. A transaction must have its own id before it takes one of a row: it has written or
 * locked another row first.
 */
export interface FactSource {
  /** The rows of the stream, as what follows `from`. */
  readonly rows: RawBuilder<unknown>;
  /** Condition on a row; the same in the index on `id` that the stream uses. */
  readonly where: RawBuilder<boolean>;
  /** The id after which a new consumer begins. */
  readonly first: RawBuilder<unknown>;
}

/** `play_fact` after the openings. */
const PLAY_FACTS: FactSource = {
  rows: sql`play_fact`,
  where: sql<boolean>`true`,
  first: sql`(select coalesce(max(id), 0) from play_fact where kind = 'opening')`,
};

/** `member_fact`: what members do besides play. */
export const MEMBER_FACTS: FactSource = { rows: sql`member_fact`, where: sql<boolean>`true`, first: sql`0` };

/** The facts with `after < id <= upTo`. */
export interface FactRange {
  readonly after: bigint;
  readonly upTo: bigint;
}

/**
 * Reads the rows of a source exactly once for each consumer, a name. Ids are not committed in their order, so a consumer may only take facts up to a
 * horizon: the highest id at a time after which every transaction that was running then has ended.
 */
export interface FactStream {
  /** Creates the consumer at the first fact of the source. Idempotent. */
  add(executor: Executor, consumer: string): Promise<void>;
  /**
   * Reads a new horizon if the last one is consumed, and returns its highest fact id. It can be consumed when all transactions that are
   * running now have ended. Must not be called in a transaction that has written.
   */
  readHorizon(db: Database, consumer: string): Promise<bigint>;
  /**
   * Takes the next facts, at most about `limit`, and moves the position past them; undefined while none can be taken. The work of the
   * caller with them must be in the same transaction. Locks the consumer: of two callers, one waits.
   */
  take(tx: Tx, consumer: string, limit: number): Promise<FactRange | undefined>;
  /** The last consumed id; locks the consumer until the transaction ends. */
  lockPosition(tx: Tx, consumer: string): Promise<bigint>;
  /** Number of facts that wait for the consumer, transactions in progress not counted. */
  waiting(executor: Executor, consumer: string): Promise<number>;
}

interface ConsumerRow {
  position: string;
  horizon_id: string | null;
  horizon_xid: string | null;
}

export function createFactStream({ rows: source, where, first }: FactSource = PLAY_FACTS): FactStream {
  return {
    async add(executor, consumer) {
      await sql`
        insert into fact_consumer (name, position)
        values (${consumer}, ${first})
        on conflict (name) do nothing`.execute(executor);
    },
    async readHorizon(db, consumer) {
      // The highest id is read before the transaction that writes it has its own id. A transaction that has taken a lower fact id was
      // given its transaction id before that, so its transaction id is lower than horizon_xid.
      const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from ${source} where ${where}`.execute(db);
      const highest = rows[0]?.id ?? '0';
      await sql`
        update fact_consumer set horizon_id = ${highest}::bigint, horizon_xid = pg_current_xact_id()::text::bigint
         where name = ${consumer} and position < ${highest}::bigint
           and (horizon_id is null or horizon_id <= position or horizon_xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`.execute(
        db,
      );
      return BigInt(highest);
    },
    async take(tx, consumer, limit) {
      const row = await locked(tx, consumer);
      if (row.horizon_id === null || BigInt(row.horizon_id) <= BigInt(row.position)) return undefined;
      if (!(await hasPassed(tx, row))) return undefined;
      const { rows } = await sql<{ id: string }>`
        select max(id) as id from (
          select id from ${source} where ${where} and id > ${row.position}::bigint and id <= ${row.horizon_id}::bigint order by id limit ${limit}::int) as f`.execute(
        tx,
      );
      const upTo = rows[0]?.id ?? row.horizon_id;
      await tx.updateTable('fact_consumer').set({ position: upTo }).where('name', '=', consumer).execute();
      return { after: BigInt(row.position), upTo: BigInt(upTo) };
    },
    lockPosition: async (tx, consumer) => BigInt((await locked(tx, consumer)).position),
    async waiting(executor, consumer) {
      const { rows } = await sql<{ n: string }>`
        select count(*) as n from ${source} where ${where} and id > (select position from fact_consumer where name = ${consumer})`.execute(
        executor,
      );
      return Number(rows[0]?.n ?? 0);
    },
  };
}

async function locked(tx: Tx, consumer: string): Promise<ConsumerRow> {
  const row = await tx
    .selectFrom('fact_consumer')
    .select(['position', 'horizon_id', 'horizon_xid'])
    .where('name', '=', consumer)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Error(`There is no consumer ${consumer} of facts.`);
  return row;
}

/**
 * True once every transaction up to the horizon's has ended and this statement sees what it committed. A horizon of a later transaction
 * than the database knows comes from another database (a restored or moved one) and never passes: `readHorizon` replaces it.
 */
async function hasPassed(tx: Tx, { horizon_xid }: ConsumerRow): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    select pg_snapshot_xmin(s)::text::bigint > ${horizon_xid}::bigint and ${horizon_xid}::bigint < pg_snapshot_xmax(s)::text::bigint as passed
      from pg_current_snapshot() as s`.execute(tx);
  return rows[0]?.passed === true;
}
