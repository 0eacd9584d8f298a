import type { Logger } from 'pino';
import { defined } from '../../kit/defined.ts';
import type { Database } from '../base/db/index.ts';
import { anchorText, hashOf, type LogDeps, type LogProof, type LogStart, verifyLines } from './log.ts';

export interface LogChecks {
  /**
   * Verifies the lines since the last checkpoint, and that count and last hash of the earlier lines are unchanged. Older lines are verified
   * every night and by `npm run audit`.
   */
  verifyRecent(): Promise<LogProof>;
  /** Verifies all lines and writes the length and last hash of the chain to the service log, as the anchor of the day. */
  verifyAll(): Promise<void>;
}

export interface LogCheckDeps extends LogDeps {
  readonly db: Database;
  readonly log: Logger;
}

export function createLogChecks({ db, clock, merchant, log }: LogCheckDeps): LogChecks {
  const storeCheckpoint = async ({ id, lines, hash }: LogStart) => {
    const set = { line_id: id, lines: String(lines), hash, proved_at: clock.now() };
    await db
      .insertInto('operator_log_checkpoint')
      .values({ merchant, ...set })
      .onConflict((conflict) => conflict.column('merchant').doUpdateSet(set).where('operator_log_checkpoint.lines', '<=', String(lines)))
      .execute();
  };
  return {
    async verifyRecent() {
      const from = await checkpointOf(db, merchant);
      const broken = from && (await brokenBefore(db, merchant, from));
      if (broken) return { lines: from.lines, hash: from.hash, broken };
      const { proof, last } = await verifyLines(db, merchant, defined({ from }));
      if (last && proof.broken === undefined && last.id !== from?.id) await storeCheckpoint(last);
      return proof;
    },
    async verifyAll() {
      const { proof, last } = await verifyLines(db, merchant, {});
      if (proof.broken !== undefined) return log.error({ merchant, broken: proof.broken }, "operators' log: chain is broken");
      const before = await checkpointOf(db, merchant);
      if (before && before.lines > proof.lines)
        return log.error({ merchant, lines: proof.lines, proved: before.lines }, "operators' log: lines at the end are missing");
      if (last) await storeCheckpoint(last);
      log.info({ merchant, anchor: anchorText(proof) }, "operators' log: chain is valid");
    },
  };
}

async function checkpointOf(db: Database, merchant: string): Promise<LogStart | undefined> {
  const row = await db.selectFrom('operator_log_checkpoint').selectAll().where('merchant', '=', merchant).executeTakeFirst();
  return row && { id: row.line_id, lines: Number(row.lines), hash: row.hash };
}

/** Description of the fault if the checkpoint's line is missing or the number of earlier lines differs. */
async function brokenBefore(db: Database, merchant: string, { id, lines, hash }: LogStart): Promise<string | undefined> {
  const own = db.selectFrom('operator_log').where('merchant', '=', merchant);
  const row = await own.selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return `line ${id} is gone`;
  if (row.hash !== hash || row.hash !== hashOf(row)) return `line ${id} was changed`;
  const { count } = await own
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('id', '<=', id)
    .executeTakeFirstOrThrow();
  return Number(count) === lines ? undefined : `there were ${lines} lines up to line ${id}, there are ${count}`;
}
