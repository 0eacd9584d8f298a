import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../server/platform/base/db/index.ts';
import { type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { readMerchant, saveSettings } from '../../server/platform/merchant/index.ts';
import { verifyPoints } from '../../server/platform/rewards/points/index.ts';
import { addTestGoods, addTestPoints } from '../../server/platform/rewards/points/test-inputs.ts';
import { type Channel, createChannel } from '../../server/service/channel.ts';
import { callById } from '../../shared/api/call-table.ts';
import type { AnyCall } from '../../shared/api/define-call.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import type { OpenedNode } from './platform-node.ts';

/** Points on three platforms, each a separate process, on one database. */
const SERVER = process.env.TEST_DATABASE_URL ?? '';
const NAME = `lagoon_points_${randomUUID().replaceAll('-', '')}`;
const NODE = fileURLToPath(new URL('./node.mjs', import.meta.url));
const SOURCE = fileURLToPath(new URL('./platform-node.ts', import.meta.url));
const BUILT = fileURLToPath(new URL('../../node_modules/.cache/points-node', import.meta.url));
const NO_DEADLINE_MS = 240_000;
const DIGITS = '480159';
const POINT = 1_000_000n;

interface Node {
  readonly child: ChildProcess;
  readonly channel: Channel;
  url: string;
}

let admin: pg.Client;
let database: OpenedDatabase;
const nodes: Node[] = [];
const tokens: string[] = [];
let memberId = '';
beforeAll(async () => {
  admin = new pg.Client({ connectionString: SERVER });
  await admin.connect();
  await admin.query(`create database ${NAME}`);
  database = await openDatabase({ url: urlOf(), poolSize: 4 });
  await build({ configFile: false, logLevel: 'error', build: { ssr: SOURCE, outDir: BUILT, emptyOutDir: true, minify: false } });
  nodes.push(...(await Promise.all(Array.from({ length: 3 }, startNode))));
  for (const node of nodes) node.url = (await node.channel.request<OpenedNode>('open')).url;
  const { db } = database;
  const { settings } = await readMerchant(db, 'lagoon');
  await saveSettings(db, 'lagoon', { ...settings, features: { ...settings.features, points: true } });
  // Play from before the first run is not counted.
  await at(0).channel.request('runJobs', ['points']);
  memberId = (await sql<{ id: string }>`select id from member where account = 'demo01'`.execute(db)).rows[0]?.id ?? '';
  for (const node of nodes) tokens.push(await signIn(node));
  const password = { paymentPassword: DIGITS, confirmPaymentPassword: DIGITS };
  expect((await call(at(0), 'payment.change', { token: tokens[0] ?? '', body: password })).success).toBe(true);
});
afterAll(async () => {
  for (const { child } of nodes) child.kill('SIGKILL');
  await database.close();
  await admin.query(`drop database if exists ${NAME} with (force)`);
  await admin.end();
});

function urlOf(): string {
  const url = new URL(SERVER);
  url.pathname = `/${NAME}`;
  return url.href;
}

async function startNode(): Promise<Node> {
  const child = fork(NODE, [`${BUILT}/platform-node.js`, urlOf()], { execArgv: [] });
  await once(child, 'message');
  const channel = createChannel((message) => void child.send(message), {}, NO_DEADLINE_MS);
  child.on('message', (message) => channel.receive(message));
  return { child, channel, url: '' };
}

const at = (index: number): Node => nodes[index] as Node;

/** What these tests read of an answer. */
interface Answer {
  readonly success: boolean;
  readonly code?: string;
  readonly value: { readonly token: string; readonly redemptionId: string };
}

async function call({ url }: Node, id: string, { body, token }: { readonly body: unknown; readonly token?: string }) {
  const { method, path, encrypted } = callById(id) as AnyCall;
  let sent = body;
  if (encrypted) {
    const { value } = (await (await fetch(`${url}/wps/session/keys`)).json()) as { value: { keys: [PayloadKey] } };
    sent = { payload: await sealPayload(value.keys[0], id, body, Date.now()) };
  }
  const headers = { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(sent) });
  return (await answer.json()) as Answer;
}

async function signIn(node: Node): Promise<string> {
  return (await call(node, 'session.login', { body: { username: 'demo01', password: 'Lagoon-demo-1' } })).value.token;
}

/** A node that checks too many passwords at once refuses; the member sends the same order again. */
async function redeem(index: number, goodsId: string, reference: string = randomUUID()) {
  const body = { goodsId, quantity: 1, paymentPassword: DIGITS, reference };
  for (;;) {
    const answer = await call(at(index % 3), 'points.redeem', { token: tokens[index % 3] ?? '', body });
    if (answer.code !== 'server_busy') return answer;
    await pause(100);
  }
}

const balance = async () =>
  BigInt(
    (await sql<{ n: string }>`select balance as n from point_account where member_id = ${memberId}`.execute(database.db)).rows[0]?.n ?? 0,
  );

test('the last piece is redeemed once by orders on three nodes', async () => {
  await addTestPoints(database.db, memberId, 1_000n * POINT);
  const goodsId = await addTestGoods(database.db, { stock: 1 });
  const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => redeem(index, goodsId)));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  for (const { success, code } of answers) if (!success) expect(code).toBe('points_sold_out');
  expect(await balance()).toBe(900n * POINT);
});

test('the same points are spent once, and one reference redeems once', async () => {
  const goodsId = await addTestGoods(database.db, { stock: null, points: 500n * POINT });
  const answers = await Promise.all([0, 1, 2].map((index) => redeem(index, goodsId)));
  expect(answers.map(({ success, code }) => (success ? '' : code)).toSorted()).toEqual(['', 'points_insufficient', 'points_insufficient']);
  const cheap = await addTestGoods(database.db, { stock: null });
  const same = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => redeem(index, cheap, 'one-reference-on-three-nodes')));
  expect(new Set(same.map(({ value }) => value?.redemptionId)).size).toBe(1);
  expect(await balance()).toBe(300n * POINT);
  expect(await verifyPoints(database.db)).toEqual([]);
});

test('play counts once if a node is killed between the facts and the points', async () => {
  const before = await balance();
  await inTransaction(database.db, async (tx) => {
    for (let round = 0; round < 20; round += 1)
      await sql`
        insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
        values (${memberId}, 'p', ${`kill-${round}`}, 'g', 'v', 'SPORTS', 'USD', 'settled', 1, 10000, 10000, 0, 0, now())`.execute(tx);
  });
  const blocker = new pg.Client({ connectionString: urlOf() });
  await blocker.connect();
  // A lock of the table needs no transaction id, for which the stream of facts would wait.
  await blocker.query('begin; lock table point_account in share mode');
  const isWaiting = async () => (await blocker.query(BLOCKED)).rowCount === 1;
  const doomed = at(0);
  // A run begins again until all earlier transactions of the server have ended.
  while (!(await isWaiting())) {
    void doomed.channel.request('runJobs', ['points']).catch(() => undefined);
    await pause(300);
  }
  doomed.child.kill('SIGKILL');
  await once(doomed.child, 'exit');
  await blocker.query('rollback');
  await blocker.end();
  expect(await balance()).toBe(before);
  for (let turn = 0; (await balance()) === before; turn += 1) {
    expect(await at(1 + (turn % 2)).channel.request('runJobs', ['points'])).toEqual([]);
    await pause(300);
  }
  await Promise.all([at(1), at(2)].map(({ channel }) => channel.request('runJobs', ['points'])));
  // Twenty stakes of one unit of the currency at one point each.
  expect(await balance()).toBe(before + 20n * POINT);
  expect(await verifyPoints(database.db)).toEqual([]);
  expect((await audit(database.db)).differences).toEqual([]);
});

/** Backends of this database that wait for this connection. */
const BLOCKED = `select 1 from pg_stat_activity where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1`;
