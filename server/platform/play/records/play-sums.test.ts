import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { memberLegs } from '../../ledger/index.ts';
import { post, type TransferKind } from '../../ledger/ledger.ts';
import { createTestVendor, GAME, type TestPlayer, type TestVendor } from '../vendors/test-vendor.ts';
import { sumRounds } from './bets.ts';
import { sumCash, sumPlay, sumPlayByGame } from './play-sums.ts';

let database: TestDatabase;
let vendor: TestVendor;
beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
});
afterAll(() => database.close());

/** One time for all tests: the checked range does not change at midnight. */
const BEGAN = Date.now();
/** Few rounds and bets, so that late wins and rollbacks of old bets are frequent. */
const bet = fc.integer({ min: 0, max: 4 });
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('bet' as const), bet, amount: fc.constantFrom(10_000n, 25_000n) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('win' as const), bet, amount: fc.constantFrom(0n, 7_000n, 10_000n, 25_000n, 90_000n) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rollback' as const), bet }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('finish' as const), bet }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 13, 300, 1_500) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Two bets share a round, so that settled rounds are opened again. */
async function play(player: TestPlayer, one: Operation, step: number): Promise<void> {
  if (one.kind === 'wait') return vendor.clock.advance(one.minutes * MINUTE_MS);
  if (one.kind === 'look') return void (await dayDifferences(player.memberId));
  const named = { player: player.player, roundId: `${player.memberId}-${one.bet >> 1}`, gameId: GAME };
  const betTransactionId = `${player.memberId}-b${one.bet}`;
  if (one.kind === 'finish') await vendor.call('finish', named);
  else if (one.kind === 'bet')
    await vendor.call('bet', {
      ...named,
      token: player.token,
      transactionId: betTransactionId,
      currency: 'CNY',
      amount: String(one.amount),
    });
  else if (one.kind === 'win')
    await vendor.call('win', {
      ...named,
      transactionId: `${player.memberId}-w${step}`,
      betTransactionId,
      currency: 'CNY',
      amount: String(one.amount),
    });
  else await vendor.call('rollback', { ...named, transactionId: `${player.memberId}-r${step}`, betTransactionId });
}

const roundsOf = (memberId: string) => database.db.selectFrom('vendor_round').selectAll().where('member_id', '=', memberId).execute();

/** Expected rows, computed from the rounds. */
async function differences(memberId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with counted as (
      select 'placed' as basis, quarter_of(opened_at) as slot, game_id, state, count(*) as rounds, sum(stake) as stake, sum(refunded) as refunded,
             sum(payout) as payout from vendor_round where member_id = ${memberId} group by 1, 2, 3, 4
      union all
      select 'settled', quarter_of(settled_at), game_id, state, count(*), sum(stake), sum(refunded), sum(payout)
        from vendor_round where member_id = ${memberId} and state in ('won', 'lost') group by 1, 2, 3, 4),
    kept as (
      select basis, slot, game_id, state, rounds, stake, refunded, payout from play_sum
       where member_id = ${memberId} and (rounds, stake, refunded, payout) <> (0, 0, 0, 0))
    (select 'missing', * from counted except all select 'missing', * from kept)
    union all
    (select 'too much', * from kept except all select 'too much', * from counted)`.execute(database.db);
  return rows;
}

const ZONE = 'Asia/Kathmandu';
/** Days of the zone around the last weeks, which contain all play of a member. */
function weeks() {
  const day = (back: number) => new Date(BEGAN - back * DAY_MS).toISOString().slice(0, 10);
  return { fromDay: day(95), toDay: day(5), timeZone: ZONE };
}

/** A player of three months ago, whose days can be stored; the database's clock decides. */
async function formerPlayer(): Promise<TestPlayer> {
  vendor.clock.advance(BEGAN - 90 * DAY_MS - vendor.clock.now().getTime());
  return vendor.player({ units: 10_000_000n });
}

/** Compares the stored days with the rounds; reading stores the days. */
async function dayDifferences(memberId: string): Promise<unknown[]> {
  const range = weeks();
  const sums = await sumPlay(database.db, memberId, range);
  const byGame = await sumPlayByGame(database.db, memberId, range);
  const [from, to] = [new Date(`${range.fromDay}T05:01:00Z`), new Date(`${range.toDay}T05:01:00Z`)];
  const placed = await sumRounds(database.db, { memberId, from, to }, ZONE);
  const rounds = await roundsOf(memberId);
  const settled = rounds.filter(({ state }) => state === 'won' || state === 'lost');
  const dayOf = (at: Date | null) => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short' }).format(at ?? 0);
  const sumOf = (some: typeof rounds) => ({
    rounds: some.length,
    stake: some.reduce((sum, { stake, refunded }) => sum + BigInt(stake) - BigInt(refunded), 0n),
    payout: some.reduce((sum, { payout }) => sum + BigInt(payout), 0n),
  });
  const days = [...new Set(settled.map(({ settled_at }) => dayOf(settled_at)))].toSorted();
  const expected = {
    days: days.map((day) => ({ key: day, ...sumOf(settled.filter(({ settled_at }) => dayOf(settled_at) === day)) })),
    total: settled.length > 0 ? [sumOf(settled)] : [],
    placed: { rounds: rounds.length, stake: sumOf(rounds).stake, payout: sumOf(settled).payout },
  };
  const plain = ({ rounds: count, stake, payout }: ReturnType<typeof sumOf>) => ({ rounds: count, stake, payout });
  const read = {
    days: sums
      .filter(({ by }) => by === 'day')
      .map((sum) => ({ key: sum.key, ...plain(sum) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    total: byGame.map(plain),
    placed: { rounds: placed.count, stake: placed.stake, payout: placed.payout },
  };
  const text = (value: unknown) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));
  return text(read) === text(expected) ? [] : [{ read, expected }];
}

test('sums equal the rounds after any play, late wins, late rollbacks and reopened rounds included', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 5, maxLength: 40 }),
      fc.integer({ min: 0, max: 5_000 }),
      async (operations, offset) => {
        const player = await formerPlayer();
        const begin = vendor.clock.now();
        for (const [step, one] of operations.entries()) await play(player, one, step);
        expect(await differences(player.memberId)).toEqual([]);
        // Once with the days stored during the run, once with those stored by this read.
        expect(await dayDifferences(player.memberId)).toEqual([]);
        expect(await dayDifferences(player.memberId)).toEqual([]);

        const rounds = await roundsOf(player.memberId);
        // Bounds that are no quarter hours.
        const from = new Date(begin.getTime() + offset * MINUTE_MS - 17);
        const to = new Date(from.getTime() + offset * 2 * MINUTE_MS);
        const within = rounds.filter(({ opened_at }) => opened_at >= from && opened_at <= to);
        const total = (pick: (round: (typeof rounds)[number]) => bigint, of = within) => of.reduce((sum, round) => sum + pick(round), 0n);
        const netStake = (round: (typeof rounds)[number]) => BigInt(round.stake) - BigInt(round.refunded);
        const settled = within.filter(({ state }) => state === 'won' || state === 'lost');
        expect(await sumRounds(database.db, { memberId: player.memberId, from, to }, ZONE)).toEqual({
          count: within.length,
          stake: total(netStake),
          validStake: total(netStake, settled),
          payout: total(({ payout }) => BigInt(payout), settled),
        });
        const isEven = (round: (typeof rounds)[number]) => BigInt(round.payout) === netStake(round);
        const groups = {
          lost: within.filter(({ state }) => state === 'lost'),
          won: within.filter((round) => round.state === 'won' && !isEven(round)),
          even: within.filter((round) => round.state === 'won' && isEven(round)),
        };
        for (const state of ['lost', 'won', 'even'] as const)
          expect(await sumRounds(database.db, { memberId: player.memberId, from, to, state }, ZONE)).toMatchObject({
            count: groups[state].length,
            stake: total(netStake, groups[state]),
          });
      },
    ),
    { numRuns: Number(process.env.RECORD_RUNS ?? 25) },
  );
});

test('days follow the time zone with any offset; a late win counts on its day', async () => {
  const player = await vendor.player({ units: 10_000_000n });
  const timeZone = 'Asia/Kathmandu';
  const dayOf = (at: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
  const placed = vendor.clock.now();
  const named = { player: player.player, roundId: 'late-round', gameId: GAME };
  await vendor.call('bet', { ...named, token: player.token, transactionId: 'late-bet', currency: 'CNY', amount: '10000' });
  vendor.clock.advance(3 * DAY_MS);
  const settled = vendor.clock.now();
  await vendor.call('win', { ...named, transactionId: 'late-win', betTransactionId: 'late-bet', currency: 'CNY', amount: '30000' });

  const days = { fromDay: dayOf(placed), toDay: dayOf(settled), timeZone };
  const sums = await sumPlay(database.db, player.memberId, days);
  const amounts = { rounds: 1, stake: 10_000n, payout: 30_000n };
  expect(sums.find(({ by }) => by === 'total')).toMatchObject(amounts);
  expect(sums.filter(({ by }) => by === 'day')).toMatchObject([{ key: dayOf(settled), ...amounts }]);
  expect(sums.filter(({ by }) => by === 'category')).toMatchObject([{ key: 'RNG', ...amounts }]);
  expect(sums.filter(({ by }) => by === 'vendor')).toMatchObject([{ key: 'NOVA_SLOTS', gameId: GAME, ...amounts }]);
  expect(await sumPlayByGame(database.db, player.memberId, days)).toEqual([{ gameId: GAME, ...amounts }]);
  expect(await sumPlayByGame(database.db, player.memberId, { ...days, toDay: days.fromDay })).toEqual([]);
});

const readStoredDays = async (memberId: string) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from play_day where member_id = ${memberId} and state = ''`.execute(database.db)).rows[0]
      ?.n,
  );

test('past days are stored, and computed again when one of their rounds changes', async () => {
  const player = await formerPlayer();
  await play(player, { kind: 'bet', bet: 0, amount: 10_000n }, 0);
  expect(await dayDifferences(player.memberId)).toEqual([]);
  const storedDays = await readStoredDays(player.memberId);
  expect(storedDays).toBeGreaterThan(150);
  vendor.clock.advance(2 * DAY_MS);
  await play(player, { kind: 'win', bet: 0, amount: 7_000n }, 1);
  expect(await readStoredDays(player.memberId)).toBe(storedDays - 2);
  expect(await dayDifferences(player.memberId)).toEqual([]);
  expect(await readStoredDays(player.memberId)).toBe(storedDays);

  // A planted fault: a changed round does not remove its stored days.
  await sql`alter table vendor_round disable trigger forget_play_days`.execute(database.db);
  await sql`update vendor_round set payout = payout + 1 where member_id = ${player.memberId}`.execute(database.db);
  expect(await dayDifferences(player.memberId)).not.toEqual([]);
  await sql`alter table vendor_round enable trigger forget_play_days`.execute(database.db);
});

test('days of today are not stored', async () => {
  vendor.clock.advance(Date.now() - vendor.clock.now().getTime());
  const player = await vendor.player({ units: 10_000_000n });
  await play(player, { kind: 'bet', bet: 0, amount: 10_000n }, 0);
  const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
  await sumPlay(database.db, player.memberId, { fromDay: day(0), toDay: day(-1), timeZone: ZONE });
  expect(await readStoredDays(player.memberId)).toBe(0);
});

/** Expected rows of the cash table, computed from the postings. */
async function cashDifferences(): Promise<unknown[]> {
  const { rows } = await sql`
    with counted as (
      select t.member_id, quarter_of(t.created_at) as slot, coalesce(sum(p.amount) filter (where t.kind <> 'withdrawal-paid'), 0) as deposits,
             coalesce(-sum(p.amount) filter (where t.kind = 'withdrawal-paid'), 0) as withdrawals
        from ledger_transfer t join ledger_posting p on p.transfer_id = t.id
        join ledger_account a on a.id = p.account_id and a.owner = t.member_id
       where t.kind in ('deposit', 'deposit-reversal', 'withdrawal-paid') group by 1, 2)
    (select * from counted except all select member_id, slot, deposits, withdrawals from cash_sum)
    union all
    (select member_id, slot, deposits, withdrawals from cash_sum except all select * from counted)`.execute(database.db);
  return rows;
}

test('deposits and withdrawals equal the postings; a planted uncounted deposit is detected', async () => {
  const { memberId } = await vendor.player({ units: 10_000_000n });
  let posted = 0;
  const move = async (kind: TransferKind, units: bigint, hoursAgo: number) => {
    posted += 1;
    const legs = memberLegs(memberId, 'test', units);
    const reference = `${memberId}:cash:${posted}`;
    await database.db
      .transaction()
      .execute((tx) =>
        post(
          tx,
          { reference, kind, currency: 'CNY', realm: 'real', memberId, legs, reversal: true },
          new Date(Date.now() - hoursAgo * HOUR_MS),
        ),
      );
  };
  await move('deposit', 50_000n, 400);
  await move('deposit', 7_000n, 399);
  await move('bet', -3_000n, 100);
  await move('deposit-reversal', -7_000n, 50);
  await move('withdrawal-paid', -20_000n, 49);
  expect(await cashDifferences()).toEqual([]);
  const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
  const cash = await sumCash(database.db, memberId, { fromDay: day(10), toDay: day(0), timeZone: ZONE });
  expect(cash.lifetime).toEqual({ deposits: 50_000n, withdrawals: 20_000n });
  expect(cash.days.reduce((sum, { deposits, withdrawals }) => sum + deposits - withdrawals, 0n)).toBe(-27_000n);

  const kept =
    (await sql<{ text: string }>`select pg_get_functiondef('cash_add'::regproc) as text`.execute(database.db)).rows[0]?.text ?? '';
  await sql.raw(kept.replace('else p_units end', 'else 0 end')).execute(database.db);
  await move('deposit', 1n, 1);
  await sql.raw(kept).execute(database.db);
  // what was posted, and the row that says otherwise
  expect(await cashDifferences()).toHaveLength(2);
});

test('a planted sum without refunds is detected', async () => {
  const player = await vendor.player({ units: 10_000_000n });
  const order: Operation[] = [
    { kind: 'bet', bet: 0, amount: 10_000n },
    { kind: 'win', bet: 0, amount: 90_000n },
  ];
  await database.db.transaction().execute(async (tx) => {
    const source = await sql<{ text: string }>`select pg_get_functiondef('sum_play'::regproc) as text`.execute(tx);
    await sql.raw((source.rows[0]?.text ?? '').replaceAll("tg_op = 'UPDATE'", 'false')).execute(tx);
  });
  for (const [step, one] of order.entries()) await play(player, one, step);
  expect(await differences(player.memberId)).not.toEqual([]);
});
