import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../server/platform/base/db/index.ts';
import type { OpenedDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
import { verifyReferrals } from '../../server/platform/rewards/referral/index.ts';
import type { TestPlatform } from '../../server/platform/test-platform.ts';
import { callNode, openThreePlatforms, type PlatformNode, signInAt, type ThreePlatforms } from './three-platforms.ts';

/** Invitations on three platforms, each a separate process, on one database. */
let platforms: ThreePlatforms;
let database: OpenedDatabase;
const tokens: string[] = [];
const FRIEND = 'm_race_friend';
beforeAll(async () => {
  platforms = await openThreePlatforms('referral');
  ({ database } = platforms);
  const { db } = database;
  await fundRewards({ db, clock: { now: () => new Date() }, merchant: 'lagoon' } as unknown as TestPlatform);
  await at(0).channel.request('runJobs', ['referrals']);
  await sql`
    insert into member (id, merchant, account, account_key, type, currency, status, nickname, password_hash, password_changed_at, profile, created_at)
    values (${FRIEND}, 'lagoon', ${FRIEND}, ${FRIEND}, 0, 'USD', 'active', ${FRIEND}, '', now(), '{}', now())`.execute(db);
  await sql`
    insert into referral (friend_id, referrer_id, code, registered_at)
    select ${FRIEND}, id, 'PEARL234', now() - interval '1 hour' from member where account = 'demo01'`.execute(db);
  await sql`
    insert into referral_goal (friend_id, stage, need_deposits, need_stake, ends_at, referrer_amount, friend_amount, currency)
    values (${FRIEND}, 'played', 0, 200000, now() + interval '9 days', 30000, 0, 'USD')`.execute(db);
  for (const index of [0, 1, 2]) tokens.push(await signInAt(at(index)));
});
afterAll(() => platforms.close());

const at = (index: number): PlatformNode => platforms.at(index);

/** On all nodes in turn. */
const claim = (index: number, rewardId: string) =>
  callNode<unknown>(at(index % 3), 'rewards.claim', { token: tokens[index % 3] ?? '', body: { rewardId } });

const rewards = async () =>
  (await sql<{ id: string; state: string }>`select id, state from referral_reward order by id`.execute(database.db)).rows;
const paid = async () =>
  Number(
    (
      await sql<{ n: string }>`
        select coalesce(sum(p.amount), 0) as n from ledger_transfer t join ledger_posting p on p.transfer_id = t.id
          join ledger_account a on a.id = p.account_id and a.kind = 'wallet' where t.kind = 'referral'`.execute(database.db)
    ).rows[0]?.n,
  );

test('play counts once if a node is killed between the facts and the reward', async () => {
  await platforms.killInside('referrals', 'referral_reward', async () => {
    await inTransaction(database.db, async (tx) => {
      for (let round = 0; round < 20; round += 1)
        await sql`
          insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
          values (${FRIEND}, 'p', ${`kill-${round}`}, 'g', 'v', 'SPORTS', 'USD', 'settled', 1, 10000, 10000, 0, 0, now())`.execute(tx);
    });
  });
  expect(await rewards()).toEqual([]);
  for (let turn = 0; (await rewards()).length === 0; turn += 1) {
    expect(await at(1 + (turn % 2)).channel.request('runJobs', ['referrals'])).toEqual([]);
    await pause(300);
  }
  await Promise.all([at(1), at(2)].map(({ channel }) => channel.request('runJobs', ['referrals'])));
  expect((await rewards()).map(({ state }) => state)).toEqual(['claimable']);
  expect(await verifyReferrals(database.db)).toEqual([]);
  await platforms.revive();
});

test('a reward is paid once by claims on three nodes', async () => {
  const [reward] = await rewards();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => claim(index, index % 3 === 0 ? 'all' : `referral:${reward?.id}`)),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  for (const { success, code } of answers) if (!success) expect(['referral_claimed', 'reward_nothing']).toContain(code);
  expect((await rewards()).map(({ state }) => state)).toEqual(['paid']);
  expect(await paid()).toBe(30_000);
  expect(await verifyReferrals(database.db)).toEqual([]);
  expect((await audit(database.db)).differences).toEqual([]);
});
