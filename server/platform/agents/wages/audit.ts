import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import { AUDITED_DAYS } from '../../base/audited-days.ts';
import type { Executor } from '../../base/db/index.ts';
import type { AuditPart } from '../../base/feature.ts';
import { verifyWages } from './verify.ts';

/** Wages of the last days. Counts them as `wages`. */
export async function auditWages(db: Executor): Promise<AuditPart> {
  const { rows } = await sql<{ last: Date | null }>`select max(window_end) as last from wage_statement`.execute(db);
  const last = rows[0]?.last;
  if (!last) return { differences: [], counts: { wages: 0 } };
  const from = new Date(last.getTime() - AUDITED_DAYS * DAY_MS);
  const counted = await sql<{ count: string }>`
    select count(*) as count from wage_statement where window_start >= ${from} and window_start < ${last}`.execute(db);
  return { differences: await verifyWages(db, from, last), counts: { wages: Number(counted.rows[0]?.count ?? 0) } };
}
