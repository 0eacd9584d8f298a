import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ClockGuard } from '../../base/clock-guard.ts';
import type { DatabaseWatch } from '../../base/db/open.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { JobState } from '../../base/jobs/index.ts';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';
import type { LedgerHealth } from './ledger-check.ts';
import type { WaitingState } from './waiting-state.ts';

export type CallOutcome = 'ok' | 'refused' | 'failed';

/** Metrics of the platform. Names start with `platform_`, next to those of the portal. */
export interface PlatformMetrics {
  readonly registry: Registry;
  onCall(call: string, outcome: CallOutcome, milliseconds: number, refusal?: string): void;
  onSeamless(provider: string, operation: string, status: string, milliseconds: number): void;
  onPayment(provider: string, status: string): void;
}

export interface PlatformMetricsDeps {
  readonly ledger: LedgerHealth;
  readonly waiting: readonly WaitingState[];
  readonly clock: Pick<ClockGuard, 'skewMs'>;
  readonly events: Pick<EventHub, 'isJoined'>;
  readonly jobs: () => readonly JobState[];
  readonly hashesWaiting: () => number;
  readonly operatorLogBroken: () => boolean;
  readonly database: DatabaseWatch | undefined;
  /** Current time on the clock that the rows use. */
  readonly now: () => number;
}

const CALL_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10];
const QUERY_BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2];

export function createPlatformMetrics(deps: PlatformMetricsDeps): PlatformMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'platform_' });
  watchLedger(registry, deps);
  for (const state of deps.waiting) watchWaiting(registry, state, deps.now);
  watchClock(registry, deps.clock);
  watchJobs(registry, deps.jobs);
  watchDatabase(registry, deps.database);
  gauge(registry, 'platform_events_joined', '0 while events of other nodes do not arrive.', () => Number(deps.events.isJoined));
  gauge(registry, 'platform_hashes_waiting', 'Passwords waiting to be hashed.', deps.hashesWaiting);
  const calls = histogram(registry, 'platform_call_seconds', 'Duration of calls by outcome.', ['call', 'outcome'], CALL_BUCKETS);
  const seamless = histogram(
    registry,
    'platform_seamless_seconds',
    'Duration of seamless wallet calls.',
    ['provider', 'operation', 'status'],
    CALL_BUCKETS,
  );
  const refusals = new Counter({ name: 'platform_refusals_total', help: 'Refused calls by code.', labelNames: ['code'], registers });
  const payments = new Counter({
    name: 'platform_payment_callbacks_total',
    help: 'Callbacks of payment providers by outcome.',
    labelNames: ['provider', 'status'],
    registers,
  });
  return {
    registry,
    onCall(call, outcome, milliseconds, refusal) {
      calls.observe({ call, outcome }, milliseconds / 1000);
      if (refusal !== undefined) refusals.inc({ code: refusal });
    },
    onSeamless: (provider, operation, status, milliseconds) => seamless.observe({ provider, operation, status }, milliseconds / 1000),
    onPayment: (provider, status) => payments.inc({ provider, status }),
  };
}

function histogram(registry: Registry, name: string, help: string, labelNames: string[], buckets: number[]): Histogram {
  return new Histogram({ name, help, labelNames, buckets, registers: [registry] });
}

type Counts = Readonly<Record<string, number>>;

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function gauges(registry: Registry, name: string, help: string, label: string, read: () => Counts): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      for (const [value, amount] of Object.entries(read())) this.set({ [label]: value }, amount);
    },
  });
}

function watchLedger(registry: Registry, { ledger, operatorLogBroken }: PlatformMetricsDeps): void {
  const one = (name: string, help: string, read: () => number) => gauge(registry, `platform_ledger_${name}`, help, read);
  one('unbalanced_books', 'Currencies and realms whose accounts do not sum to zero.', () => ledger.unbalancedBooks);
  one('negative_wallets', 'Wallets below zero without a reversal as the cause.', () => ledger.negativeWallets);
  one('overdrawn_wallets', 'Wallets below zero after a reversal.', () => ledger.overdrawnWallets);
  one('checked_timestamp_seconds', 'Time of the last check of a ledger slice.', () => ledger.checkedAt / 1000);
  one('passed_timestamp_seconds', 'Time of the last complete ledger check.', () => ledger.passedAt / 1000);
  gauges(registry, 'platform_ledger_differences', 'Inconsistent rows of the ledger.', 'kind', () => ledger.differences);
  gauge(registry, 'platform_operator_log_broken', '1 if the hash chain of the operators’ log is broken.', () =>
    Number(operatorLogBroken()),
  );
}

/** Gauges of waiting items: their number, and the age of the oldest. */
function watchWaiting(registry: Registry, state: WaitingState, now: () => number): void {
  const { open, age, label } = state.items;
  const ageOf = ({ oldest }: WaitingRow) => (oldest ? Math.max(0, now() - oldest.getTime()) / 1000 : 0);
  const show = ({ name, help }: WaitingItems['open'], read: (row: WaitingRow) => number) => {
    const readOf = (row: WaitingRow | undefined) => (row ? read(row) : 0);
    if (!label) return gauge(registry, `platform_${name}`, help, () => readOf(state.rows[0]));
    const values = () =>
      Object.fromEntries(label.values.map((value) => [value, readOf(state.rows.find(({ status }) => status === value))]));
    gauges(registry, `platform_${name}`, help, label.name, values);
  };
  show(open, ({ count }) => Number(count));
  if (age) show(age, ageOf);
}

function watchClock(registry: Registry, clock: PlatformMetricsDeps['clock']): void {
  gauge(registry, 'platform_database_clock_skew_seconds', 'Database clock minus the clock of this machine.', () => clock.skewMs / 1000);
}

function watchJobs(registry: Registry, jobs: () => readonly JobState[]): void {
  const each = (name: string, help: string, read: (state: JobState) => number) =>
    gauges(registry, `platform_job_${name}`, help, 'name', () => Object.fromEntries(jobs().map((state) => [state.name, read(state)])));
  each('success_timestamp_seconds', 'Time of the last successful run; 0: none.', ({ succeededAt = 0 }) => succeededAt / 1000);
  each('last_seconds', 'Duration of the last run.', ({ milliseconds }) => milliseconds / 1000);
  each('late_seconds', 'Time since the next run became due.', ({ lateMs }) => lateMs / 1000);
  new Counter({
    name: 'platform_job_runs_total',
    help: 'Job runs by outcome.',
    labelNames: ['name', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, runs, failures } of jobs()) {
        this.inc({ name, outcome: 'ok' }, runs - failures);
        this.inc({ name, outcome: 'failed' }, failures);
      }
    },
  });
}

function watchDatabase(registry: Registry, database: DatabaseWatch | undefined): void {
  if (!database) return;
  gauges(registry, 'platform_database_connections', 'Database sessions by state, and waiting callers.', 'state', database.connections);
  const queries = histogram(registry, 'platform_database_query_seconds', 'Duration of statements by outcome.', ['outcome'], QUERY_BUCKETS);
  database.onQuery = (milliseconds, failed) => queries.observe({ outcome: failed ? 'failed' : 'ok' }, milliseconds / 1000);
}
