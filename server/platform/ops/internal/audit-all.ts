import type { Database } from '../../base/db/index.ts';
import type { Audit } from '../../base/feature.ts';
import { type AuditReport, audit } from '../../ledger/index.ts';

/**
 * The audit of the ledger, with the differences that the audits of features find. Each is one snapshot: between two statements a job could
 * settle a period, and the first would not fit the second.
 */
export async function auditAll(db: Database, audits: readonly Audit[]): Promise<AuditReport> {
  const report = await audit(db);
  const differences = [...report.differences];
  const counts: Record<string, number> = {};
  for (const auditFeature of audits) {
    const found = await db.transaction().setIsolationLevel('repeatable read').execute(auditFeature);
    differences.push(...found.differences);
    Object.assign(counts, found.counts);
  }
  return { ...report, ...counts, ok: report.ok && differences.length === 0, differences };
}
