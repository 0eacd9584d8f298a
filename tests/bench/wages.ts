import { sql } from 'kysely';
import pg from 'pg';
import { addContract, createTestWages, fundWages } from '../../server/platform/agents/wages/test-wages.ts';
import type { Database } from '../../server/platform/base/db/index.ts';
import { migrate, openDatabase } from '../../server/platform/base/db/open.ts';
import { MIGRATIONS } from '../../server/platform/migrations.ts';

/** Each agent has so many members below: seven levels of agents and members for a million. */
export const BRANCHES = 8;
export const LEVELS = 7;
const CONTRACTS = 1_000;
const START = '2026-11-20T00:00:00.000Z';
const UNIT = 10_000n;

export interface WageTimes {
  readonly members: number;
  readonly bets: number;
  /** Seconds. */
  readonly counted: number;
  readonly settled: number;
  readonly statements: number;
}

/**
 * Time from the end of a window of five minutes with many bets until all wages of it are paid. Needs a PostgreSQL server; members, their tree
 * and the facts are written with SQL.
 */
export async function benchWages(server: string, { members = 1_000_000, bets = 200_000 } = {}): Promise<WageTimes> {
  return withBenchDatabase(server, 'wages', (db, writing) => measure(db, writing, { members, bets }));
}

/**
 * Work on a new database of the server, which is dropped afterwards. The rows are written without a time limit of statements; the measured work
 * has the one of the service.
 */
export async function withBenchDatabase<Result>(
  server: string,
  part: string,
  work: (db: Database, writing: Database) => Promise<Result>,
): Promise<Result> {
  const name = `lagoon_${part}_${process.pid}`;
  await onServer(server, `create database ${name}`);
  try {
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    const writing = await openDatabase({ url, poolSize: 2, waitsForServer: true });
    const opened = await openDatabase({ url, poolSize: 4 });
    try {
      await migrate(writing.db, MIGRATIONS);
      return await work(opened.db, writing.db);
    } finally {
      await writing.close();
      await opened.close();
    }
  } finally {
    await onServer(server, `drop database if exists ${name} with (force)`);
  }
}

async function measure(
  db: Database,
  writing: Database,
  { members, bets }: { readonly members: number; readonly bets: number },
): Promise<WageTimes> {
  const agents = { ceilings: { dividend: 1, daily: 100, hourly: 100, realtime: 100 }, weights: {}, payoutLimit: null };
  const world = await createTestWages(db, { at: START, agents });
  await fillMembers(writing, members);
  const tiers = (rateBp: number) => [{ rateBp, minValidBet: 0n, minProfit: 0n, minActive: 0 }];
  for (let n = 1; n <= CONTRACTS; n += 1) {
    await world.wallet.openMember(db, { memberId: `m${n}`, currency: 'USD', realm: 'real' });
    const terms = {
      tiers: tiers(Math.max(1, 100 - 10 * Math.floor(Math.log(n * (BRANCHES - 1)) / Math.log(BRANCHES)))),
      minSingleBet: 0n,
      carryNegative: true,
      ownPlay: false,
    };
    await addContract(db, `m${n}`, { kind: 'realtime', terms, from: new Date(START) });
  }
  await fundWages(db, world.wallet, 1_000_000_000n * UNIT, 'bench');
  await sql`
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
    select 'm' || (1 + floor(random() * ${members})), 'p', n, 'g', 'v', (array['RNG', 'LIVE', 'SPORTS'])[1 + n % 3], 'USD', 'settled', 1, 100000, 100000,
           90000, 100000, ${START}::timestamptz + (n % 300) * interval '1 second' from generate_series(1, ${bets}::int) n`.execute(writing);
  await sql`analyze`.execute(writing);
  world.clock.advance(300_001);
  const begin = performance.now();
  while ((await world.windows.run()) > 0);
  const counted = performance.now();
  await world.wages.run();
  const end = performance.now();
  const { rows } = await sql<{ n: number; paid: number }>`
    select count(*)::int as n, count(*) filter (where state = 'paid')::int as paid from wage_statement`.execute(db);
  const { n: statements = 0, paid = 0 } = rows[0] ?? {};
  if (paid === 0) throw new Error(`${statements} wages, none was paid`);
  return { members, bets, counted: (counted - begin) / 1000, settled: (end - counted) / 1000, statements };
}

/** Member n is below member (n - 2) / 8 + 1. Triggers would write the same rows of the tree one by one. */
export async function fillMembers(db: Database, members: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into member (id, merchant, account, account_key, type, currency, status, nickname, password_hash, password_changed_at, profile, created_at, agent_id)
      select 'm' || n, 'lagoon', 'm' || n, 'm' || n, case when n <= ${members}::int / ${BRANCHES}::int then 1 else 0 end, 'USD', 'active', '', '', now(), '{}', now(),
             case when n > 1 then 'm' || ((n - 2) / ${BRANCHES}::int + 1) end from generate_series(1, ${members}::int) n`.execute(tx);
    await sql`
      with recursive up as (
        select n as member, n as ancestor, 0 as depth from generate_series(1, ${members}::int) n
        union all select member, (ancestor - 2) / ${BRANCHES}::int + 1, depth + 1 from up where ancestor > 1 and depth <= ${LEVELS}::int)
      insert into agent_closure (ancestor_id, member_id, depth) select 'm' || ancestor, 'm' || member, depth from up`.execute(tx);
    await sql`
      insert into agent_parent (member_id, parent_id, valid_from) select id, agent_id, '2020-01-01' from member where agent_id is not null`.execute(
      tx,
    );
  });
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
