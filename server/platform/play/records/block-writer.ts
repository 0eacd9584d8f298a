import { sql } from 'kysely';
import type { Database } from '../../base/db/index.ts';
import { BLOCK_SIZE, fillBlocks } from './movement-blocks.ts';

/** Accounts and blocks per run. */
const ACCOUNTS = 500;
const BLOCKS = 100;

/**
 * Creates the sum blocks of members' accounts in advance, so that the first view of a record is fast. Each run continues after the last
 * account of the previous one.
 */
export function createBlockWriter({ db, accounts = ACCOUNTS, blocks = BLOCKS }: { db: Database; accounts?: number; blocks?: number }): {
  run(): Promise<void>;
} {
  let after = '0';
  return {
    async run() {
      const accountRows = await sql<{ id: string; full: number; made: number }>`
        select id, (version / ${sql.lit(BLOCK_SIZE)})::integer as full,
               coalesce((select max(block) + 1 from movement_block where account_id = ledger_account.id), 0) as made
          from ledger_account where id > ${after}::bigint and owner <> 'house' order by id limit ${accounts}`.execute(db);
      let remaining = blocks;
      for (const { id, full, made } of accountRows.rows) {
        const end = Math.min(full, made + remaining);
        if (end > made) await fillBlocks(db, id, made, end);
        remaining -= Math.max(0, end - made);
        // The next run continues with this account.
        if (end < full) return;
        after = id;
      }
      if (accountRows.rows.length < accounts) after = '0';
    },
  };
}
