import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import { verifyWages } from '../../agents/wages/index.ts';
import type { Database } from '../../base/db/index.ts';
import { type AuditReport, audit } from '../../ledger/index.ts';
import { verifyCashback } from '../../rewards/cashback/index.ts';
import { verifyPoints } from '../../rewards/points/index.ts';

/** Wages and cashback of these days are computed again. `npm run wages` shows how a wage was computed. */
const COMPUTED_DAYS = 35;

/** The audit of the ledger, with the differences of points and of recent wages and cashback. */
export async function auditAll(db: Database): Promise<AuditReport> {
  const report = await audit(db);
  const computed = [...(await recentWages(db)), ...(await recentCashback(db)), ...(await verifyPoints(db))];
  return { ...report, ok: report.ok && computed.length === 0, differences: [...report.differences, ...computed] };
}

/** Differences of the wages of the last days, computed again from the facts. */
async function recentWages(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ last: Date | null }>`select max(window_end) as last from wage_statement`.execute(db);
  const last = rows[0]?.last;
  return last ? verifyWages(db, new Date(last.getTime() - COMPUTED_DAYS * DAY_MS), last) : [];
}

/** The same for cashback. */
async function recentCashback(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ last: Date | null }>`select max(ends) as last from cashback_period where settled_at is not null`.execute(db);
  const last = rows[0]?.last;
  return last ? verifyCashback(db, new Date(last.getTime() - COMPUTED_DAYS * DAY_MS), last) : [];
}
