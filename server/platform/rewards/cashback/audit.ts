import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import { AUDITED_DAYS } from '../../base/audited-days.ts';
import type { Executor } from '../../base/db/index.ts';
import type { AuditPart } from '../../base/feature.ts';
import { verifyCashback } from './verify.ts';

/** Cashback of the last settled days. */
export async function auditCashback(db: Executor): Promise<AuditPart> {
  const { rows } = await sql<{ last: Date | null }>`select max(ends) as last from cashback_period where settled_at is not null`.execute(db);
  const last = rows[0]?.last;
  return { differences: last ? await verifyCashback(db, new Date(last.getTime() - AUDITED_DAYS * DAY_MS), last) : [] };
}
