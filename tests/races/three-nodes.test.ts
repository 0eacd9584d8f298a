import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../server/platform/base/clock.ts';
import { type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { createEventHub } from '../../server/platform/base/events/hub.ts';
import { audit, createWallet, memberLegs } from '../../server/platform/ledger/index.ts';
import { readMerchant, saveSettings } from '../../server/platform/merchant/index.ts';
import { MIGRATIONS } from '../../server/platform/migrations.ts';
import { DEMO_VOUCHER, DEMO_VOUCHERS } from '../../server/platform/money/deposit/index.ts';
import { switchGames } from '../../server/platform/play/games/index.ts';
import { type Channel, createChannel } from '../../server/service/channel.ts';
import { callById } from '../../shared/api/call-table.ts';
import type { AnyCall } from '../../shared/api/define-call.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import { openTcpProxy, type TcpProxy } from '../kit/tcp-proxy.ts';
import type { OpenedNode } from './platform-node.ts';

/** Three platforms, each a separate process, on one initially empty database. They start once for all tests. */
const SERVER = process.env.TEST_DATABASE_URL ?? '';
const NAME = `lagoon_nodes_${randomUUID().replaceAll('-', '')}`;
const NODE = fileURLToPath(new URL('./node.mjs', import.meta.url));
const SOURCE = fileURLToPath(new URL('./platform-node.ts', import.meta.url));
const BUILT = fileURLToPath(new URL('../../node_modules/.cache/platform-node', import.meta.url));
/** A second list of every job, so that a new one must be classified. */
const IN_TURN = [
  ...['sessions', 'sign-ins', 'challenges', 'codes', 'factors', 'password resets', 'uploads', 'old messages', 'old inbox', 'old chat'],
  ...['payloads', 'payload key', 'deposits', 'withdrawals', 'limits and breaks', 'old sums of play', 'operators', 'operators log'],
  ...['sums of movements', 'old events', 'launch tickets', 'member traits', 'payout account tries', 'content pictures'],
  ...[
    'payouts',
    'payment providers',
    'feeds of games',
    'team windows',
    'wages',
    'vip',
    'cashback',
    'money of teams',
    'joins of teams',
    'sizes of teams',
  ],
  ...[
    'moves to vendors',
    'play at vendors',
    'returns from vendors',
    'balances at vendors',
    'old play at vendors',
    'points',
    'missions',
    'bonuses',
    'bonus flags',
    'free rounds',
    'referrals',
    'raffles',
    'promotions',
    'orders about draws',
  ],
];
const EVERYWHERE = ['forgotten passwords', 'outbox', 'news', 'domain speeds', 'ledger check', 'waiting items', 'operators log check'];
const GAME = 'NOVA_COMET_DICE';
const DUE = 60;
const NO_DEADLINE_MS = 240_000;

/** For this connection or on this database only, because other tests on the same server wait as well. */
const WAITING = `select 1 from pg_locks where locktype = $1 and not granted
  and (pg_backend_pid() = any(pg_blocking_pids(pid)) or database = (select oid from pg_database where datname = current_database()))`;

interface Node {
  readonly child: ChildProcess;
  readonly channel: Channel;
  url: string;
}

let admin: pg.Client;
let database: OpenedDatabase;
let line: TcpProxy;
const nodes: Node[] = [];
beforeAll(async () => {
  admin = new pg.Client({ connectionString: SERVER });
  await admin.connect();
  await admin.query(`create database ${NAME}`);
  const { hostname, port } = new URL(SERVER);
  line = await openTcpProxy({ host: hostname, port: Number(port || 5432) });
  database = await openDatabase({ url: urlOf(), poolSize: 4 });
  // Built once; otherwise each process would have to read a thousand source files.
  const logLevel = 'error' as const;
  await build({ configFile: false, logLevel, build: { ssr: SOURCE, outDir: BUILT, emptyOutDir: true, minify: false } });
  // The last node reaches the database through a TCP proxy that can be cut; the first one is killed early.
  nodes.push(...(await Promise.all([urlOf(), urlOf(), urlOf(), urlOf(line.port)].map(startNode))));
});
afterAll(async () => {
  for (const { child } of nodes) child.kill('SIGKILL');
  await database.close();
  await line.close();
  await admin.query(`drop database if exists ${NAME} with (force)`);
  await admin.end();
});

function urlOf(port?: number): string {
  const url = new URL(SERVER);
  url.pathname = `/${NAME}`;
  if (port !== undefined) url.host = `127.0.0.1:${port}`;
  return url.href;
}

async function startNode(url: string): Promise<Node> {
  const child = fork(NODE, [`${BUILT}/platform-node.js`, url], { execArgv: [] });
  await once(child, 'message');
  const channel = createChannel((message) => void child.send(message), {}, NO_DEADLINE_MS);
  child.on('message', (message) => channel.receive(message));
  return { child, channel, url: '' };
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(50);
}
const at = (index: number): Node => nodes[index] as Node;
const callOf = (id: string) => callById(id) as AnyCall;

const keys = new Map<Node, PayloadKey>();
/** Cached, so that the test can call a node that can no longer report its key. */
async function keyOf(node: Node): Promise<PayloadKey> {
  const known =
    keys.get(node) ?? ((await (await fetch(`${node.url}/wps/session/keys`)).json()) as { value: { keys: [PayloadKey] } }).value.keys[0];
  keys.set(node, known);
  return known;
}

async function call(node: Node, id: string, { body, token, country }: { body?: unknown; token?: string; country?: string } = {}) {
  const { method, path, encrypted } = callOf(id);
  const sent = body !== undefined && encrypted ? { payload: await sealPayload(await keyOf(node), id, body, Date.now()) } : body;
  const place = country && { 'X-Client-Country': country };
  const headers = { 'Content-Type': 'application/json', Language: 'JA', ...(token && { Authorization: `Bearer ${token}` }), ...place };
  const answer = await fetch(node.url + path, { method, headers, ...(sent !== undefined && { body: JSON.stringify(sent) }) });
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls
  return { status: answer.status, body: (await answer.json()) as any };
}
const signIn = async (node: Node): Promise<string> =>
  (await call(node, 'session.login', { body: { username: 'demo01', password: 'Lagoon-demo-1' } })).body.value.token;
const redeem = (node: Node, token: string, voucher: number) =>
  call(node, 'deposit.create', { token, body: { channel: DEMO_VOUCHER, voucher: DEMO_VOUCHERS[voucher]?.code, reference: randomUUID() } });
const ready = async (node: Node) => (await (await fetch(`${node.url}/internal/ready`)).json()) as { ok: boolean; missing: string[] };

async function listen(node: Node, token: string) {
  const sent = httpRequest(`${node.url}${callOf('events.stream').path}`, { headers: { Authorization: `Bearer ${token}` } });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const events: { type: string; version?: number }[] = [];
  let hasEnded = false;
  response.setEncoding('utf8').on('data', (chunk: string) => {
    for (const [, data = ''] of chunk.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data));
  });
  response.on('close', () => {
    hasEnded = true;
  });
  await until(() => events.some(({ type }) => type === 'inbox'));
  return {
    events,
    version: () => Math.max(...events.map(({ version = -1 }) => version)),
    ended: () => until(() => hasEnded),
    leave: () => sent.destroy(),
  };
}

describe('three nodes', () => {
  it('prepare an empty database in turn, even if the first is killed halfway', async () => {
    const blocker = new pg.Client({ connectionString: urlOf() });
    await blocker.connect();
    const waiting = async (locktype: string) => (await blocker.query(WAITING, [locktype])).rowCount ?? 0;
    // The migration that creates this table waits for the node that is creating it.
    await blocker.query('begin; create table job_run ()');
    const [doomed, ...others] = nodes;
    void doomed?.channel.request('open').catch(() => undefined);
    await until(async () => (await waiting('transactionid')) === 1);
    const opening = others.map((node) => node.channel.request<OpenedNode>('open'));
    await until(async () => (await waiting('advisory')) === others.length);
    doomed?.child.kill('SIGKILL');
    await blocker.query('rollback');
    for (const [index, { url }] of (await Promise.all(opening)).entries()) (others[index] as Node).url = url;
    await blocker.end();
    nodes.shift();
    const { rows } = await sql<{ name: string }>`select name from platform_migration order by name`.execute(database.db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS).sort());
    for (const node of nodes) expect((await ready(node)).missing).toEqual([]);
  });

  it('notify each other of money, of the end of a session and of the console’s changes', async () => {
    const [mine, other] = [await signIn(at(0)), await signIn(at(1))];
    const stream = await listen(at(1), mine);
    const before = stream.version();
    expect((await redeem(at(0), other, 0)).body.success).toBe(true);
    await until(() => stream.version() === before + 1);
    await call(at(2), 'session.logout', { token: mine });
    await stream.ended();
    expect(stream.events.at(-1)).toEqual({ type: 'session-ended' });
    const { settings } = await readMerchant(database.db, 'lagoon');
    await saveSettings(database.db, 'lagoon', { ...settings, maintenance: true });
    for (const node of nodes) expect((await call(node, 'system.status')).body.value.maintenance).toBe(true);
    await saveSettings(database.db, 'lagoon', settings);
  });

  it('open and close games and places for all of them at once', async () => {
    const member = await signIn(at(0));
    const launch = async (node: Node) => (await call(node, 'games.launch', { token: member, body: { gameId: GAME } })).body.code;
    const closed = async () => (await Promise.all(nodes.map(launch))).map((code) => code === 'game_maintenance');
    for (const scope of ['all', { game: GAME }, { vendor: 'NOVA' }] as const) {
      const state = { closed: true, from: null, until: null };
      expect([scope, await closed()]).toEqual([scope, nodes.map(() => false)]);
      await switchGames(database.db, 'lagoon', scope, state);
      expect([scope, await closed()]).toEqual([scope, nodes.map(() => true)]);
      await switchGames(database.db, 'lagoon', scope, { ...state, closed: false });
    }
    const { settings } = await readMerchant(database.db, 'lagoon');
    const turnedAway = async (country: string) => {
      const answers = nodes.map((node) => call(node, 'games.launch', { token: member, body: { gameId: GAME }, country }));
      return (await Promise.all(answers)).map(({ body }) => body.code === 'region_restricted');
    };
    expect(await turnedAway('TH')).toEqual(nodes.map(() => false));
    await saveSettings(database.db, 'lagoon', { ...settings, regions: { ...settings.regions, deniedCountries: ['TH'] } });
    expect([await turnedAway('TH'), await turnedAway('DE')]).toEqual([nodes.map(() => true), nodes.map(() => false)]);
    await saveSettings(database.db, 'lagoon', settings);
  });

  it('run every job at once without an error', async () => {
    const known = await at(0).channel.request<{ name: string; everywhere: boolean }[]>('jobs');
    const those = (which: boolean) => known.filter(({ everywhere }) => everywhere === which).map(({ name }) => name);
    expect(those(false).sort()).toEqual(IN_TURN.toSorted());
    expect(those(true).sort()).toEqual(EVERYWHERE.toSorted());
    const names = known.map(({ name }) => name);
    const faults = await Promise.all(nodes.map(({ channel }) => channel.request<string[]>('runJobs', names)));
    expect(faults.flat()).toEqual([]);
  });

  it.each(IN_TURN)('give each run of the job %s to one of them', async (name) => {
    const dueAt = Date.now();
    const race = async (due: number) => {
      const ran = await Promise.all(
        nodes.map(({ channel }) => channel.request<{ mine: boolean; faults: string[] }>('runInTurn', { name, dueAt: due })),
      );
      return { ran: ran.filter(({ mine }) => mine).length, faults: ran.flatMap(({ faults }) => faults) };
    };
    expect(await race(dueAt)).toEqual({ ran: 1, faults: [] });
    expect(await race(dueAt)).toEqual({ ran: 0, faults: [] });
    expect(await race(dueAt + 1)).toEqual({ ran: 1, faults: [] });
  });

  const one = async (query: ReturnType<typeof sql<{ n: string }>>) => Number((await query.execute(database.db)).rows[0]?.n);
  const transfers = () => one(sql`select count(*) as n from ledger_transfer`);
  const left = () => one(sql`select count(*) as n from test_due where paid_by is null`);
  const payers = async () =>
    (await sql<{ pid: number }>`select distinct paid_by as pid from test_due where paid_by is not null`.execute(database.db)).rows;
  /** Number of payments that the job makes on these nodes for sixty due items; `meanwhile` runs once a node has begun. */
  async function pay(payingNodes: readonly Node[], naive: boolean, meanwhile: () => Promise<void>): Promise<number> {
    await sql`create table if not exists test_due (id int primary key, member text not null, paid_by int)`.execute(database.db);
    await sql`delete from test_due`.execute(database.db);
    const before = await transfers();
    await sql`insert into test_due select n, (select id from member where account = 'demo01') from generate_series(1, ${DUE}::int) n`.execute(
      database.db,
    );
    await Promise.all(payingNodes.map(({ channel }) => channel.request('pay', naive)));
    await until(async () => (await payers()).length > 0);
    await meanwhile();
    await until(async () => (await left()) === 0);
    return (await transfers()) - before;
  }

  it('pay each item once, even if the paying node is killed halfway', async () => {
    const [first, second] = nodes;
    let killed: number | undefined;
    const paid = await pay([first as Node, second as Node], false, async () => {
      killed = (await payers())[0]?.pid;
      process.kill(killed ?? 0, 'SIGKILL');
    });
    expect(paid).toBe(DUE);
    expect((await payers()).map(({ pid }) => pid).toSorted()).toEqual([first?.child.pid, second?.child.pid].toSorted());
    nodes.splice(first?.child.pid === killed ? 0 : 1, 1);
    expect((await audit(database.db)).differences).toEqual([]);
  });

  it('would pay more often with a job that ignores other nodes', async () => {
    await Promise.all(nodes.map(({ channel }) => channel.request('stopPaying')));
    expect(await pay(nodes, true, async () => undefined)).toBeGreaterThan(DUE);
    await Promise.all(nodes.map(({ channel }) => channel.request('stopPaying')));
  });

  it('refuse money operations while the clock is wrong, and resume when it is right', async () => {
    const token = await signIn(at(0));
    await at(0).channel.request('setClock', 60_000);
    await until(async () => !(await ready(at(0))).ok);
    const refused = await redeem(at(0), token, 1);
    expect([refused.status, refused.body.code]).toEqual([503, 'clocks_differ']);
    expect(refused.body.message).toMatch(/時計/);
    expect((await call(at(0), 'wallet.balance', { token })).body.success).toBe(true);
    await at(0).channel.request('setClock', 0);
    await until(async () => (await ready(at(0))).ok);
    expect((await redeem(at(0), token, 1)).body.success).toBe(true);
  });

  /** Moves money without a notification, as when its node is killed right after the commit. */
  async function moveSilently(): Promise<void> {
    const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
    const memberId = (await sql<{ id: string }>`select id from member where account = 'demo01'`.execute(database.db)).rows[0]?.id ?? '';
    const order = { reference: randomUUID(), kind: 'adjustment', currency: 'USD', realm: 'real', memberId } as const;
    await wallet.transfer(database.db, { ...order, legs: memberLegs(memberId, 'opening', 1n) });
  }

  it.each(['refused', 'silent'] as const)(
    'refuse calls that need the database while its connection is %s, and catch up without a restart',
    async (state) => {
      const far = at(nodes.length - 1);
      const there = await signIn(far);
      const stream = await listen(far, there);
      const before = stream.version();
      line.set(state);
      await until(async () => (await ready(far)).missing.includes('the database'));
      const answers = await Promise.all([
        call(far, 'session.login', { body: { username: 'demo01', password: 'x' } }),
        redeem(far, there, 2),
      ]);
      for (const { status, body } of answers) expect([status, body.code]).toEqual([500, 'system_error']);
      await moveSilently();
      line.set('whole');
      await until(async () => (await ready(far)).ok);
      await until(() => stream.version() === before + 1);
      expect((await call(far, 'wallet.balance', { token: there })).body.value.version).toBe(before + 1);
      stream.leave();
    },
  );
});
