import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../server/platform/base/db/index.ts';
import type { OpenedDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { readMerchant, saveSettings } from '../../server/platform/merchant/index.ts';
import { verifyMissions } from '../../server/platform/rewards/missions/index.ts';
import { verifyPoints } from '../../server/platform/rewards/points/index.ts';
import { fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
import type { TestPlatform } from '../../server/platform/test-platform.ts';
import { callNode, openThreePlatforms, type PlatformNode, signInAt, type ThreePlatforms } from './three-platforms.ts';

const POINT = 1_000_000n;

/** Missions on three platforms, each a separate process, on one database. */
let platforms: ThreePlatforms;
let database: OpenedDatabase;
const tokens: string[] = [];
let memberId = '';
beforeAll(async () => {
  platforms = await openThreePlatforms('missions');
  ({ database } = platforms);
  const { db } = database;
  const { settings } = await readMerchant(db, 'lagoon');
  const rule = { period: 'once', category: null, points: 0, amount: 0 } as const;
  const list = [
    { ...rule, id: 'rounds', goal: 'rounds', target: 20, points: 50 },
    { ...rule, id: 'stake', goal: 'stake', target: 20, amount: 2 },
  ] as const;
  await saveSettings(db, 'lagoon', { ...settings, missions: { claimDays: 7, list: [...list], boards: [] } });
  await fundRewards({ db, clock: { now: () => new Date() }, merchant: 'lagoon' } as unknown as TestPlatform);
  // Missions count from the first run on.
  await at(0).channel.request('runJobs', ['missions']);
  memberId = (await sql<{ id: string }>`select id from member where account = 'demo01'`.execute(db)).rows[0]?.id ?? '';
  for (const index of [0, 1, 2]) tokens.push(await signInAt(at(index)));
});
afterAll(() => platforms.close());

const at = (index: number): PlatformNode => platforms.at(index);

/** What these tests read of a value. */
interface Value {
  readonly token: string;
  readonly redemptionId: string;
}

const call = (node: PlatformNode, id: string, input: Parameters<typeof callNode>[2]) => callNode<Value>(node, id, input);

/** On all nodes in turn. */
const claim = (index: number, rewardId: string) =>
  call(at(index % 3), 'rewards.claim', { token: tokens[index % 3] ?? '', body: { rewardId } });

const points = async () =>
  BigInt(
    (await sql<{ n: string }>`select balance as n from point_account where member_id = ${memberId}`.execute(database.db)).rows[0]?.n ?? 0,
  );
const paid = async () =>
  Number(
    (
      await sql<{ n: string }>`
        select coalesce(sum(p.amount), 0) as n from ledger_transfer t join ledger_posting p on p.transfer_id = t.id
          join ledger_account a on a.id = p.account_id and a.kind = 'wallet' where t.kind = 'mission'`.execute(database.db)
    ).rows[0]?.n,
  );
const rewards = async () =>
  (await sql<{ id: string; state: string }>`select id, state from mission_reward order by mission_id`.execute(database.db)).rows;

test('play counts once if a node is killed between the facts and the rewards', async () => {
  await platforms.killInside('missions', 'mission_reward', async () => {
    await inTransaction(database.db, async (tx) => {
      for (let round = 0; round < 20; round += 1)
        await sql`
          insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
          values (${memberId}, 'p', ${`kill-${round}`}, 'g', 'v', 'SPORTS', 'USD', 'settled', 1, 10000, 10000, 0, 0, now())`.execute(tx);
    });
  });
  expect(await rewards()).toEqual([]);
  for (let turn = 0; (await rewards()).length === 0; turn += 1) {
    expect(await at(1 + (turn % 2)).channel.request('runJobs', ['missions'])).toEqual([]);
    await pause(300);
  }
  await Promise.all([at(1), at(2)].map(({ channel }) => channel.request('runJobs', ['missions'])));
  expect((await rewards()).map(({ state }) => state)).toEqual(['claimable', 'claimable']);
  expect(await verifyMissions(database.db)).toEqual([]);
  await platforms.revive();
});

test('rewards are paid once by claims on three nodes', async () => {
  const before = await points();
  const ids = (await rewards()).map(({ id }) => `missions:${id}`);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => claim(index, index % 3 === 0 ? 'all' : (ids[index % 2] ?? ''))),
  );
  expect(answers.some(({ success }) => success)).toBe(true);
  for (const { success, code } of answers) if (!success) expect(['mission_claimed', 'reward_nothing']).toContain(code);
  // Points that were in use are paid by the job.
  await at(1).channel.request('runJobs', ['missions']);
  expect((await rewards()).map(({ state }) => state)).toEqual(['paid', 'paid']);
  expect([(await points()) - before, await paid()]).toEqual([50n * POINT, 20_000]);
  expect([await verifyMissions(database.db), await verifyPoints(database.db)]).toEqual([[], []]);
  expect((await audit(database.db)).differences).toEqual([]);
});
