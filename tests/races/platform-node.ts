import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { listenLocally, localUrl } from '../../server/net/test-server.ts';
import type { Clock } from '../../server/platform/base/clock.ts';
import { type Database, inTransaction } from '../../server/platform/base/db/index.ts';
import { migrate, openDatabase, prepareInTurn } from '../../server/platform/base/db/open.ts';
import { createEventHub } from '../../server/platform/base/events/hub.ts';
import { createSharedHub } from '../../server/platform/base/events/shared-hub.ts';
import { createJobLeases, type JobLeases } from '../../server/platform/base/jobs/job-lease.ts';
import { createJobs, type Jobs } from '../../server/platform/base/jobs/jobs.ts';
import { createPlatform, type Platform } from '../../server/platform/index.ts';
import { createWallet, memberLegs } from '../../server/platform/ledger/index.ts';
import { MIGRATIONS } from '../../server/platform/migrations.ts';
import { createChannel } from '../../server/service/channel.ts';
import { DAY_MS } from '../../shared/time.ts';

const MERCHANT = 'lagoon';
const DATA_KEY = 'a-data-key-for-tests-of-32-characters';
/** Long enough to kill the node in between. */
const PAY_MS = 40;
const LEASE_MS = 1_000;
/** Timeout of a statement on a dead connection; 17 seconds in production. */
const SILENCE_MS = 5_000;
const NO_DEADLINE_MS = 120_000;

export interface InTurn {
  readonly name: string;
  readonly dueAt: number;
}

export interface OpenedNode {
  readonly url: string;
}

/** A platform in a separate process, started as in the service, that executes the test's commands. */
export function runNode(url: string): void {
  let offset = 0;
  let platform: Platform | undefined;
  let db: Database | undefined;
  let paying: Jobs | undefined;
  let jobLeases: JobLeases | undefined;
  const faults: string[] = [];
  const clock: Clock = { now: () => new Date(Date.now() + offset) };
  const log = pino(
    { level: 'error' },
    { write: (line: string) => void faults.push(String((JSON.parse(line) as { job?: string; msg: string }).job ?? '')) },
  );

  /** `secret`: of the provider of games `NOVA`, which is not there without one. */
  async function open(secret?: string): Promise<OpenedNode> {
    const preparation = await prepareInTurn(url, log);
    await migrate(preparation.db, MIGRATIONS);
    const opened = await openDatabase({ url, silenceTimeoutMs: SILENCE_MS });
    db = opened.db;
    const hub = createSharedHub({ url, log, heartbeatMs: 500 });
    const made = createPlatform({
      db,
      hub,
      clock,
      log,
      merchant: MERCHANT,
      providers: secret === undefined ? [] : [{ code: 'NOVA', secret, launchUrl: '/studio/play', verifyUrl: '/studio/verify' }],
      dataKey: DATA_KEY,
      jobLeaseMs: LEASE_MS,
      services: { challengeCost: 1 },
      systemNow: () => Date.now() + offset,
    });
    await made.seed();
    await made.start();
    await preparation.end();
    jobLeases = createJobLeases({ db, merchant: 'table', log, leaseMs: DAY_MS });
    platform = made;
    const server = createServer(made.app);
    await listenLocally(server);
    return { url: localUrl(server) };
  }

  /** A job that pays due items in turns every second. `naive`: without turns, locks and references. */
  function pay(naive: boolean): void {
    if (!db) throw new Error('the node is not open');
    const run = naive ? payNaively : payCarefully;
    const database = db;
    const jobLeases = createJobLeases({ db, merchant: MERCHANT, log, leaseMs: LEASE_MS });
    paying = createJobs([{ name: 'payments', cronPattern: '* * * * * *', onEveryNode: naive, run: () => run(database) }], {
      log,
      leases: jobLeases,
    });
    paying.start();
  }

  const channel = createChannel(
    (message) => void process.send?.(message),
    {
      open,
      pay,
      stopPaying: () => paying?.stop(),
      setClock: (milliseconds: number) => {
        offset = milliseconds;
      },
      jobs: () => platform?.jobs,
      /** Executes a run that is due at this time (milliseconds), like the scheduler; returns whether this node got it, and its error. */
      runInTurn: async ({ name, dueAt }: InTurn) => {
        faults.length = 0;
        const turn = await jobLeases?.claim(name, new Date(dueAt));
        if (turn) await platform?.runJob(name);
        await turn?.release();
        return { mine: turn !== undefined, faults: [...faults] };
      },
      runJobs: async (names: readonly string[]) => {
        faults.length = 0;
        await Promise.all(names.map((name) => platform?.runJob(name)));
        return faults;
      },
    },
    NO_DEADLINE_MS,
  );
  process.on('message', (message) => channel.receive(message));
}

interface Due {
  readonly id: string;
  readonly member: string;
}

const wallet = createWallet({ clock: { now: () => new Date() }, hub: createEventHub() });
const payment = ({ member }: Due, reference: string) =>
  ({ reference, kind: 'adjustment', currency: 'USD', realm: 'real', memberId: member, legs: memberLegs(member, 'opening', 1n) }) as const;

async function payCarefully(db: Database): Promise<void> {
  const { rows } = await sql<Due>`select id, member from test_due where paid_by is null order by id`.execute(db);
  for (const due of rows) {
    await inTransaction(db, async (tx, afterCommit) => {
      const taken = await sql`update test_due set paid_by = ${process.pid} where id = ${due.id} and paid_by is null`.execute(tx);
      if (Number(taken.numAffectedRows) === 0) return;
      await wallet.transfer(tx, payment(due, `due:${due.id}`), afterCommit);
      await pause(PAY_MS);
    });
  }
}

async function payNaively(db: Database): Promise<void> {
  const { rows } = await sql<Due>`select id, member from test_due where paid_by is null order by id`.execute(db);
  for (const due of rows) {
    await wallet.transfer(db, payment(due, randomUUID()));
    await pause(PAY_MS);
    await sql`update test_due set paid_by = ${process.pid} where id = ${due.id}`.execute(db);
  }
}
