import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange } from '../../../../shared/rules/exchange.ts';
import type { Actor } from '../../base/actor.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { createTestPoints, POINT, type TestPoints } from './test-points.ts';
import { verifyPoints } from './verify.ts';
import { codesOf } from './vouchers.ts';

let database: TestDatabase;
let points: TestPoints;
/** Another node on the same database. */
let other: TestPoints;
beforeAll(async () => {
  database = await openTestDatabase();
  points = await createTestPoints(database.db);
  other = await createTestPoints(database.db);
  await points.fund(1_000n);
});
afterAll(async () => {
  expect(await verifyPoints(database.db)).toEqual([]);
  await database.close();
});

const UNIT = 10_000n;
const refused = (code: string) => ({ code });
const credit = () => points.goods({ kind: 'credit', amount: 5n * UNIT, stock: null });
const codes = (id: string) => codesOf(database.db, points.deps.secrets, id);
const setRules = (rules: Readonly<Record<string, unknown>>) =>
  points.set((settings) => ({ ...settings, points: { ...settings.points, ...rules } }));

describe('a credit', () => {
  test('is paid once, by the last approval', async () => {
    const actor = await points.member(1_000n * POINT);
    const row = await points.redeem(actor, await credit(), 2);
    expect(await points.money(actor.memberId)).toBe(0n);
    const results = await Promise.allSettled([points.approve(row.id), other.approve(row.id, 'operator-2'), points.approve(row.id)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await points.money(actor.memberId)).toBe(10n * UNIT);
    await expect(points.reject(row.id)).rejects.toMatchObject(refused('points_closed'));
  });

  test('of two operators is not paid by one', async () => {
    await setRules({ secondApprovalFrom: 200 });
    const actor = await points.member(1_000n * POINT);
    const row = await points.redeem(actor, await credit(), 2);
    expect((await points.approve(row.id)).status).toBe('in_process');
    expect(await points.money(actor.memberId)).toBe(0n);
    expect((await points.approve(row.id, 'operator-2')).status).toBe('approved');
    expect(await points.money(actor.memberId)).toBe(10n * UNIT);
    await setRules({ secondApprovalFrom: null });
  });

  test('stays in process while the account does not cover it, and while the member takes a break', async () => {
    const actor = await points.member(1_000n * POINT);
    const large = await points.redeem(actor, await points.goods({ kind: 'credit', amount: 100_000n * UNIT }));
    await expect(points.approve(large.id)).rejects.toMatchObject(refused('points_unfunded'));
    expect((await points.reject(large.id)).status).toBe('rejected');
    const row = await points.redeem(actor, await credit());
    points.resting.add(actor.memberId);
    await expect(points.approve(row.id)).rejects.toMatchObject(refused('points_member_resting'));
    points.resting.delete(actor.memberId);
    expect((await points.approve(row.id)).status).toBe('approved');
    expect(await points.money(actor.memberId)).toBe(5n * UNIT);
  });

  test('is paid at once where the merchant does so, else it waits for an operator', async () => {
    await setRules({ atOnce: ['credit'] });
    const actor = await points.member(1_000n * POINT);
    const id = await credit();
    const same = await Promise.all(
      Array.from({ length: 6 }, (_, n) => (n % 2 ? points : other).redeem(actor, id, 1, 'one-reference-at-once')),
    );
    expect(new Set(same.map((row) => `${row.id} ${row.status}`)).size).toBe(1);
    expect([same[0]?.status, await points.money(actor.memberId)]).toEqual(['approved', 5n * UNIT]);
    const large = await points.redeem(actor, await points.goods({ kind: 'credit', amount: 100_000n * UNIT }));
    expect([large.status, await points.money(actor.memberId)]).toEqual(['in_process', 5n * UNIT]);
    await points.reject(large.id);
    expect((await points.redeem(actor, await points.goods())).status).toBe('in_process');
    await setRules({ atOnce: [] });
  });
});

describe('a voucher', () => {
  const voucher = () => points.goods({ kind: 'voucher', amount: 10n * UNIT, stock: null });
  const add = (goodsId: string, given: readonly string[]) => inTransaction(database.db, (tx) => points.desk.addCodes(tx, goodsId, given));

  test('gets its codes with the approval, each code once', async () => {
    const id = await voucher();
    expect(await add(id, [`${id}-A`, `${id}-B`])).toBe(2);
    expect(await add(id, [`${id}-B`, `${id}-C`])).toBe(1);
    const actors = await Promise.all(Array.from({ length: 4 }, () => points.member(500n * POINT)));
    const rows = await Promise.all(actors.map((actor) => points.redeem(actor, id)));
    const results = await Promise.allSettled(rows.map((row, n) => (n % 2 ? points : other).approve(row.id)));
    const failed = results.filter((result) => result.status === 'rejected');
    for (const { reason } of failed) expect(reason).toMatchObject(refused('points_codes_missing'));
    // A code that another approval holds at the moment is skipped.
    for (const row of rows) await points.approve(row.id).catch(() => undefined);
    const given = await Promise.all(rows.map((row) => codes(row.id)));
    expect(given.flat().toSorted()).toEqual([`${id}-A`, `${id}-B`, `${id}-C`]);
    const left = rows.find((_row, n) => given[n]?.length === 0);
    await expect(points.approve(left?.id ?? '')).rejects.toMatchObject({ code: 'points_codes_missing', params: { missing: 1 } });
    expect((await points.approve(left?.id ?? '', 'operator-1', { codes: [`${id}-D`] })).status).toBe('approved');
    expect(await codes(left?.id ?? '')).toEqual([`${id}-D`]);
  });

  test('keeps its codes sealed', async () => {
    const id = await voucher();
    await add(id, ['READABLE-CODE-1']);
    const { rows } = await sql<{ text: string }>`select to_jsonb(v)::text as text from point_voucher v`.execute(database.db);
    expect(rows.map(({ text }) => text).join()).not.toContain('READABLE-CODE-1');
  });

  test('is delivered at once as long as there are codes', async () => {
    await setRules({ atOnce: ['voucher'] });
    const id = await voucher();
    await add(id, [`${id}-1`]);
    const actor = await points.member(1_000n * POINT);
    const [first, second] = [await points.redeem(actor, id), await points.redeem(actor, id)];
    expect([first.status, second.status]).toEqual(['approved', 'in_process']);
    expect(await codes(first.id)).toEqual([`${id}-1`]);
    await points.reject(second.id);
    await setRules({ atOnce: [] });
  });
});

describe('a conversion', () => {
  beforeAll(() => setRules({ conversion: { pointsPerUnit: 150, least: 100 } }));

  test('pays once for a reference, and takes only the points of what it pays', async () => {
    const actor = await points.member(1_000n * POINT);
    const same = await Promise.all(
      Array.from({ length: 6 }, (_, n) => (n % 2 ? points : other).convert(actor, 155, 'one-reference-of-conversion')),
    );
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    // 155 points give 1.03, which are 154.50 points.
    expect(await points.money(actor.memberId)).toBe(10_300n);
    expect(await points.balance(actor.memberId)).toBe(845_500_000n);
    await expect(points.convert(actor, 156, 'one-reference-of-conversion')).rejects.toMatchObject(refused('reference_conflict'));
  });

  test('of the same points at the same time is made once', async () => {
    const actor = await points.member(150n * POINT);
    const results = await Promise.allSettled([points, other, points].map((node) => node.convert(actor, 150)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await points.money(actor.memberId), await points.balance(actor.memberId)]).toEqual([UNIT, 0n]);
  });

  test.each(['0', '-5', '99', '1.5', '1e9', '9999999999', '', 'all'])('of %j points is refused', async (entered) => {
    const actor = await points.member(1_000n * POINT);
    await expect(points.convert(actor, entered)).rejects.toMatchObject(refused('points_convert_least'));
  });

  test('needs points, money of the account, and a merchant who converts', async () => {
    const actor: Actor = await points.member(500n * POINT);
    await expect(points.convert(actor, 501)).rejects.toMatchObject(refused('points_insufficient'));
    await setRules({ conversion: { pointsPerUnit: 1, least: 1 } });
    const rich = await points.member(50_000n * POINT);
    await expect(points.convert(rich, 50_000)).rejects.toMatchObject(refused('points_unfunded'));
    expect(await points.balance(rich.memberId)).toBe(50_000n * POINT);
    points.resting.add(rich.memberId);
    await expect(points.convert(rich, 5)).rejects.toMatchObject(refused('self_excluded_open'));
    await setRules({ conversion: null });
    await expect(points.convert(actor, 100)).rejects.toMatchObject(refused('points_convert_off'));
  });

  test('is exact in every currency', () => {
    for (const [currency, coin] of [
      ['USD', 100n],
      ['JPY', UNIT],
      ['VND', UNIT],
    ] as const)
      for (const perUnit of [1, 3, 7, 100, 999_983])
        for (const entered of [1n, 99n, 12_345n, 999_999_999n]) {
          const { points: taken, units } = exchange(entered * POINT, perUnit, currency);
          expect(units % coin).toBe(0n);
          expect(taken * UNIT).toBe(units * BigInt(perUnit) * POINT);
          expect(taken <= entered * POINT && entered * POINT - taken < (BigInt(perUnit) * POINT * coin) / UNIT).toBe(true);
        }
  });
});

describe('planted faults', () => {
  const broken: readonly (readonly [string, string, RegExp])[] = [
    ['a payment', `update point_redemption set amount = amount + 1 where transfer_id is not null`, /should have paid/],
    [
      'a payment without a transfer',
      `update point_redemption set transfer_id = null where transfer_id is not null`,
      /without a redemption/,
    ],
    ['a conversion', `update point_conversion set points = points + 1`, /points took/],
    ['a code', `update point_voucher set redemption_id = null where redemption_id is not null`, /pieces has 0 codes/],
  ];
  test.each(broken)('in %s are found', async (_name, statement, difference) => {
    const work = inTransaction(database.db, async (tx) => {
      await sql.raw(statement).execute(tx);
      expect((await verifyPoints(tx)).join('\n')).toMatch(difference);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
  });
});
