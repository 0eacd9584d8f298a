import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { messageClassesOf } from '../../server/net/express-messages.ts';
import { systemClock } from '../../server/platform/base/clock.ts';
import { migrate, type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { createEventHub } from '../../server/platform/base/events/hub.ts';
import { testActor } from '../../server/platform/identity/accounts/test-actor.ts';
import { insertMember } from '../../server/platform/identity/members/store.ts';
import { createPlatform, STUDIO_PROVIDER } from '../../server/platform/index.ts';
import { audit, createWallet, memberLegs } from '../../server/platform/ledger/index.ts';
import { MIGRATIONS } from '../../server/platform/migrations.ts';
import { issueTicket } from '../../server/platform/play/vendors/index.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { newMember } from './new-member.ts';
import { cpuSecondsOf } from './processes.ts';
import { BENCH_SECRET, type RoundsState, type Seat } from './rounds-protocol.ts';

/**
 * A platform in a process of its own, for `rounds.ts`: `rounds-platform.js <database address or folder> <players>` prints its port and the
 * seats of the players. `/bench/state` has what it has used, `/bench/analyze` discards the query plans
 * from when the tables were empty, `/bench/audit` verifies the books.
 */
const [place = '', players = '0'] = process.argv.slice(2);
/** Jobs whose features consume facts of play, with the pause between their turns. */
const CONSUMER_JOBS = [
  'team windows',
  'vip',
  'cashback',
  'points',
  'missions',
  'bonuses',
  'bonus flags',
  'referrals',
  'raffles',
  'promotions',
];
const CONSUMER_PAUSE_MS = 1_000;
const CREDIT = 100_000_0000n;
const opened = await openDatabase(place.startsWith('postgres') ? { url: place, poolSize: 10 } : { dir: place, thread: 'worker' });
const { db, watch } = opened;
let statements = 0;
const gameId = STUDIO_GAMES.find(({ engine }) => engine === 'dice')?.gameId ?? '';

await migrate(db, MIGRATIONS);
const platform = createPlatform({
  db,
  databaseWatch: watch,
  clock: systemClock,
  log: pino({ level: 'error' }),
  merchant: 'lagoon',
  providers: [{ code: STUDIO_PROVIDER, secret: BENCH_SECRET, launchUrl: '/studio/play', verifyUrl: '/studio/verify' }],
  dataKey: 'a-data-key-for-the-benchmark-of-rounds',
});
await platform.seed();
await addMembers(20_000);
const tickets = await invite(opened, Number(players));
// Else a profile of the process would not be written.
process.once('SIGTERM', () => process.exit(0));
const { onQuery } = watch;
watch.onQuery = (milliseconds, failed) => {
  statements += 1;
  onQuery?.(milliseconds, failed);
};

const ACTIONS: Readonly<Record<string, () => Promise<object>>> = {
  '/bench/state': state,
  '/bench/analyze': () => sql`vacuum analyze`.execute(db),
  '/bench/consume': consume,
  '/bench/pause': pauseConsumers,
  '/bench/audit': async () => ({ differences: (await audit(db)).differences }),
};
// Longer than any turn of another version or of pgbench, in which the players' connections rest.
const KEEP_ALIVE_MS = 600_000;
const server = createServer({ ...messageClassesOf(platform.app), keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
  if (!request.url?.startsWith('/bench/')) return void platform.app(request, response);
  const act = ACTIONS[request.url];
  if (!act) return void response.writeHead(404).end();
  void act().then(
    (body) => response.end(JSON.stringify(body)),
    (error: unknown) => response.destroy(error as Error),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port, gameId, tickets })}\n`);
});

let isConsuming = false;
let turn: Promise<void> = Promise.resolve();

/** Runs the jobs that consume facts of play, more often than they run in a service. Ends when all facts of before are consumed. */
async function consume(): Promise<object> {
  await runConsumers();
  isConsuming = true;
  turn = (async () => {
    while (isConsuming) {
      await runConsumers();
      await pause(CONSUMER_PAUSE_MS);
    }
  })();
  return {};
}

async function runConsumers(): Promise<void> {
  for (const name of CONSUMER_JOBS) await platform.runJob(name);
}

async function pauseConsumers(): Promise<object> {
  isConsuming = false;
  await turn;
  return {};
}

async function state(): Promise<RoundsState> {
  return { statements, databaseCpu: await cpuOfSessions() };
}

/** Members who do not play, so that the tables have the sizes of a house in use. */
async function addMembers(count: number): Promise<void> {
  await sql`
    insert into member
      (id, merchant, account, account_key, type, currency, status, nickname, password_hash, password_changed_at, profile, created_at)
    select 'm' || n, 'lagoon', 'm' || n, 'm' || n, 0, 'USD', 'active', '', '', now(), '{}', now() from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  await sql`
    insert into ledger_account (owner, kind, currency, realm, may_go_negative, created_at)
    select 'm' || n, 'wallet', 'USD', 'real', false, now() from generate_series(1, ${count}::int) n`.execute(db);
  await sql`
    insert into vendor_player (provider, member_id, player)
    select ${STUDIO_PROVIDER}, 'm' || n, 'p' || n from generate_series(1, ${count}::int) n`.execute(db);
}

/** Processor time of the sessions of PostgreSQL on this machine. */
async function cpuOfSessions(): Promise<number | undefined> {
  if (opened.engine === 'embedded') return undefined;
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()`.execute(db);
  return rows.reduce((sum, { pid }) => sum + (cpuSecondsOf(pid) ?? 0), 0);
}

async function invite({ db }: OpenedDatabase, count: number): Promise<readonly Seat[]> {
  const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
  const seats: Seat[] = [];
  for (let nr = 0; nr < count; nr += 1) {
    const row = await insertMember(db, newMember(nr), new Date());
    if (!row) throw new Error(`player ${nr} exists already`);
    const { id: memberId, currency } = row;
    await wallet.openMember(db, { memberId, currency, realm: 'real' });
    const legs = memberLegs(memberId, 'adjustment', CREDIT);
    await wallet.transfer(db, { reference: `bench:${memberId}`, kind: 'adjustment', currency, realm: 'real', memberId, legs });
    const order = { actor: testActor(memberId), gameId, provider: STUDIO_PROVIDER, language: 'EN' };
    seats.push({ ticket: (await issueTicket(db, { clock: systemClock }, order)).ticket, currency });
  }
  return seats;
}
