import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { systemClock } from '../../server/platform/base/clock.ts';
import { migrate, openDatabase } from '../../server/platform/base/db/open.ts';
import { createEventHub } from '../../server/platform/base/events/hub.ts';
import { audit, createWallet, memberLegs } from '../../server/platform/ledger/index.ts';
import { MIGRATIONS } from '../../server/platform/migrations.ts';

const run = promisify(execFile);
const CLIENTS = 8;
const MEMBERS = 1_000;
const SCALE = 10;
const POSTGRES_HOME = '/usr/lib/postgresql';

export interface LedgerBench {
  readonly clients: number;
  readonly transfersPerSecond: number;
  /** TPC-B-like, with the same server and clients; undefined where pgbench is not installed. */
  readonly pgbenchPerSecond: number | undefined;
  /** Ratio of ledger transfers to pgbench transactions; undefined without pgbench. */
  readonly ratio: number | undefined;
}

/**
 * Ledger transfers per second on PostgreSQL by the platform's own code, compared with pgbench on the same server in the same
 * run. Three interleaved runs of each; the medians count. Creates two databases and drops them.
 */
export async function benchLedger({ databaseUrl, seconds = 5 }: { databaseUrl: string; seconds?: number }): Promise<LedgerBench> {
  const pgbench = findPgbench();
  const [ours, theirs] = [`lagoon_bench_${randomUUID().slice(0, 8)}`, `lagoon_pgbench_${randomUUID().slice(0, 8)}`];
  await onServer(databaseUrl, `create database ${ours}`, `create database ${theirs}`);
  try {
    if (pgbench) await run(pgbench, ['-i', '-q', '-s', String(SCALE), urlOf(databaseUrl, theirs)]);
    const ledger = await openLedger(urlOf(databaseUrl, ours));
    const [transfers, transactions]: [number[], number[]] = [[], []];
    try {
      for (let turn = 0; turn < 3; turn += 1) {
        transfers.push(await ledger.measure(seconds));
        if (pgbench) transactions.push(await measurePgbench(pgbench, urlOf(databaseUrl, theirs), seconds));
      }
      await ledger.prove();
    } finally {
      await ledger.close();
    }
    const transfersPerSecond = median(transfers);
    const pgbenchPerSecond = pgbench ? median(transactions) : undefined;
    return { clients: CLIENTS, transfersPerSecond, pgbenchPerSecond, ratio: pgbenchPerSecond && transfersPerSecond / pgbenchPerSecond };
  } finally {
    await onServer(databaseUrl, `drop database if exists ${ours} with (force)`, `drop database if exists ${theirs} with (force)`);
  }
}

async function openLedger(url: string) {
  const opened = await openDatabase({ url, poolSize: CLIENTS });
  const { db } = opened;
  await migrate(db, MIGRATIONS);
  const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
  const order = (memberId: string, reference: string, units: bigint) =>
    wallet.transfer(db, {
      reference,
      kind: 'bet',
      currency: 'CNY',
      realm: 'real',
      memberId,
      legs: memberLegs(memberId, 'vendor:bench', units),
    });
  for (let n = 0; n < MEMBERS; n += 1) {
    await wallet.openMember(db, { memberId: `m${n}`, currency: 'CNY', realm: 'real' });
    await order(`m${n}`, `open:${n}`, 1_000_000_000n);
  }
  // As pgbench does after filling its tables: discards query plans from when they were empty.
  await sql`vacuum analyze`.execute(db);
  return {
    async measure(seconds: number): Promise<number> {
      const start = performance.now();
      const end = start + seconds * 1_000;
      let completed = 0;
      const client = async () => {
        while (performance.now() < end) {
          const result = await order(`m${Math.floor(Math.random() * MEMBERS)}`, randomUUID(), -1n);
          if (result.outcome !== 'posted') throw new Error(result.outcome);
          completed += 1;
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      return completed / ((performance.now() - start) / 1_000);
    },
    async prove(): Promise<void> {
      const { differences } = await audit(db);
      if (differences.length > 0) throw new Error(differences.join('\n'));
    },
    close: () => opened.close(),
  };
}

async function measurePgbench(pgbench: string, url: string, seconds: number): Promise<number> {
  const { stdout } = await run(pgbench, ['-n', '-c', String(CLIENTS), '-j', '2', '-T', String(seconds), url]);
  const found = /tps = ([\d.]+) \(without initial connection time\)/.exec(stdout)?.[1];
  if (found === undefined) throw new Error(`unexpected pgbench output:\n${stdout}`);
  return Number(found);
}

function findPgbench(): string | undefined {
  const versions = existsSync(POSTGRES_HOME) ? readdirSync(POSTGRES_HOME) : [];
  return versions.map((version) => `${POSTGRES_HOME}/${version}/bin/pgbench`).find((file) => existsSync(file));
}

async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
