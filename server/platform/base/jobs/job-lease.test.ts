import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../db/test-database.ts';
import type { Job } from './job.ts';
import { createJobLeases } from './job-lease.ts';
import { createJobs } from './jobs.ts';

const EVERY_SECOND = '* * * * * *';
const log = pino({ level: 'silent' });
const NOON = new Date('2026-01-01T12:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const nodes = (merchant: string, leaseMs = 60_000) =>
  Array.from({ length: 3 }, () => createJobLeases({ db: database.db, merchant, log, leaseMs }));
const takenBy = async (merchant: string, dueAt: Date, name = 'sweep') =>
  (await Promise.all(nodes(merchant).map((leases) => leases.claim(name, dueAt)))).filter((turn) => turn !== undefined);
/** Simulates the end of a node: its lease is not renewed. */
const forget = (merchant: string) =>
  database.db
    .updateTable('job_run')
    .set({ lease_until: new Date(0) })
    .where('merchant', '=', merchant)
    .where('lease_until', 'is not', null);

describe('job leases', () => {
  it('assign each run to one of many nodes', async () => {
    const [first, ...others] = await takenBy('a', NOON);
    expect([first?.name, others]).toEqual(['sweep', []]);
    expect(await takenBy('a', NOON, 'other')).toHaveLength(1);
    expect(await takenBy('b', NOON)).toHaveLength(1);
    await first?.release();
    expect(await takenBy('a', NOON)).toEqual([]);
    expect(await takenBy('a', new Date(NOON.getTime() - MINUTE_MS))).toEqual([]);
    expect(await takenBy('a', new Date(NOON.getTime() + MINUTE_MS))).toHaveLength(1);
  });

  it('start no run while the previous one is running', async () => {
    await takenBy('c', NOON);
    expect(await takenBy('c', new Date(NOON.getTime() + MINUTE_MS))).toEqual([]);
  });

  it('pass the run of a failed node to one other node, and no finished run', async () => {
    const [ended] = await takenBy('d', NOON, 'ended');
    await ended?.release();
    await takenBy('d', NOON);
    const [one] = nodes('d');
    expect(await one?.claimExpired(['sweep', 'ended'])).toEqual([]);
    await forget('d').execute();
    const heirs = (await Promise.all(nodes('d').map((leases) => leases.claimExpired(['sweep', 'ended'])))).flat();
    expect(heirs.map(({ name }) => name)).toEqual(['sweep']);
  });

  it('are nothing for a node whose clock is ahead of the database’s', async () => {
    expect(await takenBy('e', new Date(Date.now() + MINUTE_MS))).toEqual([]);
  });
});

describe('job leases after the database’s clock was set back', () => {
  const YEAR_AHEAD = new Date(Date.now() + 365 * 86_400_000);

  it('ignore a run with a due time in the future', async () => {
    const [turn] = await takenBy('k', NOON);
    await turn?.release();
    await database.db.updateTable('job_run').set({ due_at: YEAR_AHEAD }).where('merchant', '=', 'k').execute();
    expect(await takenBy('k', new Date(NOON.getTime() + MINUTE_MS))).toHaveLength(1);
  });

  it('ignore a lease with an end far in the future', async () => {
    await takenBy('l', NOON);
    await database.db.updateTable('job_run').set({ lease_until: YEAR_AHEAD }).where('merchant', '=', 'l').execute();
    expect(await Promise.all(nodes('l').map((leases) => leases.claimExpired(['sweep'])))).toContainEqual([
      expect.objectContaining({ name: 'sweep' }),
    ]);
  });
});

describe('jobs with leases', () => {
  it('run one at a time in a process whose lease was not renewed in time', async () => {
    const turn = { name: 'sweep', release: async () => undefined };
    let checks = 0;
    let checked = () => {};
    const often = new Promise<void>((resolve) => (checked = resolve));
    let [atOnce, max] = [0, 0];
    const leases = {
      checkIntervalMs: 5,
      claim: async () => turn,
      async claimExpired(names: readonly string[]) {
        if (++checks > 4) checked();
        return names.includes('sweep') ? [turn] : [];
      },
    };
    const run = async () => {
      max = Math.max(max, ++atOnce);
      await often;
      atOnce -= 1;
    };
    const jobs = createJobs([{ name: 'sweep', cronPattern: EVERY_SECOND, run }], { log, leases });
    jobs.start();
    await often;
    await jobs.stop();
    expect(max).toBe(1);
  });

  /** Schedulers of three nodes with one database. */
  const clusterOf = (merchant: string, job: Pick<Job, 'run'> & Partial<Job>, { leaseMs = 60_000, mayRun = (): boolean => true } = {}) =>
    nodes(merchant, leaseMs).map((leases) => createJobs([{ name: 'sweep', cronPattern: EVERY_SECOND, ...job }], { log, leases, mayRun }));
  const stopAll = (cluster: ReturnType<typeof clusterOf>) => Promise.all(cluster.map((jobs) => jobs.stop()));

  it('run on one node each time; jobs for every node run on each', async () => {
    const times: (number | undefined)[] = [];
    const nodesThatRan = new Set<number>();
    let enough = () => {};
    const both = new Promise<void>((resolve) => (enough = resolve));
    const check = () => {
      if (times.length >= 2 && nodesThatRan.size === 3) enough();
    };
    const cluster = clusterOf('f', {
      async run() {
        const row = await database.db.selectFrom('job_run').select('due_at').where('merchant', '=', 'f').executeTakeFirst();
        times.push(row?.due_at.getTime());
        check();
      },
    });
    const each = nodes('g').map((leases, node) => {
      const run = async () => {
        nodesThatRan.add(node);
        check();
      };
      return createJobs([{ name: 'sweep', cronPattern: EVERY_SECOND, onEveryNode: true, run }], { log, leases });
    });
    for (const jobs of [...cluster, ...each]) jobs.start();
    await both;
    await stopAll([...cluster, ...each]);
    expect(new Set(times).size).toBe(times.length);
  });

  it('take over the run of a failed node', async () => {
    await takenBy('h', NOON);
    await forget('h').execute();
    let runs = 0;
    let ran = () => {};
    const again = new Promise<void>((resolve) => (ran = resolve));
    const cluster = clusterOf(
      'h',
      {
        cronPattern: '0 0 1 1 *',
        async run() {
          runs += 1;
          ran();
        },
      },
      { leaseMs: 1_000 },
    );
    for (const jobs of cluster) jobs.start();
    await again;
    await stopAll(cluster);
    expect(runs).toBe(1);
  });

  it('that never end lose their lease to another node', async () => {
    const ran = new Set<number>();
    let both = () => {};
    const two = new Promise<void>((resolve) => (both = resolve));
    const cluster = nodes('j').map((leases, node) => {
      const run = () => {
        ran.add(node);
        if (ran.size === 2) both();
        return new Promise<void>(() => undefined);
      };
      // The stuck node is not used any more: the others must get the lease.
      return createJobs([{ name: 'sweep', cronPattern: EVERY_SECOND, run }], { log, leases, limitMs: 5, mayRun: () => !ran.has(node) });
    });
    for (const jobs of cluster) jobs.start();
    await two;
    await stopAll(cluster);
    expect(ran.size).toBeGreaterThan(1);
  });

  it('begin nothing while they may not', async () => {
    let runs = 0;
    let claims = 0;
    let enough = () => {};
    const checked = new Promise<void>((resolve) => (enough = resolve));
    const mayRun = () => {
      if (++claims > 6) enough();
      return false;
    };
    const cluster = clusterOf('i', { run: async () => void runs++ }, { mayRun });
    for (const jobs of cluster) jobs.start();
    await checked;
    await stopAll(cluster);
    expect(runs).toBe(0);
  });
});
