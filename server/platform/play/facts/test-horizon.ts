import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../base/db/index.ts';
import { createFactStream, type FactSource, type FactStream } from './fact-stream.ts';

const WAIT_MS = 10;

/**
 * Waits until the horizon of a consumer can be consumed. Transactions of other databases on the same PostgreSQL delay it too, and tests run
 * while other tests do.
 */
export async function waitForHorizon(db: Database, consumer: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ passed: boolean }>`
      select horizon_xid is null or pg_snapshot_xmin(pg_current_snapshot())::text::bigint > horizon_xid as passed
        from fact_consumer where name = ${consumer}`.execute(db);
    if (rows[0]?.passed !== false) return;
    await pause(WAIT_MS);
  }
}

/** A stream that waits for transactions of other tests on the same server before it reads how far it may count. */
export function promptFactStream(db: Database, source?: FactSource): FactStream {
  const stream = createFactStream(source);
  const readHorizon: FactStream['readHorizon'] = async (executor, consumer) => {
    const highest = await stream.readHorizon(executor, consumer);
    await waitForHorizon(db, consumer);
    return highest;
  };
  return Object.assign({}, stream, { readHorizon });
}
