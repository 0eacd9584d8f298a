import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const SCALE = 10;
const POSTGRES_HOME = '/usr/lib/postgresql';

export interface Pgbench {
  /** TPC-B-like transactions a second, with so many clients; undefined where pgbench is not installed. */
  measure(clients: number, seconds: number): Promise<number | undefined>;
}

/** Runs the work with a new database for it, and with pgbench on another database of the same server. Drops both. */
export async function withPgbench<T>(server: string, work: (url: string, pgbench: Pgbench) => Promise<T>): Promise<T> {
  const program = findPgbench();
  const [ours, theirs] = [`lagoon_bench_${randomUUID().slice(0, 8)}`, `lagoon_pgbench_${randomUUID().slice(0, 8)}`];
  await onServer(server, `create database ${ours}`, `create database ${theirs}`);
  try {
    const url = urlOf(server, theirs);
    if (program) await run(program, ['-i', '-q', '-s', String(SCALE), url]);
    return await work(urlOf(server, ours), {
      measure: async (clients, seconds) => (program === undefined ? undefined : measure(program, url, clients, seconds)),
    });
  } finally {
    await onServer(server, `drop database if exists ${ours} with (force)`, `drop database if exists ${theirs} with (force)`);
  }
}

async function measure(program: string, url: string, clients: number, seconds: number): Promise<number> {
  const { stdout } = await run(program, ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds), url]);
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
