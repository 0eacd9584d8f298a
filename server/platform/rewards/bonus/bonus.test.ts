import fc from 'fast-check';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rewardList } from '../../../../shared/api/reward-centre/schemas.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { addMerchant, saveSettings } from '../../merchant/index.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { readMovements } from './movements.ts';
import { readOverview } from './present.ts';
import { bonusOn, bonusSettings, LIVE_GAME, MERCHANT, PVP_GAME, type TestBonus } from './test-bonus.ts';
import { BonusRun, bonusStep, codeOf } from './test-model.ts';
import { verifyBonuses } from './verify.ts';

let database: TestDatabase;
let world: TestBonus;
beforeAll(async () => {
  database = await openTestDatabase();
  await addMerchant(database.db, MERCHANT, bonusSettings());
  world = bonusOn(database.db);
  await fundRewards(database.db, world.vendor.wallet, 1_000_000_000n, 'bonus-fund');
  await world.run();
});
afterAll(async () => {
  expect(await audit(database.db)).toMatchObject({ ok: true });
  expect(await verifyBonuses(database.db)).toEqual([]);
  await database.close();
});

const stateOf = async (id: string) =>
  await database.db
    .selectFrom('bonus')
    .select(['state', 'converted', 'given_up', 'returned'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
/** For the deposits of tests. */
const seedChannel = () =>
  sql`insert into deposit_channel (code, name, kind, currency, min_amount, max_amount, presets, expires_minutes, enabled, sort, provider, fee_fixed,
                                   fee_basis_points, proof, review, usual_minutes)
      values ('c', 'C', 'BANK', 'USD', 1, 100000000, '[]', 30, true, 1, 'p', 0, 0, 'none', false, 1) on conflict do nothing`.execute(
    database.db,
  );
const overview = (memberId: string) => readOverview(world.deps, memberId);

describe('pools', () => {
  test('pay a stake with real money first, and a win returns in the same proportion', async () => {
    const player = await world.player(30n);
    await world.grant(player.memberId);
    expect(await world.bet(player, 40n, { id: 'one' })).toMatchObject({ status: 'OK', balance: '90' });
    expect(await world.pools(player.memberId)).toEqual([0n, 0n, 90n]);
    // 7 of 40 are 5.25 of real money and 1.75 of bonus money.
    expect(await world.win(player, 'one', 7n)).toMatchObject({ status: 'OK', balance: '97' });
    expect(await world.pools(player.memberId)).toEqual([6n, 0n, 91n]);
  });

  test('return a cancelled stake to where it came from', async () => {
    const player = await world.player(30n);
    await world.grant(player.memberId, { held: 10n });
    expect(await world.pools(player.memberId)).toEqual([20n, 10n, 100n]);
    await world.bet(player, 35n, { id: 'void' });
    expect(await world.pools(player.memberId)).toEqual([0n, 0n, 95n]);
    expect(await world.rollback(player, 'void')).toMatchObject({ status: 'OK', balance: '130' });
    expect(await world.pools(player.memberId)).toEqual([20n, 10n, 100n]);
    expect((await overview(player.memberId)).running).toMatchObject({ percent: 0, left: '0.0200' });
  });

  test('are no money for contests, and not above the highest stake', async () => {
    const player = await world.player(30n);
    await world.grant(player.memberId, { maxBet: 25n });
    expect(await world.bet(player, 31n, { gameId: PVP_GAME })).toMatchObject({ status: 'INSUFFICIENT_FUNDS', balance: '130' });
    expect(await world.bet(player, 26n)).toMatchObject({ status: 'LIMIT_REACHED', message: 'bonus_stake' });
    expect(await world.bet(player, 30n, { gameId: PVP_GAME })).toMatchObject({ status: 'OK', balance: '100' });
    expect(await world.bet(player, 25n)).toMatchObject({ status: 'OK', balance: '75' });
  });

  test('of a second bet in a round from before the bonus: each win returns where its stake came from', async () => {
    const player = await world.player(10n);
    await world.bet(player, 10n, { id: 'early', roundId: 'shared' });
    await world.grant(player.memberId);
    await world.bet(player, 20n, { id: 'later', roundId: 'shared' });
    await world.win(player, 'early', 50n, { roundId: 'shared' });
    expect(await world.pools(player.memberId)).toEqual([50n, 0n, 80n]);
    await world.win(player, 'later', 60n, { roundId: 'shared' });
    expect(await world.pools(player.memberId)).toEqual([50n, 0n, 140n]);
    await world.run();
    // The round was opened before the bonus.
    expect((await overview(player.memberId)).running).toMatchObject({ percent: 0 });
  });
});

describe('a bonus', () => {
  test('becomes real money when its wagering is done, with the weight of each game', async () => {
    const player = await world.player(100n);
    const { id } = await world.grant(player.memberId);
    await world.bet(player, 100n, { id: 'slot' });
    await world.win(player, 'slot', 100n);
    await world.run();
    expect((await overview(player.memberId)).running).toMatchObject({ percent: 50, left: '0.0100', wagered: '0.0100' });
    await world.bet(player, 100n, { id: 'live', gameId: LIVE_GAME });
    await world.win(player, 'live', 0n, { gameId: LIVE_GAME });
    await world.run();
    expect((await overview(player.memberId)).running).toMatchObject({ percent: 75 });
    await world.bet(player, 50n, { id: 'last' });
    await world.win(player, 'last', 70n);
    await world.run();
    expect(await stateOf(id)).toMatchObject({ state: 'completed', converted: '120', given_up: '0' });
    expect(await world.pools(player.memberId)).toEqual([120n, 0n, 0n]);
    const { past } = await overview(player.memberId);
    expect(past).toMatchObject([{ state: 'completed', converted: '0.0120', percent: 100 }]);
  });

  test('shows both sums of leaving, and does nothing if they have changed', async () => {
    const player = await world.player(30n);
    const { id } = await world.grant(player.memberId, { held: 30n });
    await world.bet(player, 50n, { id: 'open' });
    expect((await overview(player.memberId)).running).toMatchObject({ stays: '0.0000', givesUp: '0.0080', inPlay: '0.0020' });
    expect(await codeOf(world.leave(player.memberId, id, 100n))).toBe('bonus_changed');
    expect(await codeOf(world.leave((await world.player()).memberId, id))).toBe('bonus_not_running');
    await world.leave(player.memberId, id, 80n);
    expect(await codeOf(world.leave(player.memberId, id, 0n))).toBe('bonus_not_running');
    // Three fifths of the stake were the member's own.
    expect(await world.win(player, 'open', 100n)).toMatchObject({ status: 'OK', balance: '60' });
    expect(await world.pools(player.memberId)).toEqual([60n, 0n, 0n]);
  });

  test('of which all was bonus money when it was left wins nothing: the answer has the balance', async () => {
    const player = await world.player();
    const { id } = await world.grant(player.memberId);
    await world.bet(player, 50n, { id: 'all' });
    await world.pay(player.memberId, 5n);
    await world.leave(player.memberId, id);
    expect(await world.win(player, 'all', 100n)).toMatchObject({ status: 'OK', balance: '5' });
  });

  test('ends when the pool is empty and no bet has bonus money', async () => {
    const player = await world.player();
    const { id } = await world.grant(player.memberId, { wagering: 5 });
    await world.bet(player, 100n, { id: 'gone' });
    await world.run();
    expect(await stateOf(id)).toMatchObject({ state: 'running' });
    await world.win(player, 'gone', 0n);
    await world.run();
    expect(await stateOf(id)).toMatchObject({ state: 'used', given_up: '0' });
    // The usual way of one statement is open again.
    await world.pay(player.memberId, 10n);
    expect(await world.bet(player, 10n)).toMatchObject({ status: 'OK', balance: '0' });
  });

  test('waits during a break, and expires after it', async () => {
    const player = await world.player(10n);
    const { id } = await world.grant(player.memberId, { held: 10n, days: 1 });
    world.resting.add(player.memberId);
    world.clock.advance(DAY_MS);
    await world.run();
    expect(await stateOf(id)).toMatchObject({ state: 'running' });
    world.resting.delete(player.memberId);
    world.clock.advance(DAY_MS);
    expect(await world.bet(player, 5n)).toMatchObject({ status: 'TOKEN_EXPIRED' });
    await world.run();
    expect(await stateOf(id)).toMatchObject({ state: 'expired', returned: '10', given_up: '100' });
    expect(await world.pools(player.memberId)).toEqual([10n, 0n, 0n]);
  });
});

describe('an offer', () => {
  test('is accepted once, and by its member only; one bonus runs at a time', async () => {
    const [player, other] = [await world.player(), await world.player()];
    const [one, two] = [await world.offer(player.memberId), await world.offer(player.memberId)];
    expect((await overview(player.memberId)).offers).toMatchObject([{ offerId: one.id, required: '0.0200' }, { offerId: two.id }]);
    expect((await world.centre.counts(database.db, player.memberId)).bonus).toBe(2);
    expect(await codeOf(world.accept(other.memberId, one.id))).toBe('bonus_not_found');
    await world.accept(player.memberId, one.id);
    expect(await codeOf(world.accept(player.memberId, one.id))).toBe('bonus_taken');
    expect(await codeOf(world.accept(player.memberId, two.id))).toBe('bonus_running');
    expect((await world.centre.counts(database.db, player.memberId)).bonus).toBe(0);
    expect(await world.pools(player.memberId)).toEqual([0n, 0n, 100n]);
  });

  test('is neither made nor accepted during a break or at a limit, nor after its time', async () => {
    const player = await world.player();
    const { id } = await world.offer(player.memberId);
    world.resting.add(player.memberId);
    expect(await codeOf(world.offer(player.memberId))).toBe('bonus_member_resting');
    expect(await codeOf(world.accept(player.memberId, id))).toBe('time_out');
    expect(await overview(player.memberId)).toMatchObject({ paused: true, offers: [] });
    world.resting.delete(player.memberId);
    world.limited.add(player.memberId);
    expect(await codeOf(world.accept(player.memberId, id))).toBe('bonus_limit');
    world.limited.delete(player.memberId);
    world.clock.advance(DAY_MS);
    expect(await codeOf(world.accept(player.memberId, id))).toBe('bonus_offer_over');
    await world.run();
    expect(await stateOf(id)).toMatchObject({ state: 'expired' });
    expect(await world.pools(player.memberId)).toEqual([0n, 0n, 0n]);
  });

  test('has no wagering above the ceiling of the policy', async () => {
    const player = await world.player();
    await saveSettings(database.db, MERCHANT, Object.assign(bonusSettings(), { protection: { jurisdiction: 'GB', overrides: {} } }));
    expect(await codeOf(world.offer(player.memberId, { wagering: 11 }))).toBe('bonus_wagering');
    expect((await world.offer(player.memberId, { wagering: 10 })).required).toBe('1000');
    await saveSettings(database.db, MERCHANT, bonusSettings());
  });

  test('of a deposit is a share of it, once for each deposit, as often as the rule allows', async () => {
    const rule = { id: 'first', percent: 50, max: 100, minimum: 20, wagering: 3, days: 5, maxBet: 5, claimHours: 2, times: 1 };
    await saveSettings(database.db, MERCHANT, bonusSettings({ deposits: [{ ...rule, holdsDeposit: true }] }));
    const player = await world.player(3_000_000n);
    const { memberId } = player;
    await seedChannel();
    for (const [id, amount] of [
      ['small', 190_000],
      ['large', 301_234],
      ['next', 500_000],
    ] as const)
      await sql`
        insert into deposit (id, member_id, channel, client_reference, payment_reference, amount, fee, currency, status, created_at, expires_at,
                             credited_at, transfer_id)
        values (${`${memberId}-${id}`}, ${memberId}, 'c', ${id}, ${`${memberId}-${id}`}, ${amount}::bigint, 10000, 'USD', 'credited',
                ${world.clock.now()}, ${world.clock.now()}, ${new Date(world.clock.now().getTime() + amount)},
                (select max(id) from ledger_transfer))`.execute(database.db);
    const { offers, deposits } = await overview(memberId);
    expect(deposits).toMatchObject([{ percent: 50, most: '100.0000' }]);
    expect(offers).toMatchObject([{ offerId: `first:${memberId}-next`, amount: '24.5000', held: '49.0000', maxBet: '5.0000' }]);
    const { rewards } = await world.centre.waiting({ memberId, language: 'EN' });
    expect(rewards).toMatchObject([{ rewardId: `bonus:first-${memberId}-next`, step: 'open' }]);
    // The centre answers nothing at all if an id does not match its call.
    expect(v.is(rewardList.value.entries.rewards, rewards)).toBe(true);
    expect(await codeOf(world.accept(memberId, `first:${memberId}-small`))).toBe('bonus_offer_over');
    expect(await codeOf(world.accept(memberId, `other:${memberId}-large`))).toBe('bonus_not_found');
    // 50 percent of 29.1234, in cents.
    await world.accept(memberId, `first:${memberId}-large`);
    expect(await world.pools(memberId)).toEqual([3_000_000n - 291_234n, 291_234n, 145_600n]);
    expect(await codeOf(world.accept(memberId, `first:${memberId}-large`))).toBe('bonus_taken');
    expect(await codeOf(world.accept(memberId, `first:${memberId}-next`))).toBe('bonus_offer_over');
    await sql`update deposit set status = 'reversed', reversal_transfer_id = transfer_id, reversed_amount = amount where id = ${`${memberId}-large`}`.execute(
      database.db,
    );
    await world.run();
    expect(await world.pools(memberId)).toEqual([3_000_000n, 0n, 0n]);
    await saveSettings(database.db, MERCHANT, bonusSettings());
  });
});

test('movements name each change of a pool with its cause', async () => {
  const player = await world.player(30n);
  const { id } = await world.grant(player.memberId, { held: 10n });
  await world.bet(player, 50n, { id: 'moved' });
  await world.win(player, 'moved', 100n);
  await world.leave(player.memberId, id);
  const { movements, pages } = await readMovements(database.db, player.memberId, 1);
  expect(pages).toBe(1);
  expect(movements.map(({ cause, real, held, bonus, bonusAfter }) => [cause, real, held, bonus, bonusAfter])).toEqual([
    ['ended', '0.0020', '-0.0020', '-0.0120', '0.0000'],
    ['win', '0.0040', '0.0020', '0.0040', '0.0120'],
    ['bet', '-0.0020', '-0.0010', '-0.0020', '0.0080'],
    ['held', '-0.0010', '0.0010', '0.0000', null],
    ['granted', '0.0000', '0.0000', '0.0100', '0.0100'],
  ]);
});

test('the audit finds a part of a stake that was changed', async () => {
  const player = await world.player(10n);
  await world.grant(player.memberId);
  await world.bet(player, 50n, { id: 'forged' });
  await sql`update bonus_stake set real = real + 5, bonus = bonus - 5 where transaction_id = 'forged'`.execute(database.db);
  expect(await verifyBonuses(database.db)).toEqual([
    expect.stringContaining('should have left 65'),
    expect.stringContaining('other parts'),
  ]);
  await sql`update bonus_stake set real = real - 5, bonus = bonus + 5 where transaction_id = 'forged'`.execute(database.db);
});

test('random sequences: pools, states and books equal a slow reference', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bonusStep, { minLength: 10, maxLength: 45 }), async (steps) => {
      const player = await world.player();
      const run = new BonusRun(world, database.db, player);
      const { slow } = run;
      for (const step of steps) {
        const [actual, expected] = await run.apply(step);
        expect(actual).toBe(expected);
        expect(await world.pools(player.memberId)).toEqual([slow.real, slow.held, slow.bonus]);
        const held = await world.vendor.wallet.holdings(database.db, player.memberId);
        expect(held?.playable.units).toBe(slow.real + slow.held + slow.bonus);
      }
      await run.run();
      const rows = await database.db
        .selectFrom('bonus')
        .select(['state', 'wagered'])
        .where('id', 'in', ['0', ...run.ids])
        .orderBy('id')
        .execute();
      expect(rows.map(({ state, wagered }) => [state, BigInt(wagered)])).toEqual(slow.grants.map(({ state, wagered }) => [state, wagered]));
      expect(await verifyBonuses(database.db)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
