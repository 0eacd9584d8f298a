import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { createTestVendor, GAME, type TestPlayer, type TestVendor } from '../vendors/test-vendor.ts';
import { createFactStream } from './index.ts';
import * as playFacts from './migrations/154-play-facts.ts';
import { waitForHorizon } from './test-horizon.ts';

let database: TestDatabase;
let vendor: TestVendor;
const stream = createFactStream();
/** Reads a horizon that can be consumed. */
async function readHorizon(consumer: string): Promise<bigint> {
  const highest = await stream.readHorizon(database.db, consumer);
  await waitForHorizon(database.db, consumer);
  return highest;
}
beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
});
afterAll(() => database.close());

/** Few rounds and bets, so that late wins and rollbacks of old bets are frequent. */
const bet = fc.integer({ min: 0, max: 5 });
const market = fc.constantFrom(undefined, 'm1', 'm2');
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('bet' as const), bet, market, amount: fc.constantFrom(10_000n, 25_000n) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('win' as const), bet, amount: fc.constantFrom(0n, 7_000n, 10_000n, 90_000n) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rollback' as const), bet }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('finish' as const), bet }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 13, 300) }) },
  // Changes that no vendor call makes: a platform of later may void or correct settled rounds.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), bet }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('correct' as const), bet, amount: fc.constantFrom(0n, 8_000n) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Two bets share a round, so that settled rounds are opened again. */
async function play(player: TestPlayer, one: Operation, step: number): Promise<void> {
  if (one.kind === 'wait') return vendor.clock.advance(one.minutes * MINUTE_MS);
  const { memberId } = player;
  const named = { player: player.player, roundId: `${memberId}-${one.bet >> 1}`, gameId: GAME };
  const betTransactionId = `${memberId}-b${one.bet}`;
  if (one.kind === 'finish') await vendor.call('finish', named);
  else if (one.kind === 'bet') {
    const staked = { ...named, token: player.token, transactionId: betTransactionId, currency: 'CNY', amount: String(one.amount) };
    await vendor.call('bet', { ...staked, ...(one.market !== undefined && { market: one.market }) });
  } else if (one.kind === 'win') {
    const won = { ...named, transactionId: `${memberId}-w${step}`, betTransactionId, currency: 'CNY', amount: String(one.amount) };
    await vendor.call('win', won);
  } else if (one.kind === 'rollback') {
    await vendor.call('rollback', { ...named, transactionId: `${memberId}-r${step}`, betTransactionId });
  } else {
    const change = one.kind === 'void' ? sql`state = 'cancelled', refunded = stake` : sql`payout = ${String(one.amount)}::bigint`;
    await sql`update vendor_round set ${change} where round_id = ${named.roundId} and state in ('won', 'lost')`.execute(database.db);
  }
}

/** Sums of a member by game that the facts and the other two sums have differently. */
async function differences(memberId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with facts as (select game_id, sum(rounds) as rounds, sum(stake) as stake, sum(payout) as payout from play_fact where member_id = ${memberId}
                    group by 1 having (sum(rounds), sum(stake), sum(payout)) <> (0, 0, 0)),
    sums as (select game_id, sum(rounds) as rounds, sum(stake - refunded) as stake, sum(payout) as payout from play_sum
              where member_id = ${memberId} and basis = 'settled' and realm = 'real'
              group by 1 having (sum(rounds), sum(stake - refunded), sum(payout)) <> (0, 0, 0)),
    counted as (select coalesce((select sum(valid) from play_fact where member_id = ${memberId}), 0) as facts,
                       coalesce((select settled from member_stake where member_id = ${memberId}), 0) as stakes)
    select 'sums' as what, f.*::text, s.*::text from facts f full join sums s using (game_id)
     where (f.rounds, f.stake, f.payout) is distinct from (s.rounds, s.stake, s.payout)
    union all select 'counted', facts::text, stakes::text from counted where facts <> stakes`.execute(database.db);
  return rows;
}
const factsOf = (memberId: string) =>
  database.db.selectFrom('play_fact').selectAll().where('member_id', '=', memberId).orderBy('id').execute();

describe('the facts of a member', () => {
  test('sum to the settled play and the counted stake, for any order of bets, ends, voids and corrections', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 30 }), async (operations) => {
        const player = await vendor.player({ units: 10_000_000n });
        for (const [step, one] of operations.entries()) await play(player, one, step);
        expect(await differences(player.memberId)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('are changes: settled, opened again, settled again, and voided', async () => {
    const player = await vendor.player({ units: 10_000_000n });
    const bets = [
      { kind: 'bet', bet: 0, market: undefined, amount: 10_000n },
      { kind: 'win', bet: 0, amount: 7_000n },
      { kind: 'bet', bet: 1, market: undefined, amount: 25_000n },
      { kind: 'win', bet: 1, amount: 0n },
      { kind: 'correct', bet: 0, amount: 8_000n },
      { kind: 'void', bet: 0 },
    ] as const;
    for (const [step, one] of bets.entries()) await play(player, one, step);
    const facts = (await factsOf(player.memberId)).map(({ kind, rounds, stake, valid, payout, bet: size }) => [
      kind,
      rounds,
      ...[stake, valid, payout, size].map(Number),
    ]);
    expect(facts).toEqual([
      ['settled', 1, 10_000, 10_000, 7_000, 10_000],
      ['voided', -1, -10_000, -10_000, -7_000, 10_000],
      ['settled', 1, 35_000, 35_000, 7_000, 35_000],
      ['changed', 0, 0, 0, 1_000, 35_000],
      ['voided', -1, -35_000, -35_000, -8_000, 35_000],
    ]);
  });

  test('do not exist for play money', async () => {
    const player = await vendor.player({ units: 10_000_000n, realm: 'trial' });
    await play(player, { kind: 'bet', bet: 0, market: undefined, amount: 10_000n }, 0);
    await play(player, { kind: 'win', bet: 0, amount: 0n }, 1);
    expect(await factsOf(player.memberId)).toEqual([]);
  });

  test('begin with the play of before, which no consumer gets', async () => {
    const player = await vendor.player({ units: 10_000_000n });
    await play(player, { kind: 'bet', bet: 0, market: 'm1', amount: 10_000n }, 0);
    await play(player, { kind: 'win', bet: 0, amount: 90_000n }, 1);
    await database.db.transaction().execute(async (tx) => {
      await sql`drop table play_fact, fact_consumer`.execute(tx);
      await playFacts.up(tx as unknown as Kysely<unknown>);
    });
    expect(await differences(player.memberId)).toEqual([]);
    expect((await factsOf(player.memberId)).map(({ kind }) => kind)).toEqual(['opening', 'opening']);
    await stream.add(database.db, 'openings');
    await readHorizon('openings');
    expect(await database.db.transaction().execute((tx) => stream.take(tx, 'openings', 10))).toBeUndefined();
    await play(player, { kind: 'bet', bet: 2, market: undefined, amount: 10_000n }, 2);
    await play(player, { kind: 'win', bet: 2, amount: 0n }, 3);
    expect(await differences(player.memberId)).toEqual([]);
    await readHorizon('openings');
    const range = await database.db.transaction().execute((tx) => stream.take(tx, 'openings', 10));
    expect((range?.upTo ?? 0n) - (range?.after ?? 0n)).toBe(1n);
  });
});

describe('a consumer', () => {
  const addFact = () =>
    sql`insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
        values ('m', 'p', 'r', 'g', 'v', 'RNG', 'CNY', 'settled', 1, 1, 1, 0, 1, now())`.execute(database.db);
  const take = (name: string, limit: number) => database.db.transaction().execute((tx) => stream.take(tx, name, limit));
  async function consumer(name: string, facts: number): Promise<bigint> {
    await stream.add(database.db, name);
    await readHorizon(name);
    while (await take(name, 1_000));
    for (let n = 0; n < facts; n += 1) await addFact();
    return readHorizon(name);
  }

  test('takes facts in parts, each once, and nothing without a new horizon', async () => {
    const highest = await consumer('parts', 5);
    expect(await stream.waiting(database.db, 'parts')).toBe(5);
    const sizes: number[] = [];
    for (let range = await take('parts', 2); range; range = await take('parts', 2)) sizes.push(Number(range.upTo - range.after));
    expect(sizes).toEqual([2, 2, 1]);
    await addFact();
    expect(await take('parts', 2)).toBeUndefined();
    expect(await readHorizon('parts')).toBe(highest + 1n);
    expect(await take('parts', 2)).toEqual({ after: highest, upTo: highest + 1n });
  });

  test('gets a batch again if its transaction was aborted', async () => {
    await consumer('aborted', 3);
    const work = database.db.transaction().execute(async (tx) => {
      await stream.take(tx, 'aborted', 2);
      throw new Error('killed');
    });
    await expect(work).rejects.toThrow('killed');
    expect(await stream.waiting(database.db, 'aborted')).toBe(3);
    const range = await take('aborted', 10);
    expect((range?.upTo ?? 0n) - (range?.after ?? 0n)).toBe(3n);
  });

  test('ignores a horizon from another database, and continues', async () => {
    await consumer('moved', 2);
    await sql`update fact_consumer set horizon_xid = 9000000000000 where name = 'moved'`.execute(database.db);
    expect(await take('moved', 10)).toBeUndefined();
    await readHorizon('moved');
    expect(await take('moved', 10)).toBeDefined();
  });

  test('that does not exist is an error', async () => {
    await expect(take('nobody', 1)).rejects.toThrow('There is no consumer nobody of facts.');
  });
});
