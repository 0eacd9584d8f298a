import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../server/platform/base/db/index.ts';
import type { OpenedDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { readMerchant, saveSettings } from '../../server/platform/merchant/index.ts';
import { verifyPoints } from '../../server/platform/rewards/points/index.ts';
import { addTestGoods, addTestPoints } from '../../server/platform/rewards/points/test-inputs.ts';
import { callNode, openThreePlatforms, type PlatformNode, signInAt, type ThreePlatforms } from './three-platforms.ts';

const DIGITS = '480159';
const POINT = 1_000_000n;

/** Points on three platforms, each a separate process, on one database. */
let platforms: ThreePlatforms;
let database: OpenedDatabase;
const tokens: string[] = [];
let memberId = '';
beforeAll(async () => {
  platforms = await openThreePlatforms('points');
  ({ database } = platforms);
  const { db } = database;
  const { settings } = await readMerchant(db, 'lagoon');
  await saveSettings(db, 'lagoon', { ...settings, features: { ...settings.features, points: true } });
  // Play from before the first run is not counted.
  await at(0).channel.request('runJobs', ['points']);
  memberId = (await sql<{ id: string }>`select id from member where account = 'demo01'`.execute(db)).rows[0]?.id ?? '';
  for (const index of [0, 1, 2]) tokens.push(await signInAt(at(index)));
  const password = { paymentPassword: DIGITS, confirmPaymentPassword: DIGITS };
  expect((await call(at(0), 'payment.change', { token: tokens[0] ?? '', body: password })).success).toBe(true);
});
afterAll(() => platforms.close());

const at = (index: number): PlatformNode => platforms.at(index);

/** What these tests read of a value. */
interface Value {
  readonly token: string;
  readonly redemptionId: string;
}

const call = (node: PlatformNode, id: string, input: Parameters<typeof callNode>[2]) => callNode<Value>(node, id, input);

/** A node that checks too many passwords at once refuses; the member sends the same order again. */
async function redeem(index: number, goodsId: string, reference: string = randomUUID()) {
  const body = { goodsId, quantity: 1, paymentPassword: DIGITS, reference };
  for (;;) {
    const answer = await call(at(index % 3), 'points.redeem', { token: tokens[index % 3] ?? '', body });
    if (answer.code !== 'server_busy') return answer;
    await pause(100);
  }
}

const balance = async () =>
  BigInt(
    (await sql<{ n: string }>`select balance as n from point_account where member_id = ${memberId}`.execute(database.db)).rows[0]?.n ?? 0,
  );

test('the last piece is redeemed once by orders on three nodes', async () => {
  await addTestPoints(database.db, memberId, 1_000n * POINT);
  const goodsId = await addTestGoods(database.db, { stock: 1 });
  const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => redeem(index, goodsId)));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  for (const { success, code } of answers) if (!success) expect(code).toBe('points_sold_out');
  expect(await balance()).toBe(900n * POINT);
});

test('the same points are spent once, and one reference redeems once', async () => {
  const goodsId = await addTestGoods(database.db, { stock: null, points: 500n * POINT });
  const answers = await Promise.all([0, 1, 2].map((index) => redeem(index, goodsId)));
  expect(answers.map(({ success, code }) => (success ? '' : code)).toSorted()).toEqual(['', 'points_insufficient', 'points_insufficient']);
  const cheap = await addTestGoods(database.db, { stock: null });
  const same = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => redeem(index, cheap, 'one-reference-on-three-nodes')));
  expect(new Set(same.map(({ value }) => value?.redemptionId)).size).toBe(1);
  expect(await balance()).toBe(300n * POINT);
  expect(await verifyPoints(database.db)).toEqual([]);
});

test('play counts once if a node is killed between the facts and the points', async () => {
  const before = await balance();
  await platforms.killInside('points', 'point_account', async () => {
    await inTransaction(database.db, async (tx) => {
      for (let round = 0; round < 20; round += 1)
        await sql`
          insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
          values (${memberId}, 'p', ${`kill-${round}`}, 'g', 'v', 'SPORTS', 'USD', 'settled', 1, 10000, 10000, 0, 0, now())`.execute(tx);
    });
  });
  expect(await balance()).toBe(before);
  for (let turn = 0; (await balance()) === before; turn += 1) {
    expect(await at(1 + (turn % 2)).channel.request('runJobs', ['points'])).toEqual([]);
    await pause(300);
  }
  await Promise.all([at(1), at(2)].map(({ channel }) => channel.request('runJobs', ['points'])));
  // Twenty stakes of one unit of the currency at one point each.
  expect(await balance()).toBe(before + 20n * POINT);
  expect(await verifyPoints(database.db)).toEqual([]);
  expect((await audit(database.db)).differences).toEqual([]);
});
