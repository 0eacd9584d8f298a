import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../server/kit/defined.ts';
import { type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { perform } from '../../server/platform/play/vendors/seamless.ts';
import { GAME, type TestPlayer } from '../../server/platform/play/vendors/test-vendor.ts';
import { createTestWorld, type TestWorld } from '../../server/platform/protection/responsible-gaming/test-world.ts';
import { openTestDatabase, PATIENT_CONNECT, type TestDatabase } from '../kit/database.ts';

/** Limits under concurrency: two pools of connections represent two processes of the platform. */
const STAKES = 32;
let database: TestDatabase;
let second: OpenedDatabase;
let world: TestWorld;
beforeAll(async () => {
  database = await openTestDatabase({ poolSize: STAKES / 2 });
  second = await openDatabase({ ...defined({ url: database.url }), poolSize: STAKES / 2, ...PATIENT_CONNECT });
  world = await createTestWorld(database.db);
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await second.close();
  await database.close();
});

let last = 0;
function stake(player: TestPlayer, n: number, amount = '10') {
  last += 1;
  const id = `race-${last}`;
  const deps = { ...world.vendor.deps, db: n % 2 === 0 ? database.db : second.db };
  return perform(deps, 'NOVA', 'bet', {
    token: player.token,
    player: player.player,
    transactionId: id,
    roundId: id,
    gameId: GAME,
    currency: 'CNY',
    amount,
  });
}
const usedStakes = async ({ memberId }: TestPlayer) => (await world.protection.member.snapshot(world.actor(memberId))).snapshot.life.stakes;

test.each(['stake', 'loss'] as const)('%s: of 32 stakes at once exactly as many are accepted as the limit allows', async (kind) => {
  const player = await world.vendor.player({ units: 10_000n });
  await world.protection.member.setLimit(world.actor(player.memberId), { kind, period: 'day' }, 205n);
  const answers = await Promise.all(Array.from({ length: STAKES }, (_, n) => stake(player, n)));
  const taken = answers.filter(({ status }) => status === 'OK').length;
  expect([taken, await usedStakes(player)]).toEqual([20, 200n]);
  expect(answers.filter(({ status }) => status === 'LIMIT_REACHED')).toHaveLength(STAKES - 20);
});

test('after the confirmation of a break no stake is accepted, including concurrent ones', async () => {
  const player = await world.vendor.player({ units: 10_000n });
  const stakes = Array.from({ length: STAKES }, (_, n) => stake(player, n));
  await world.protection.member.startBreak(world.actor(player.memberId), '24h');
  const after = await usedStakes(player);
  await Promise.all(stakes);
  const late = await Promise.all(Array.from({ length: 8 }, (_, n) => stake(player, n)));
  expect(late.map(({ status }) => status)).toEqual(late.map(() => 'PLAYER_BLOCKED'));
  expect(await usedStakes(player)).toBe(after);
});

test('sums hold while stakes, wins, deposits and payouts of many members come at once', async () => {
  const players = await Promise.all(Array.from({ length: 8 }, () => world.vendor.player({ units: 100_000n })));
  const kinds = ['bet', 'win', 'deposit', 'withdrawal-paid'] as const;
  await Promise.all(
    Array.from({ length: 160 }, (_, n) =>
      world.order(players[n % 8]?.memberId ?? '', kinds[Math.floor(n / 8) % 4] ?? 'bet', BigInt(n + 1)),
    ),
  );
  const { rows } = await sql<{ wrong: string }>`
    select p.member_id as wrong from protection_member p join (
      select a.owner, coalesce(-sum(m.amount) filter (where t.kind = 'bet'), 0) as stakes,
             coalesce(-sum(m.amount) filter (where t.kind in ('bet', 'win')), 0) as losses,
             coalesce(sum(m.amount) filter (where t.kind = 'deposit'), 0) as deposits,
             coalesce(-sum(m.amount) filter (where t.kind = 'withdrawal-paid'), 0) as payouts
        from ledger_posting m join ledger_transfer t on t.id = m.transfer_id join ledger_account a on a.id = m.account_id
       group by a.owner) as booked on booked.owner = p.member_id
    where (p.stakes, p.losses, p.deposits, p.payouts) <> (booked.stakes, booked.losses, booked.deposits, booked.payouts)`.execute(
    database.db,
  );
  expect(rows).toEqual([]);
});

test('without its stored sums the limit does not hold', async () => {
  const player = await world.vendor.player({ units: 10_000n });
  await world.protection.member.setLimit(world.actor(player.memberId), { kind: 'stake', period: 'day' }, 25n);
  const original =
    (await sql<{ text: string }>`select pg_get_functiondef('protection_add'::regproc) as text`.execute(database.db)).rows[0]?.text ?? '';
  await sql.raw(original.replace('stakes = p.stakes - case', 'stakes = p.stakes - 0 * case')).execute(database.db);
  try {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => stake(player, n)));
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(8);
  } finally {
    await sql.raw(original).execute(database.db);
  }
});
