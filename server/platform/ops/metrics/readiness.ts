import { sql } from 'kysely';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { ClockGuard } from '../../base/clock-guard.ts';
import type { Database } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { JobState } from '../../base/jobs/index.ts';
import type { LedgerHealth } from './ledger-check.ts';

/** Missing requirements (the platform cannot serve) and degraded ones (it can), as text. */
export interface PlatformReadiness {
  readonly ok: boolean;
  readonly missing: readonly string[];
  readonly degraded: readonly string[];
}

export interface ReadinessDeps {
  readonly db: Database;
  /** Names that the database must have. */
  readonly migrations: readonly string[];
  readonly ledger: LedgerHealth;
  readonly jobs: () => readonly JobState[];
  readonly clock: Pick<ClockGuard, 'compare' | 'hasSkew' | 'skewMs'>;
  readonly events: Pick<EventHub, 'isJoined'>;
}

/** A database that does not respond must not block the readiness call. */
const DATABASE_DEADLINE_MS = 3_000;
const LATE_JOB_MS = 15 * MINUTE_MS;

export async function platformReadiness({
  db,
  migrations: required,
  ledger,
  jobs,
  clock,
  events,
}: ReadinessDeps): Promise<PlatformReadiness> {
  const missing: string[] = [];
  const degraded: string[] = [];
  try {
    const migrations = await withTimeout(clock.compare().then(() => missingMigrations(db, required)));
    if (clock.hasSkew)
      missing.push(`a clock that agrees with the database's: they are ${Math.round(Math.abs(clock.skewMs) / 1000)} s apart`);
    missing.push(...migrations);
    if (migrations.length === 0) missing.push(...(await withTimeout(writeFailure(db))));
  } catch (error) {
    missing.push(
      error instanceof Error && error.name === 'EngineStopped' ? `a database that takes writes (${error.message})` : 'the database',
    );
  }
  if (ledger.unbalancedBooks + ledger.negativeWallets + sum(ledger.differences) > 0) degraded.push('the ledger does not fit');
  if (missing.length === 0) degraded.push(...(await withTimeout(paymentTrouble(db))), ...(await withTimeout(vendorTrouble(db))));
  if (!events.isJoined) degraded.push('events of other nodes do not arrive');
  const late = jobs().filter(({ lateMs }) => lateMs > LATE_JOB_MS);
  if (late.length > 0) degraded.push(`jobs are late: ${late.map(({ name }) => name).join(', ')}`);
  return { ok: missing.length === 0, missing, degraded };
}

function withTimeout<T>(query: Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(DATABASE_DEADLINE_MS);
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new Error('database response timed out')));
    query.then(resolve, reject);
  });
}

/** A full disk or a standby still allows reads, while writes fail. */
async function writeFailure(db: Database): Promise<readonly string[]> {
  try {
    await sql`update write_probe set at = clock_timestamp()`.execute(db);
    return [];
  } catch (error) {
    return [`a database that takes writes (${error instanceof Error ? error.message : String(error)})`];
  }
}

/** Payment providers that are paused, and orders of payouts without an answer. */
async function paymentTrouble(db: Database): Promise<readonly string[]> {
  const { rows: paused } = await sql<{ code: string }>`
    select code from payment_provider where paused_until > now() order by code`.execute(db);
  const { rows: open } = await sql<{ n: string }>`
    select count(*) as n from payout where conflict is not null and status <> 'failed'
      or status = 'unknown' and created_at < now() - interval '1 hour'`.execute(db);
  return [
    ...(paused.length === 0 ? [] : [`payment providers do not respond: ${paused.map(({ code }) => code).join(', ')}`]),
    ...(open[0]?.n === '0' ? [] : [`payouts wait for an operator: ${open[0]?.n}`]),
  ];
}

/** Providers that keep balances and whose history cannot be read: their games do not open, and money there does not come back. */
async function vendorTrouble(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ provider: string }>`
    select h.provider from vendor_history h join vendor_provider p on p.code = h.provider and p.source <> 'removed'
      where h.failed_since < now() - interval '1 minute' order by h.provider`.execute(db);
  return rows.length === 0 ? [] : [`game providers do not respond: ${rows.map(({ provider }) => provider).join(', ')}`];
}

async function missingMigrations(db: Database, required: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from platform_migration`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  const names = required.filter((name) => !applied.has(name));
  return names.length === 0 ? [] : [`migrations of the database: ${names.join(', ')}`];
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
