import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { redeem } from './redeem.ts';
import { createTestPoints, POINT, type TestPoints } from './test-points.ts';
import { verifyPoints } from './verify.ts';

let database: TestDatabase;
let points: TestPoints;
/** Another node on the same database. */
let other: TestPoints;
beforeAll(async () => {
  database = await openTestDatabase();
  points = await createTestPoints(database.db);
  other = await createTestPoints(database.db);
});
afterAll(async () => {
  expect(await verifyPoints(database.db)).toEqual([]);
  await database.close();
});

const refused = (code: string) => ({ code });
const stockOf = async (id: string) => (await points.desk.findGoods(database.db, id))?.redeemed;

describe('a redemption', () => {
  test('takes points and pieces at once, and returns both when it is rejected', async () => {
    const actor = await points.member(350n * POINT);
    const id = await points.goods();
    const row = await points.redeem(actor, id, 3);
    expect([row.status, row.points, await points.balance(actor.memberId), await stockOf(id)]).toEqual([
      'in_process',
      (300n * POINT).toString(),
      50n * POINT,
      3,
    ]);
    const rejected = await points.reject(row.id);
    expect([rejected.status, rejected.reason, await points.balance(actor.memberId), await stockOf(id)]).toEqual([
      'rejected',
      'Not available.',
      350n * POINT,
      0,
    ]);
    await expect(points.reject(row.id)).rejects.toMatchObject(refused('points_closed'));
    await expect(points.approve(row.id)).rejects.toMatchObject(refused('points_closed'));
    expect(points.inbox.posted.at(-1)).toMatchObject({ template: 'points_rejected', memberId: actor.memberId });
  });

  test('is approved with a note; from an amount on by two different operators', async () => {
    await points.set((settings) => ({ ...settings, points: { ...settings.points, secondApprovalFrom: 200 } }));
    const actor = await points.member(1_000n * POINT);
    const id = await points.goods();
    const small = await points.redeem(actor, id);
    expect(await points.approve(small.id, 'operator-1', { note: 'NOTE-1' })).toMatchObject({ status: 'approved', note: 'NOTE-1' });
    const large = await points.redeem(actor, id, 2);
    expect((await points.approve(large.id, 'operator-1', { note: 'NOTE-2' })).status).toBe('in_process');
    expect((await points.approve(large.id, 'operator-1')).status).toBe('in_process');
    expect(await points.approve(large.id, 'operator-2')).toMatchObject({ status: 'approved', note: 'NOTE-2' });
    await points.set((settings) => ({ ...settings, points: { ...settings.points, secondApprovalFrom: null } }));
  });

  test.each(['0', '-1', '1.5', '1e3', '101', '99999999999999', '', ' ', 'many'])('of %j pieces is refused', async (quantity) => {
    const actor = await points.member(1_000n * POINT);
    await expect(points.redeem(actor, await points.goods(), quantity)).rejects.toMatchObject(refused('points_quantity'));
    expect(await points.balance(actor.memberId)).toBe(1_000n * POINT);
  });

  test('needs points, stock, level, and the number that the goods ask for', async () => {
    const actor = await points.member(150n * POINT);
    await expect(points.redeem(actor, await points.goods(), 2)).rejects.toMatchObject({
      code: 'points_insufficient',
      params: { balance: '150.00', needed: '200.00' },
    });
    await expect(points.redeem(actor, await points.goods({ stock: 1 }), 2)).rejects.toMatchObject(refused('points_stock_left'));
    await expect(points.redeem(actor, await points.goods({ stock: 0 }))).rejects.toMatchObject(refused('points_sold_out'));
    await expect(points.redeem(actor, await points.goods({ shown: false }))).rejects.toMatchObject(refused('points_goods_gone'));
    await expect(points.redeem(actor, 'none')).rejects.toMatchObject(refused('points_goods_gone'));
    await expect(points.redeem(actor, await points.goods({ minLevel: 2 }))).rejects.toMatchObject(refused('points_level'));
    await expect(points.redeem(actor, await points.goods({ contact: 'zalo' }))).rejects.toMatchObject({
      code: 'points_zalo_needed',
      params: { next: '/member/profile' },
    });
    const withNumber = await points.member(150n * POINT, { whatsapp: '84912345678' });
    const row = await points.redeem(withNumber, await points.goods({ contact: 'whatsapp' }));
    expect((await points.desk.details(database.db, row.id)).contact).toBe('84912345678');
  });

  test('counts against the limit of a member, without rejected ones', async () => {
    const actor = await points.member(1_000n * POINT);
    const id = await points.goods({ memberLimit: 2, stock: null });
    const first = await points.redeem(actor, id, 2);
    await expect(points.redeem(actor, id)).rejects.toMatchObject(refused('points_member_limit'));
    await points.reject(first.id);
    expect((await points.redeem(actor, id)).status).toBe('in_process');
  });

  test('needs the payment password, and is not offered to a member who is excluded: the points stay', async () => {
    const actor = await points.member(150n * POINT);
    const goodsId = await points.goods();
    const order = { goodsId, quantity: '1', remark: '', reference: 'points-password-reference', paymentPassword: '000000' };
    await expect(redeem(points.deps, actor, order)).rejects.toMatchObject(refused('payment_password_wrong'));
    points.resting.add(actor.memberId);
    await expect(points.redeem(actor, goodsId)).rejects.toMatchObject(refused('self_excluded_open'));
    expect(await points.balance(actor.memberId)).toBe(150n * POINT);
  });

  test('is refused without the feature', async () => {
    const actor = await points.member(150n * POINT);
    await points.set((settings) => ({ ...settings, features: { ...settings.features, points: false } }));
    await expect(points.redeem(actor, await points.goods())).rejects.toMatchObject(refused('points_off'));
    await points.set((settings) => ({ ...settings, features: { ...settings.features, points: true } }));
  });
});

describe('at the same time', () => {
  test('the last piece goes to one of many members on two nodes', async () => {
    const id = await points.goods({ stock: 1 });
    const actors = await Promise.all(Array.from({ length: 8 }, () => points.member(150n * POINT)));
    const results = await Promise.allSettled(actors.map((actor, index) => (index % 2 ? points : other).redeem(actor, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(refused('points_sold_out'));
    expect(await stockOf(id)).toBe(1);
    const balances = await Promise.all(actors.map(({ memberId }) => points.balance(memberId)));
    expect(balances.filter((balance) => balance === 50n * POINT)).toHaveLength(1);
  });

  test('one reference opens one redemption, and another order under it is refused', async () => {
    const actor = await points.member(1_000n * POINT);
    const id = await points.goods();
    const same = await Promise.all(
      Array.from({ length: 6 }, (_, index) => (index % 2 ? points : other).redeem(actor, id, 1, 'one-reference-of-points')),
    );
    expect(new Set(same.map((row) => row.id)).size).toBe(1);
    expect(await points.balance(actor.memberId)).toBe(900n * POINT);
    await expect(points.redeem(actor, id, 2, 'one-reference-of-points')).rejects.toMatchObject(refused('reference_conflict'));
  });

  test('one member cannot spend the same points twice', async () => {
    const actor = await points.member(150n * POINT);
    const ids = await Promise.all([points.goods(), points.goods(), points.goods()]);
    const results = await Promise.allSettled(ids.map((id) => points.redeem(actor, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await points.balance(actor.memberId)).toBe(50n * POINT);
  });

  test('one decision is made of an approval and a rejection', async () => {
    const actor = await points.member(150n * POINT);
    const row = await points.redeem(actor, await points.goods());
    const results = await Promise.allSettled([points.approve(row.id), other.reject(row.id), points.reject(row.id)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('an adjustment', () => {
  test('is made once for an id, not below zero, and not above the limit of the merchant', async () => {
    const { memberId } = await points.member();
    expect(await points.adjust(memberId, 5n * POINT, 'once')).toBe(5n * POINT);
    expect(await points.adjust(memberId, 5n * POINT, 'once')).toBe(5n * POINT);
    await expect(points.adjust(memberId, -6n * POINT)).rejects.toMatchObject(refused('points_insufficient'));
    await expect(points.adjust(memberId, 100_001n * POINT)).rejects.toMatchObject(refused('amount_out_of_range'));
    expect(points.inbox.posted.at(-1)).toMatchObject({ template: 'points_adjusted', params: { points: '+5.00' } });
  });

  test('of the stock cannot fall below what is redeemed', async () => {
    const actor = await points.member(1_000n * POINT);
    const id = await points.goods();
    await points.redeem(actor, id, 3);
    await expect(points.goods({ id, stock: 2 })).rejects.toMatchObject(refused('points_stock_left'));
    await points.goods({ id, stock: 3 });
    await expect(points.redeem(actor, id)).rejects.toMatchObject(refused('points_sold_out'));
  });
});
