import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobState } from '../server/platform/base/jobs/job-records.ts';
import { FEATURES } from '../server/platform/features.ts';
import { createPlatformMetrics, type PlatformMetricsDeps } from '../server/platform/ops/metrics/registry.ts';
import type { WaitingState } from '../server/platform/ops/metrics/waiting-state.ts';
import { staticPartsOf } from '../server/platform/static-parts.ts';
import { newLookups } from '../server/portal/edge/request-times.ts';
import { createMetrics } from '../server/portal/ops/metrics.ts';
import { watchPortal } from '../server/portal/ops/watch-portal.ts';
import { startTestPortal, type TestPortal } from '../server/portal/testing/start-portal.ts';
import { HOUR_MS } from '../shared/time.ts';
import { evaluate, namesIn, namesOf, readScrape, type Sample } from './kit/promql.ts';

const ALERTS = readFileSync('docs/operations/alerts.yaml', 'utf8');
const RUNBOOK = readFileSync('docs/operations/runbook.md', 'utf8');
const DASHBOARD = JSON.parse(readFileSync('docs/operations/dashboard.json', 'utf8')) as Dashboard;
const RULES = [...ALERTS.matchAll(/- alert: (\w+)\n +expr: (.+)\n/g)].map(([, name = '', expr = '']) => ({ name, expr }));
const SECONDS = 300;
/** Metrics that Prometheus itself adds. */
const ITS_OWN = ['up'];

interface Dashboard {
  readonly panels: readonly { readonly type: string; readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}

/** The metrics of a service with replaceable sources; the registering code is the production code. */
function createWorld() {
  const job = { name: 'outbox', startedAt: 0, endedAt: 0, succeededAt: 0, milliseconds: 5, runs: 1, failures: 0, lateMs: 0 };
  const now = Date.now();
  const world = {
    ledger: {
      unbalancedBooks: 0,
      negativeWallets: 0,
      overdrawnWallets: 0,
      checkedAt: now,
      passedAt: now,
      differences: { transfers: 0, postings: 0, accounts: 0 },
    },
    waiting: staticPartsOf(FEATURES).waiting.map((items): WaitingState => ({ items, rows: [] })),
    clock: { skewMs: 3 },
    events: { isJoined: true },
    job: job as { -readonly [K in keyof JobState]: JobState[K] },
    connections: { used: 1, idle: 9, waiting: 0 },
    isLogBroken: false,
    isOpen: false,
    countersUp: true,
    freeDisk: undefined as number | undefined,
    /** Metrics without a replaceable source. */
    samples: [{ name: 'up', labels: { job: 'lagoon', instance: 'a' }, value: 1 }] as Sample[],
  };
  const metrics = createMetrics({ log: pino({ level: 'silent' }) });
  const cache = { lookups: newLookups(), size: 0 };
  watchPortal(metrics, {
    events: { listeners: 0 },
    publicCache: cache,
    personalCache: cache,
    dataDir: undefined,
    circuits: { isOpen: () => world.isOpen },
    throttle: {
      get countersUp() {
        return world.countersUp;
      },
    },
  });
  const deps: PlatformMetricsDeps = {
    ledger: world.ledger,
    waiting: world.waiting,
    clock: world.clock,
    events: world.events,
    jobs: () => [world.job],
    hashesWaiting: () => 0,
    now: () => Date.now(),
    operatorLogBroken: () => world.isLogBroken,
    database: { connections: () => world.connections, onQuery: undefined },
  };
  const figures = createPlatformMetrics(deps);
  const scrape = async () => {
    const text = `${await metrics.registry.metrics()}\n${await figures.registry.metrics()}`;
    const samples = readScrape(text).map((sample) =>
      sample.name === 'portal_data_disk_free_ratio' && world.freeDisk !== undefined ? { ...sample, value: world.freeDisk } : sample,
    );
    // Other activity of this test process must not trigger the alert.
    const calm = samples.filter(({ name }) => !/nodejs_eventloop_lag/.test(name));
    return { text, samples: [...calm, ...world.samples] };
  };
  return { ...world, world, metrics, figures, scrape };
}
type World = ReturnType<typeof createWorld>;

const raw = (name: string, labels: Record<string, string>, value: number): Sample => ({ name, labels, value });
const requests = (status: string, value: number, refusal = 'none') =>
  raw('portal_request_seconds_count', { route: '/rng', method: 'GET', status, refusal }, value);
const bucket = (le: string, value: number) =>
  raw('portal_request_seconds_bucket', { route: '/rng', method: 'GET', status: '200', le }, value);
/** Lets items of a gauge wait. */
const wait = ({ waiting }: World, gauge: string, status: string, hours = 0, count = 1) => {
  const state = waiting.find(({ items }) => items.open.name === gauge);
  if (!state) throw new Error(`no waiting items have the gauge ${gauge}`);
  state.rows = [...state.rows, { status, count: String(count), oldest: new Date(Date.now() - hours * HOUR_MS) }];
};
const many = (times: number, act: () => void) => {
  for (let n = 0; n < times; n += 1) act();
};

/** A planted fault for each rule, which must trigger it. */
const FAULTS: Readonly<Record<string, (made: World) => void>> = {
  PagesSlow: ({ world }) => void world.samples.push(bucket('0.5', 50), bucket('1', 50), bucket('5', 100), bucket('+Inf', 100)),
  ErrorRateHigh: ({ world }) => void world.samples.push(requests('200', 95), requests('503', 5)),
  UpstreamBreakerOpen: ({ world }) => {
    world.isOpen = true;
  },
  UpstreamFailing: ({ metrics }) =>
    many(10, () => metrics.onUpstream({ call: 'wallet.balance', family: 'wps', outcome: 'timeout', milliseconds: 5_000 })),
  RedisDown: ({ world }) => {
    world.countersUp = false;
  },
  ServiceDown: ({ world }) => void world.samples.push(raw('up', { job: 'lagoon', instance: 'b' }, 0)),
  LedgerNotZero: ({ ledger }) => {
    ledger.unbalancedBooks = 1;
  },
  LedgerDifferences: ({ ledger }) => {
    ledger.differences.postings = 1;
  },
  NegativeWallet: ({ ledger }) => {
    ledger.negativeWallets = 1;
  },
  LedgerNotChecked: ({ ledger }) => {
    ledger.checkedAt -= HOUR_MS;
  },
  OperatorLogBroken: ({ world }) => {
    world.isLogBroken = true;
  },
  WithdrawalsWaiting: (made) => wait(made, 'withdrawals_open', 'approved', 3),
  PayoutsStuck: (made) => wait(made, 'payouts_open', 'unknown', 1),
  PayoutConflict: (made) => wait(made, 'payout_conflicts', 'conflict'),
  VendorMovesStuck: (made) => wait(made, 'vendor_waiting', 'moves', 1),
  VendorPlayNotBooked: (made) => wait(made, 'vendor_waiting', 'histories', 1),
  VendorBalanceDiffers: (made) => wait(made, 'vendor_balance_differences', 'difference'),
  DepositsWaiting: (made) => wait(made, 'deposits_open', 'checking', 2),
  PaymentsInSuspense: (made) => wait(made, 'suspense_open', 'waiting', 5),
  WagesUnfunded: (made) => wait(made, 'wages_open', 'unfunded', 1),
  RewardsUnfunded: (made) => wait(made, 'cashback_open', 'unfunded', 1),
  ReferralsHeld: (made) => wait(made, 'referrals_open', 'held', 25),
  ApplicationsWaiting: (made) => wait(made, 'promotions_open', 'applying', 50),
  RafflesNotDrawn: (made) => wait(made, 'raffles_open', 'draw', 1),
  CashbackBehind: (made) => wait(made, 'cashback_open', 'period', 1),
  WagesBehind: (made) => wait(made, 'wages_open', 'window', 1),
  VendorMessagesFailing: ({ figures }) => many(60, () => figures.onSeamless('studio', 'bet', 'ERROR', 5)),
  SmsNotVerified: (made) => wait(made, 'sms_codes_day', 'sent', 0, 80),
  JobLate: ({ job }) => {
    job.lateMs = 1_800_000;
  },
  JobFailing: ({ job }) => void Object.assign(job, { runs: 9, failures: 5 }),
  EventLoopLag: ({ world }) => void world.samples.push(raw('platform_nodejs_eventloop_lag_p99_seconds', {}, 0.4)),
  DatabaseSessionsShort: ({ connections }) => {
    connections.waiting = 9;
  },
  DatabaseClockSkew: ({ clock }) => {
    clock.skewMs = -3_000;
  },
  ClocksDiffer: ({ clock }) => {
    clock.skewMs = 6_000;
  },
  EventsNotJoined: ({ events }) => {
    events.isJoined = false;
  },
  DiskNearlyFull: ({ world }) => {
    world.freeDisk = 0.04;
  },
};

describe('the alert rules', () => {
  it('have a runbook paragraph, a severity and a planted fault each', () => {
    expect(RULES.length).toBe(ALERTS.match(/- alert:/g)?.length);
    expect(Object.keys(FAULTS).sort()).toEqual(RULES.map(({ name }) => name).sort());
    for (const { name } of RULES) {
      expect(RUNBOOK).toContain(`\n## ${name}\n`);
      expect(ALERTS).toContain(`runbook: runbook.md#${name.toLowerCase()}`);
    }
    expect(ALERTS.match(/severity: (?:page|ticket)/g)).toHaveLength(RULES.length);
  });

  it.each(RULES)('$name does not fire without a fault, and fires on its fault', async ({ name, expr }) => {
    const made = createWorld();
    // Normal traffic, so that ratios have a denominator.
    many(20, () => made.metrics.onUpstream({ call: 'wallet.balance', family: 'wps', outcome: 'ok', milliseconds: 5 }));
    many(20, () => made.figures.onSeamless('studio', 'bet', 'OK', 5));
    const well = await made.scrape();
    expect(evaluate(expr, { before: [], now: well.samples, seconds: SECONDS })).toEqual([]);
    FAULTS[name]?.(made);
    const ill = await made.scrape();
    expect(evaluate(expr, { before: well.samples, now: ill.samples, seconds: SECONDS })).not.toEqual([]);
  });

  it.each([
    ['created', 1_000, true],
    ['created', 800, false],
    ['sent', 1_000, false],
    ['sent', 15_000, true],
  ])('an order at a provider in the state %s for %i seconds is stuck: %s', async (status, seconds, isStuck) => {
    const expr = RULES.find(({ name }) => name === 'PayoutsStuck')?.expr ?? '';
    const made = createWorld();
    wait(made, 'payouts_open', status, seconds / 3_600);
    const { samples } = await made.scrape();
    expect((evaluate(expr, { before: [], now: samples, seconds: SECONDS }) as readonly unknown[]).length > 0).toBe(isStuck);
  });

  it('do not count maintenance and other deliberate refusals as errors', () => {
    const expr = RULES.find(({ name }) => name === 'ErrorRateHigh')?.expr ?? '';
    const fires = (...now: Sample[]) => (evaluate(expr, { before: [], now, seconds: SECONDS }) as readonly unknown[]).length > 0;
    const refused = [requests('503', 900, 'maintenance'), requests('503', 50, 'server_busy'), requests('451', 50, 'region_restricted')];
    expect(fires(requests('200', 100), ...refused)).toBe(false);
    // Refusals do not hide failures either.
    expect(fires(requests('200', 95), requests('500', 5), ...refused)).toBe(true);
  });
});

describe('dashboard and rules', () => {
  let portal: TestPortal;
  let known: Set<string>;
  const expressions = [
    ...RULES.map(({ name, expr }) => [name, expr] as const),
    ...DASHBOARD.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ];
  beforeAll(async () => {
    portal = await startTestPortal();
    known = new Set([...namesOf(await portal.portal.registry.metrics()), ...namesOf(await createWorld().figures.registry.metrics())]);
  });
  afterAll(() => portal.close());

  it('use only existing metrics', () => {
    const unknown = expressions.flatMap(([title, expr]) =>
      namesIn(expr)
        .filter((name) => !known.has(name) && !ITS_OWN.includes(name))
        .map((name) => `${title}: ${name}`),
    );
    expect(unknown).toEqual([]);
    // Example of a rule with a missing metric.
    expect(namesIn('max(platform_ledger_unbalanced_boooks) > 0').filter((name) => !known.has(name))).toHaveLength(1);
  });

  it('cover all our own metrics', () => {
    const used = new Set(expressions.flatMap(([, expr]) => namesIn(expr)).map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
    const own = [...known]
      .filter((name) => /^(?:portal|platform)_(?!nodejs_|process_)/.test(name))
      .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
    expect([...new Set(own)].filter((name) => !used.has(name))).toEqual([]);
  });

  it('have valid expressions only', async () => {
    const { samples } = await createWorld().scrape();
    for (const [title, expr] of expressions)
      expect(() => evaluate(expr, { before: [], now: samples, seconds: SECONDS }), title).not.toThrow();
    expect(() => evaluate('max(', { before: [], now: samples, seconds: SECONDS })).toThrow();
    expect(DASHBOARD.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'Traffic',
      'Errors',
      'Upstreams',
      'Money',
      'Jobs',
      'Process',
    ]);
  });
});
