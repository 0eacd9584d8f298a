import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../base/db/index.ts';
import { type OpenedDatabase, openDatabase } from '../base/db/open.ts';
import { openTestDatabase, type TestDatabase } from '../base/db/test-database.ts';
import { audit } from '../ledger/index.ts';
import { verifyBonuses } from './bonus/index.ts';
import { verifyCashback } from './cashback/index.ts';
import { verifyMissions } from './missions/index.ts';
import { verifyPoints } from './points/index.ts';
import { type Played, playForWeeks, START } from './test-recompute-play.ts';
import { type BookedBet, type BookedBonus, type Books, dayOf, type SlowRewards, slowRewards } from './test-recompute-reference.ts';
import { openRewardWorld, type RewardWorld } from './test-recompute-world.ts';
import { verifyLevels } from './vip/index.ts';

/**
 * Weeks of random play of many members, and all rewards of play computed again from bets and ledger. `REWARD_MEMBERS`, `REWARD_DAYS`,
 * `REWARD_ACTIONS` (of a member and day) and `REWARD_SEED` change the size.
 */
/** Ten thousand members take an hour. */
const TIMEOUT_MS = 4 * 3_600_000;
/** Members that act at the same time, on PostgreSQL. */
const AT_ONCE = 6;

let database: TestDatabase;
let patient: OpenedDatabase | undefined;
let world: RewardWorld;
beforeAll(async () => {
  database = await openTestDatabase();
  // Statements wait as long as the machine needs.
  if (database.url !== undefined) patient = await openDatabase({ url: database.url, poolSize: AT_ONCE, silenceTimeoutMs: TIMEOUT_MS });
  world = await openRewardWorld(patient?.db ?? database.db, new Date(START - 60_000));
});
afterAll(async () => {
  await patient?.close();
  await database.close();
});

const number = (name: string, usual: number) => Number(process.env[name] ?? usual);

type Row = Readonly<Record<string, string | null>> & { readonly member: string };
const time = (text: string | null | undefined) => (text === null || text === undefined ? undefined : new Date(text).getTime());

async function rowsOf(db: Database, text: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  const { rows } = await sql.raw<Row>(text).execute(db);
  return groupBy(rows, ({ member }) => member);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return groups;
}

const BETS = `
  select b.member_id as member, b.transaction_id as id, b.game_id as game, b.amount::text as stake, b.created_at::text as at,
         w.amount::text as payout, w.created_at::text as settled, v.created_at::text as voided, coalesce(-p.amount, 0)::text as part
    from vendor_transaction b
    left join vendor_transaction w on w.provider = b.provider and w.transaction_id = b.transaction_id || '-win'
    left join vendor_transaction v on v.provider = b.provider and v.bet_transaction_id = b.transaction_id and v.kind = 'rollback'
                                  and v.round_id = b.round_id
    left join lateral (select p.amount from ledger_posting p join ledger_account a on a.id = p.account_id and a.kind = 'bonus'
                        where p.transfer_id = b.transfer_id) p on true
   where b.kind = 'bet' and b.state <> 'refused'`;
const postings = (kind: string, where: string) => `
  select a.owner as member, t.created_at::text as at, p.amount::text as units, t.kind
    from ledger_transfer t join ledger_posting p on p.transfer_id = t.id join ledger_account a on a.id = p.account_id
   where a.kind = '${kind}' and ${where} order by t.id`;
const BONUSES = `
  select member_id as member, id::text, amount::text, wagering::text, days::text, accepted_at::text as at from bonus
   where accepted_at is not null order by bonus.id`;

/** What the reference reads of each member. */
async function readBooks(db: Database, played: Played): Promise<ReadonlyMap<string, Books>> {
  const [bets, deposits, bonuses, pool, paid, redeemed] = [
    await rowsOf(db, BETS),
    await rowsOf(db, postings('wallet', "t.kind in ('deposit', 'deposit-reversal')")),
    await rowsOf(db, BONUSES),
    await rowsOf(db, postings('bonus', 'true')),
    await rowsOf(db, postings('wallet', "t.kind = 'points'")),
    await rowsOf(db, `select member_id as member, quantity::text as pieces from point_redemption where status <> 'rejected'`),
  ];
  const claims = groupBy(played.claims, ({ memberId }) => memberId);
  const acts = groupBy(played.acts, ({ memberId }) => memberId);
  const left = new Map(played.left.map(({ bonusId, at }) => [bonusId, at.getTime()]));
  const { rows } = await sql<{ id: string }>`select id from member`.execute(db);
  const moneyOf = (list: readonly Row[] | undefined) =>
    (list ?? []).map(({ at, units }) => ({ at: time(at) ?? 0, units: BigInt(units ?? 0) }));
  const total = (list: readonly Row[] | undefined, column: string) => (list ?? []).reduce((sum, row) => sum + BigInt(row[column] ?? 0), 0n);
  return new Map(
    rows.map(({ id }) => [
      id,
      {
        bets: (bets.get(id) ?? []).map(betOf),
        deposits: moneyOf(deposits.get(id)),
        bonuses: (bonuses.get(id) ?? []).map((row) => bonusOf(row, left)),
        pool: moneyOf(pool.get(id)),
        acts: (acts.get(id) ?? []).map(({ at, kind, subject }) => ({ at: at.getTime(), kind, subject })),
        claims: (claims.get(id) ?? []).map(({ at }) => at.getTime()),
        converted: total(paid.get(id), 'units'),
        redeemed: total(redeemed.get(id), 'pieces'),
      },
    ]),
  );
}

function betOf({ id, game, stake, payout, at, settled, voided, part }: Row): BookedBet {
  return {
    id: id ?? '',
    gameId: game ?? '',
    stake: BigInt(stake ?? 0),
    payout: BigInt(payout ?? 0),
    at: time(at) ?? 0,
    settledAt: time(settled),
    voidedAt: time(voided),
    bonusPart: BigInt(part ?? 0),
  };
}

function bonusOf({ id, amount, wagering, days, at }: Row, left: ReadonlyMap<string, number>): BookedBonus {
  const whole = { id: id ?? '', amount: BigInt(amount ?? 0), wagering: BigInt(wagering ?? 0), days: Number(days) };
  return { ...whole, acceptedAt: time(at) ?? 0, leftAt: left.get(id ?? '') };
}

/** What the product has stored and paid, in the form of the reference. */
async function readStored(db: Database, memberIds: readonly string[]): Promise<ReadonlyMap<string, SlowRewards>> {
  const read = (text: string) => rowsOf(db, text);
  const [levels, statements, carries, missions, points, bonuses, paid] = [
    await read('select member_id as member, level::text, stake::text, deposits::text from vip_member'),
    await read(
      'select member_id as member, period_start::text as at, amount::text, level::text from cashback_statement order by period_start',
    ),
    await read('select member_id as member, carried::text from cashback_carry'),
    await read(`select member_id as member, mission_id || ' ' || window_from || ' ' || state as state from mission_reward
                 where state <> 'withdrawn'`),
    await read('select member_id as member, balance::text from point_account'),
    await read(
      `select member_id as member, id || ' ' || state || ' ' || wagered as state from bonus where accepted_at is not null order by bonus.id`,
    ),
    await read(postings('wallet', "t.kind in ('cashback', 'mission')")),
  ];
  const paidOf = (id: string, kind: string) =>
    (paid.get(id) ?? []).reduce((sum, row) => (row.kind === kind ? sum + BigInt(row.units ?? 0) : sum), 0n);
  return new Map(
    memberIds.map((id) => [
      id,
      {
        stake: BigInt(levels.get(id)?.[0]?.stake ?? 0),
        deposits: BigInt(levels.get(id)?.[0]?.deposits ?? 0),
        level: Number(levels.get(id)?.[0]?.level ?? 1),
        cashback: (statements.get(id) ?? []).map(({ at, amount, level }) => `${dayOf(time(at) ?? 0)} ${amount} level ${level}`),
        cashbackPaid: paidOf(id, 'cashback'),
        carried: BigInt(carries.get(id)?.[0]?.carried ?? 0),
        missions: (missions.get(id) ?? []).map(({ state }) => state ?? '').toSorted(),
        missionsPaid: paidOf(id, 'mission'),
        points: BigInt(points.get(id)?.[0]?.balance ?? 0),
        bonuses: (bonuses.get(id) ?? []).map(({ state }) => state ?? ''),
      },
    ]),
  );
}

const MAX_SHOWN = 5;

function countOf(keys: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...groupBy(keys, (key) => key)].map(([key, list]) => [key, list.length]));
}

test('cashback, points, wagering, levels and missions equal a recomputation from bets and ledger', { timeout: TIMEOUT_MS }, async () => {
  const isShared = database.engine === 'postgres';
  const members = number('REWARD_MEMBERS', isShared ? 300 : 60);
  const size = { members, days: number('REWARD_DAYS', 21), actions: number('REWARD_ACTIONS', 1) };
  const began = Date.now();
  const played = await playForWeeks(world, { ...size, atOnce: isShared ? AT_ONCE : 1, seed: number('REWARD_SEED', 1) });
  const { db } = world;
  const books = await readBooks(db, played);
  const stored = await readStored(db, [...books.keys()]);
  const schedule = { runs: played.runs.map((at) => at.getTime()), ratesChanged: played.ratesChanged.getTime() };
  let compared = 0;
  const different: (readonly [id: string, key: string, stored: string, expected: string])[] = [];
  for (const [id, own] of books) {
    const slow = slowRewards(own, schedule);
    const actualOf = stored.get(id) as SlowRewards;
    for (const key of Object.keys(slow) as (keyof SlowRewards)[]) {
      const [actual, expected] = [actualOf[key], slow[key]];
      compared += Array.isArray(expected) ? Math.max(expected.length, (actual as readonly string[]).length) : 1;
      if (String(actual) !== String(expected)) different.push([id, key, String(actual), String(expected)]);
    }
  }
  if (process.env.REWARD_MEMBERS !== undefined)
    process.stderr.write(
      `${JSON.stringify({ ...size, ...played.done, compared, different: countOf(different.map(([, key]) => key)), ms: Date.now() - began })}\n`,
    );
  expect(different.slice(0, MAX_SHOWN)).toEqual([]);
  expect(compared).toBeGreaterThan(books.size * 8);
  const until = new Date('2100-01-01T00:00:00Z');
  const found = [await verifyCashback(db, new Date(0), until), await verifyPoints(db), await verifyMissions(db), await verifyLevels(db)];
  expect([...found.flat(), ...(await verifyBonuses(db))]).toEqual([]);
  expect((await audit(db)).differences).toEqual([]);
});
