import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { build } from 'vite';
import { type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { type Channel, createChannel } from '../../server/service/channel.ts';
import { callById } from '../../shared/api/call-table.ts';
import type { AnyCall } from '../../shared/api/define-call.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import type { OpenedNode } from './platform-node.ts';

const SERVER = process.env.TEST_DATABASE_URL ?? '';
const NODE = fileURLToPath(new URL('./node.mjs', import.meta.url));
const SOURCE = fileURLToPath(new URL('./platform-node.ts', import.meta.url));
const NO_DEADLINE_MS = 240_000;

export interface PlatformNode {
  readonly child: ChildProcess;
  readonly channel: Channel;
  readonly url: string;
}

/** Three platforms, each a separate process, on one database. */
export interface ThreePlatforms {
  readonly database: OpenedDatabase;
  at(index: number): PlatformNode;
  runJob(index: number, job: string): Promise<unknown>;
  /**
   * Kills the first node while its job, or its work for a call, waits for a table, after it has read what `write` writes. The table is locked
   * before: the nodes also run the job by the clock.
   */
  killInside(job: string | (() => Promise<unknown>), table: string, write: () => Promise<unknown>): Promise<void>;
  /** Starts the first node again. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

/** `name`: of the test, for its database and its build. `secret`: of a provider of games. */
export async function openThreePlatforms(name: string, secret?: string): Promise<ThreePlatforms> {
  const databaseName = `lagoon_${name}_${randomUUID().replaceAll('-', '')}`;
  const built = fileURLToPath(new URL(`../../node_modules/.cache/${name}-node`, import.meta.url));
  const address = new URL(SERVER);
  address.pathname = `/${databaseName}`;
  const url = address.href;
  const admin = new pg.Client({ connectionString: SERVER });
  await admin.connect();
  await admin.query(`create database ${databaseName}`);
  const database = await openDatabase({ url, poolSize: 4 });
  await build({ configFile: false, logLevel: 'error', build: { ssr: SOURCE, outDir: built, emptyOutDir: true, minify: false } });
  const started = await Promise.all(Array.from({ length: 3 }, () => startNode(built, url)));
  const nodes: PlatformNode[] = [];
  for (const node of started) nodes.push(await opened(node, secret));
  const at = (index: number): PlatformNode => nodes[index] as PlatformNode;
  const runJob = (index: number, job: string) => at(index).channel.request('runJobs', [job]);
  return {
    database,
    at,
    runJob,
    async killInside(job, table, write) {
      const blocker = new pg.Client({ connectionString: url });
      await blocker.connect();
      // A lock of the table needs no transaction id, for which the stream of facts would wait.
      await blocker.query(`begin; lock table ${table} in share mode`);
      await write();
      // A run begins again until all earlier transactions of the server have ended.
      while ((await blocker.query(BLOCKED)).rowCount !== 1) {
        void (typeof job === 'string' ? runJob(0, job) : job()).catch(() => undefined);
        await pause(300);
      }
      at(0).child.kill('SIGKILL');
      await once(at(0).child, 'exit');
      await blocker.query('rollback');
      await blocker.end();
    },
    async revive() {
      nodes[0] = await opened(await startNode(built, url), secret);
    },
    async close() {
      for (const { child } of nodes) child.kill('SIGKILL');
      await database.close();
      await admin.query(`drop database if exists ${databaseName} with (force)`);
      await admin.end();
    },
  };
}

/** Backends of this database that wait for this connection. */
const BLOCKED = `select 1 from pg_stat_activity where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1`;

async function startNode(built: string, url: string): Promise<Omit<PlatformNode, 'url'>> {
  const child = fork(NODE, [`${built}/platform-node.js`, url], { execArgv: [] });
  await once(child, 'message');
  const channel = createChannel((message) => void child.send(message), {}, NO_DEADLINE_MS);
  child.on('message', (message) => channel.receive(message));
  return { child, channel };
}

async function opened(node: Omit<PlatformNode, 'url'>, secret: string | undefined): Promise<PlatformNode> {
  return { ...node, url: (await node.channel.request<OpenedNode>('open', secret)).url };
}

/** What a test reads of an answer. */
export interface Answer<Value> {
  readonly success: boolean;
  readonly code?: string;
  readonly value: Value;
}

export async function callNode<Value>(
  { url }: PlatformNode,
  id: string,
  { body, token }: { readonly body?: unknown; readonly token?: string },
): Promise<Answer<Value>> {
  const { method, path, encrypted } = callById(id) as AnyCall;
  let sent = body;
  if (encrypted) {
    const { value } = (await (await fetch(`${url}/wps/session/keys`)).json()) as { value: { keys: [PayloadKey] } };
    sent = { payload: await sealPayload(value.keys[0], id, body, Date.now()) };
  }
  const headers = { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, { method, headers, ...(sent !== undefined && { body: JSON.stringify(sent) }) });
  return (await answer.json()) as Answer<Value>;
}

/** A token of the demo's member. */
export async function signInAt(node: PlatformNode): Promise<string> {
  const body = { username: 'demo01', password: 'Lagoon-demo-1' };
  return (await callNode<{ readonly token: string }>(node, 'session.login', { body })).value.token;
}
