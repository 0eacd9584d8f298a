import { type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';

/** How a payment provider responds. */
export interface ProviderState {
  readonly code: string;
  readonly failures: number;
  /** Paused: new payments go to other providers. */
  readonly pausedUntil: Date | null;
  readonly lastError: string | null;
  readonly answeredAt: Date | null;
  readonly failedAt: Date | null;
}

/** A breaker for each payment provider, shared by all nodes. */
export interface ProviderHealth {
  /** Codes of the providers that get no new payments now. */
  paused(executor: Executor): Promise<ReadonlySet<string>>;
  /** Outcome of a request about a payment: answered, or the error. */
  report(code: string, error?: string): Promise<void>;
  /** Outcome of a health check. A good one ends failures of payments only after the pause. */
  reportCheck(code: string, error?: string): Promise<void>;
  /** Providers that have been used. */
  list(executor: Executor): Promise<readonly ProviderState[]>;
}

/** Failures in a row after which new payments go elsewhere, and for how long. */
export const FAILURES_TO_PAUSE = 3;
export const PAUSE_MS = MINUTE_MS;
const LONGEST_ERROR = 200;
/** Begin of the error of a failed check. */
export const CHECK = 'health check: ';

export function createProviderHealth({ db, clock }: { readonly db: Database; readonly clock: Clock }): ProviderHealth {
  const failed = async (code: string, error: string) => {
    const [now, until] = [clock.now(), new Date(clock.now().getTime() + PAUSE_MS)];
    const text = error.slice(0, LONGEST_ERROR);
    await sql`
      insert into payment_provider as p (code, failures, last_error, failed_at) values (${code}, 1, ${text}, ${now})
      on conflict (code) do update set failures = p.failures + 1, last_error = excluded.last_error, failed_at = excluded.failed_at,
        paused_until = case when p.failures + 1 >= ${FAILURES_TO_PAUSE}::int then ${until}::timestamptz else p.paused_until end`.execute(
      db,
    );
  };
  const answered = async (code: string, ends: RawBuilder<boolean>) => {
    const now = clock.now();
    await sql`
      insert into payment_provider as p (code, answered_at) values (${code}, ${now})
      on conflict (code) do update set answered_at = excluded.answered_at,
        failures = case when ${ends} then 0 else p.failures end, paused_until = case when ${ends} then null else p.paused_until end`.execute(
      db,
    );
  };
  /** Of the row `p`. A check cannot see that a provider refuses its orders. */
  const endsPause = () => sql<boolean>`(p.last_error like ${`${CHECK}%`} or p.paused_until <= ${clock.now()}::timestamptz)`;
  return {
    async paused(executor) {
      const rows = await executor.selectFrom('payment_provider').select('code').where('paused_until', '>', clock.now()).execute();
      return new Set(rows.map(({ code }) => code));
    },
    report: (code, error) => (error === undefined ? answered(code, sql`true`) : failed(code, error)),
    reportCheck: (code, error) => (error === undefined ? answered(code, endsPause()) : failed(code, error)),
    async list(executor) {
      const rows = await executor.selectFrom('payment_provider').selectAll().orderBy('code').execute();
      return rows.map((row) => ({
        code: row.code,
        failures: row.failures,
        pausedUntil: row.paused_until,
        lastError: row.last_error,
        answeredAt: row.answered_at,
        failedAt: row.failed_at,
      }));
    },
  };
}
