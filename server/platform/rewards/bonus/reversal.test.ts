import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { addMerchant } from '../../merchant/index.ts';
import { perform } from '../../play/vendors/seamless.ts';
import { PROVIDER, type TestPlayer } from '../../play/vendors/test-vendor.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { readMovements } from './movements.ts';
import { bonusOn, bonusSettings, GAME, MERCHANT, type TestBonus } from './test-bonus.ts';
import { verifyBonuses } from './verify.ts';

/** Settled bets of a bonus that are taken back, as a vendor does with a draw that was published with false numbers. */
let database: TestDatabase;
let world: TestBonus;
beforeAll(async () => {
  database = await openTestDatabase();
  await addMerchant(database.db, MERCHANT, bonusSettings());
  world = bonusOn(database.db);
  await fundRewards(database.db, world.vendor.wallet, 1_000_000n, 'reversal-fund');
  await world.run();
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  expect(await verifyBonuses(database.db)).toEqual([]);
  await database.close();
});

let player: TestPlayer;
let bonusId: string;
let count = 0;
/** 10 of real money and 100 of bonus money; the bet of 30 takes 10 and 20. */
beforeEach(async () => {
  count += 1;
  player = await world.player(10n);
  bonusId = (await world.grant(player.memberId, { wagering: 1 })).id;
  await world.bet(player, 30n, { id: bet() });
});

const bet = () => `reversed-${count}`;
const reverse = (id = bet()) => {
  const named = { player: player.player, gameId: GAME, roundId: `r-${id}`, betTransactionId: id };
  return perform(world.vendor, PROVIDER, 'reverse', { ...named, transactionId: `${id}-reversal` });
};
const pools = () => world.pools(player.memberId);
const rewards = async () =>
  BigInt(
    (await sql<{ n: string }>`select sum(balance) as n from ledger_account where kind = 'rewards'`.execute(database.db)).rows[0]?.n ?? 0,
  );

test.each([0n, 9n, 90n])('a bet that won %d returns to the pools from which it came', async (won) => {
  await world.win(player, bet(), won);
  expect(await reverse()).toMatchObject({ status: 'OK', balance: '110' });
  expect(await pools()).toEqual([10n, 0n, 100n]);
  expect(await reverse()).toMatchObject({ status: 'OK', balance: '110' });
  expect((await readMovements(database.db, player.memberId, 1)).movements[0]).toMatchObject({ cause: 'rollback' });
  await world.run();
  expect(await database.db.selectFrom('bonus').select(['state', 'wagered']).where('id', '=', bonusId).executeTakeFirst()).toEqual({
    state: 'running',
    wagered: '0',
  });
  expect(await verifyBonuses(database.db)).toEqual([]);
});

test('a win that was bet again is taken from what the pools have, and otherwise from the wallet, below zero', async () => {
  await world.win(player, bet(), 300n);
  expect(await pools()).toEqual([100n, 0n, 280n]);
  await world.bet(player, 370n, { id: `${bet()}-again` });
  expect(await pools()).toEqual([0n, 0n, 10n]);
  expect(await reverse()).toMatchObject({ status: 'OK', balance: '0' });
  // The stake gives 10 and 20; the win of 300 takes all 30 of bonus money, and 270 of real money.
  expect(await pools()).toEqual([-260n, 0n, 0n]);
  expect(await verifyBonuses(database.db)).toEqual([]);
});

test('after the completion all of it is real money', async () => {
  await world.win(player, bet(), 90n);
  await world.bet(player, 100n, { id: `${bet()}-rest` });
  await world.win(player, `${bet()}-rest`, 100n);
  await world.run();
  expect(await pools()).toEqual([170n, 0n, 0n]);
  expect(await reverse()).toMatchObject({ status: 'OK', balance: '110' });
  expect(await pools()).toEqual([110n, 0n, 0n]);
});

test('after the bonus was left, its parts of bonus money are those of the account of rewards', async () => {
  await world.win(player, bet(), 90n);
  expect(await pools()).toEqual([30n, 0n, 140n]);
  await world.leave(player.memberId, bonusId);
  const before = await rewards();
  expect(await reverse()).toMatchObject({ status: 'OK', balance: '10' });
  expect([await pools(), (await rewards()) - before]).toEqual([[10n, 0n, 0n], -40n]);
});
