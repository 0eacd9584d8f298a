import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { addMerchant } from '../../merchant/index.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { endOffers } from './end.ts';
import { bonusOn, bonusSettings, MERCHANT, type TestBonus } from './test-bonus.ts';
import { codeOf } from './test-model.ts';
import { verifyBonuses } from './verify.ts';

/** Two nodes on one database. On PostgreSQL their transactions run at the same time. */
let database: TestDatabase;
let one: TestBonus;
let two: TestBonus;
beforeAll(async () => {
  database = await openTestDatabase();
  await addMerchant(database.db, MERCHANT, bonusSettings());
  [one, two] = [bonusOn(database.db), bonusOn(database.db)];
  await fundRewards(database.db, one.vendor.wallet, 1_000_000_000n, 'bonus-race-fund');
  await one.run();
});
afterAll(async () => {
  expect(await audit(database.db)).toMatchObject({ ok: true });
  expect(await verifyBonuses(database.db)).toEqual([]);
  await database.close();
});

const TURNS = 6;
const many = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const nodeOf = (index: number) => (index % 2 === 0 ? one : two);
const accepted = (codes: readonly string[]) => codes.filter((code) => code === 'accepted').length;
const statesOf = async (memberId: string) =>
  (await database.db.selectFrom('bonus').select('state').where('member_id', '=', memberId).orderBy('id').execute()).map(
    ({ state }) => state,
  );

test('an offer is accepted once on two nodes, and of several offers one runs', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { memberId } = await one.player();
    const offers = [await one.offer(memberId), await one.offer(memberId)];
    const codes = await many(8, (index) => codeOf(nodeOf(index).accept(memberId, offers[index % 3 === 0 ? 1 : 0]?.id ?? '')));
    expect(accepted(codes)).toBe(1);
    for (const code of codes) expect(['accepted', 'bonus_taken', 'bonus_running']).toContain(code);
    expect(await one.pools(memberId)).toEqual([0n, 0n, 100n]);
  }
});

test('bets against leaving: each stake is paid by the bonus or refused, and the sums add up', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const player = await one.player(20n);
    const { id } = await one.grant(player.memberId, { held: 10n });
    const leave = async () => {
      while ((await codeOf(two.leave(player.memberId, id))) === 'bonus_changed');
    };
    const bets = many(6, async (index) => {
      const bet = `race-${player.memberId}-${index}`;
      return { bet, status: (await one.bet(player, 15n, { id: bet })).status };
    });
    const [placed] = await Promise.all([bets, leave()]);
    for (const { status } of placed) expect(['OK', 'INSUFFICIENT_FUNDS']).toContain(status);
    expect((await one.pools(player.memberId)).slice(1)).toEqual([0n, 0n]);
    expect(await verifyBonuses(database.db)).toEqual([]);
    const live = placed.filter(({ status }) => status === 'OK');
    await Promise.all(live.map(({ bet }, index) => (index % 2 === 0 ? one.win(player, bet, 31n) : one.rollback(player, bet))));
    expect(await statesOf(player.memberId)).toEqual(['left']);
  }
});

test('bets against accepting: a bet is one of before or of the bonus, never half of it', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const player = await one.player(60n);
    const offer = await one.offer(player.memberId, { maxBet: 9n });
    const [bets] = await Promise.all([
      many(6, async (index) => {
        const bet = `start-${player.memberId}-${index}`;
        return { bet, status: (await one.bet(player, 10n, { id: bet })).status };
      }),
      two.accept(player.memberId, offer.id),
    ]);
    const before = bets.filter(({ status }) => status === 'OK');
    // After the acceptance 10 is above the highest stake.
    for (const { status } of bets) expect(['OK', 'LIMIT_REACHED']).toContain(status);
    expect(await one.pools(player.memberId)).toEqual([60n - 10n * BigInt(before.length), 0n, 100n]);
    const stakes = await database.db.selectFrom('bonus_stake').select('transaction_id').where('bonus_id', '=', offer.id).execute();
    expect(stakes).toEqual([]);
  }
});

test('an offer at its end is accepted or expired', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { memberId } = await one.player();
    const offer = await one.offer(memberId);
    // The clock of the other node is ahead.
    const later = { ...two.deps, clock: { now: () => new Date(one.clock.now().getTime() + 2 * DAY_MS) } };
    const [code] = await Promise.all([codeOf(one.accept(memberId, offer.id)), endOffers(later)]);
    const [state] = await statesOf(memberId);
    expect([code, state, await one.pools(memberId)]).toEqual(
      code === 'accepted' ? ['accepted', 'running', [0n, 0n, 100n]] : ['bonus_offer_over', 'expired', [0n, 0n, 0n]],
    );
  }
});

test('a bonus that is complete ends once: by the jobs of two nodes or by its member', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const player = await one.player(200n);
    const { id } = await one.grant(player.memberId);
    await one.bet(player, 200n, { id: `done-${player.memberId}` });
    await one.win(player, `done-${player.memberId}`, 200n);
    const [, , code] = await Promise.all([one.run(), two.run(), codeOf(two.leave(player.memberId, id, 100n))]);
    const [state] = await statesOf(player.memberId);
    expect([code, state, await one.pools(player.memberId)]).toEqual(
      code === 'accepted' ? ['accepted', 'left', [200n, 0n, 0n]] : ['bonus_not_running', 'completed', [300n, 0n, 0n]],
    );
  }
});
