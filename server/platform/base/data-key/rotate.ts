import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Database, inTransaction } from '../db/index.ts';
import type { DataKeys } from './open.ts';
import { resealAll } from './reseal.ts';

export interface RotationDeps {
  readonly db: Database;
  readonly keys: DataKeys;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Other values in tests only. */
  readonly nodeTimeoutSeconds?: number;
  readonly batch?: number;
}

export interface Rotation {
  /** Activates the next key once every node has it, and re-seals values of other keys. */
  run(): Promise<void>;
}

/** A node without a report for this time is not running. Also the time in which another node may still use the previous key. */
const NODE_TIMEOUT_SECONDS = 60;
const BATCH = 200;

/** Rotates the data key while all nodes run. Call `run` every few seconds on every node. */
export function createRotation({ db, keys, log, nodeTimeoutSeconds = NODE_TIMEOUT_SECONDS, batch = BATCH }: RotationDeps): Rotation {
  const node = randomUUID();
  const ids = keys.sealers.map(({ id }) => id);

  async function report(): Promise<void> {
    await sql`insert into data_key_node (node, key_ids, seen_at) values (${node}, ${ids}::text[], clock_timestamp())
      on conflict (node) do update set seen_at = excluded.seen_at`.execute(db);
    await sql`delete from data_key_node where seen_at < clock_timestamp() - make_interval(secs => ${nodeTimeoutSeconds})`.execute(db);
  }
  async function activate(): Promise<void> {
    await inTransaction(db, async (tx) => {
      await sql`lock table data_key in share row exclusive mode`.execute(tx);
      const { rows } = await sql<{ id: string }>`
        select id from data_key where state = 'next' and not exists (select from data_key where state = 'previous')
          and not exists (select from data_key_node where not data_key.id = any(key_ids))`.execute(tx);
      const [next] = rows;
      if (!next || !ids.includes(next.id)) return;
      await sql`update data_key set state = 'previous' where state = 'active'`.execute(tx);
      await sql`update data_key set state = 'active', activated_at = clock_timestamp() where id = ${next.id}`.execute(tx);
      log.info({ key: next.id }, 'data key: new key active');
    });
  }
  async function finish(): Promise<void> {
    const rows = await db.selectFrom('data_key').select(['id', 'label', 'state']).execute();
    const previous = rows.find(({ state }) => state === 'previous');
    if (!previous || !ids.includes(previous.id)) return;
    const { resealed, failed } = await resealAll(db, keys.secrets, previous.label, batch);
    if (resealed > 0) log.info({ values: resealed }, 'data key: values re-sealed with the new key');
    if (failed.length > 0) {
      log.error({ columns: failed }, 'data key: some values do not open with the previous key, which must stay configured');
      return;
    }
    const { rows: ended } = await sql<{ id: string }>`delete from data_key where id = ${previous.id} and exists (
      select from data_key where state = 'active' and activated_at < clock_timestamp() - make_interval(secs => ${nodeTimeoutSeconds})) and ${resealed} = 0
      returning id`.execute(db);
    if (ended.length > 0) log.info({ key: previous.id }, 'data key: rotation completed; DATA_KEY_PREVIOUS can be removed');
  }
  return {
    async run() {
      await report();
      await activate();
      await keys.refresh();
      await finish();
    },
  };
}
