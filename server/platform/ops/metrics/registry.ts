import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ClockGuard } from '../../base/clock-guard.ts';
import type { DatabaseWatch } from '../../base/db/open.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { JobState } from '../../base/jobs/index.ts';
import type { LedgerHealth } from './ledger-check.ts';
import type { MoneyState, Waiting } from './money-metrics.ts';

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
  readonly money: MoneyState;
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
  watchMoney(registry, deps);
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

function watchMoney(registry: Registry, { money, clock, now }: PlatformMetricsDeps): void {
  const counts = (waiting: Readonly<Record<string, Waiting>>) => mapValues(waiting, ({ count }) => count);
  const ages = (waiting: Readonly<Record<string, Waiting>>) => mapValues(waiting, ageOf);
  const ageOf = ({ oldest }: Waiting) => (oldest === undefined ? 0 : Math.max(0, now() - oldest) / 1000);
  gauges(registry, 'platform_deposits_open', 'Waiting deposits by status.', 'status', () => counts(money.deposits));
  gauges(registry, 'platform_deposit_oldest_seconds', 'Age of the oldest waiting deposit.', 'status', () => ages(money.deposits));
  gauges(registry, 'platform_wages_open', 'Wages that wait, by what they wait for, and the open window.', 'state', () =>
    counts(money.wages),
  );
  gauges(registry, 'platform_cashback_open', 'Cashback that waits, by what it waits for, and periods that are not settled.', 'state', () =>
    counts(money.cashback),
  );
  gauges(registry, 'platform_cashback_oldest_seconds', 'Age of the oldest of them.', 'state', () => ages(money.cashback));
  gauges(registry, 'platform_wage_oldest_seconds', 'Age of the oldest of them.', 'state', () => ages(money.wages));
  gauge(registry, 'platform_suspense_open', 'Payments in suspense.', () => money.suspense.count);
  gauge(registry, 'platform_suspense_oldest_seconds', 'Age of the oldest payment in suspense.', () => ageOf(money.suspense));
  gauges(registry, 'platform_withdrawals_open', 'Waiting withdrawals by status.', 'status', () => counts(money.withdrawals));
  gauges(registry, 'platform_withdrawal_oldest_seconds', 'Longest time of a withdrawal in its status.', 'status', () =>
    ages(money.withdrawals),
  );
  gauges(registry, 'platform_payouts_open', 'Open orders at payment providers by status.', 'status', () => counts(money.payouts));
  gauges(registry, 'platform_payout_oldest_seconds', 'Age of the oldest open order at a payment provider.', 'status', () =>
    ages(money.payouts),
  );
  gauge(
    registry,
    'platform_payout_conflicts',
    'Payouts of open withdrawals whose provider has contradicted itself.',
    () => money.payoutConflicts,
  );
  gauges(registry, 'platform_vendor_waiting', 'Moves to vendors, play of vendors and histories without an end.', 'kind', () =>
    counts(money.vendors),
  );
  gauges(registry, 'platform_vendor_oldest_seconds', 'Age of the oldest of them.', 'kind', () => ages(money.vendors));
  gauge(registry, 'platform_vendor_balance_differences', 'Balances at vendors that differ from the ledger.', () => money.vendorDifferences);
  gauge(registry, 'platform_outbox_due', 'Due messages that are not sent.', () => money.outbox.count);
  gauge(registry, 'platform_outbox_oldest_seconds', 'Age of the oldest unsent message.', () => ageOf(money.outbox));
  gauges(registry, 'platform_sms_codes_day', 'SMS codes of the last 24 hours: sent and verified.', 'state', () => money.sms);
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

function mapValues(waiting: Readonly<Record<string, Waiting>>, read: (one: Waiting) => number): Counts {
  return Object.fromEntries(Object.entries(waiting).map(([name, one]) => [name, read(one)]));
}
