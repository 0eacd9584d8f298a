import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../server/platform/base/db/index.ts';
import type { OpenedDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { verifyBonuses } from '../../server/platform/rewards/bonus/index.ts';
import { fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
import type { TestPlatform } from '../../server/platform/test-platform.ts';
import { callNode, openThreePlatforms, type PlatformNode, signInAt, type ThreePlatforms } from './three-platforms.ts';

/** A bonus on three platforms, each a separate process, on one database. */
let platforms: ThreePlatforms;
let database: OpenedDatabase;
const tokens: string[] = [];
let memberId = '';
let bonusId = '';
beforeAll(async () => {
  platforms = await openThreePlatforms('bonus');
  ({ database } = platforms);
  const { db } = database;
  await fundRewards({ db, clock: { now: () => new Date() }, merchant: 'lagoon' } as unknown as TestPlatform);
  await at(0).channel.request('runJobs', ['bonuses']);
  memberId = (await sql<{ id: string }>`select id from member where account = 'demo01'`.execute(db)).rows[0]?.id ?? '';
  const { rows } = await sql<{ id: string }>`
    insert into bonus (member_id, currency, source, reference, reason, amount, held, wagering, required, weights, days, state, offer_until, created_at)
    values (${memberId}, 'USD', 'operator', 'race', 'Thank you', 10000, 0, 10, 100000, '{"SPORTS":100}', 7, 'offered', now() + interval '1 day', now())
    returning id`.execute(db);
  bonusId = rows[0]?.id ?? '';
  for (const index of [0, 1, 2]) tokens.push(await signInAt(at(index)));
});
afterAll(() => platforms.close());

const at = (index: number): PlatformNode => platforms.at(index);
const stored = () => database.db.selectFrom('bonus').select(['state', 'wagered']).where('id', '=', bonusId).executeTakeFirstOrThrow();

test('an offer is accepted once on three nodes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      callNode<unknown>(at(index % 3), 'bonus.accept', { token: tokens[index % 3] ?? '', body: { offerId: bonusId } }),
    ),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  for (const { success, code } of answers) if (!success) expect(code).toBe('bonus_taken');
  expect(await stored()).toMatchObject({ state: 'running' });
  expect(await verifyBonuses(database.db)).toEqual([]);
});

test('play counts once if a node is killed between the facts and the wagering', async () => {
  await platforms.killInside('bonuses', 'bonus', async () => {
    await inTransaction(database.db, async (tx) => {
      for (let round = 0; round < 10; round += 1) {
        await sql`insert into bonus_round (provider, round_id, bonus_id, weight) values ('p', ${`kill-${round}`}, ${bonusId}::bigint, 100)`.execute(
          tx,
        );
        await sql`
          insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
          values (${memberId}, 'p', ${`kill-${round}`}, 'g', 'v', 'SPORTS', 'USD', 'settled', 1, 5000, 5000, 0, 0, now())`.execute(tx);
      }
    });
  });
  expect(await stored()).toEqual({ state: 'running', wagered: '0' });
  for (let turn = 0; (await stored()).wagered === '0'; turn += 1) {
    expect(await at(1 + (turn % 2)).channel.request('runJobs', ['bonuses'])).toEqual([]);
    await pause(300);
  }
  await Promise.all([at(1), at(2)].map(({ channel }) => channel.request('runJobs', ['bonuses'])));
  expect(await stored()).toEqual({ state: 'running', wagered: '5000000' });
  expect(await verifyBonuses(database.db)).toEqual([]);
  expect((await audit(database.db)).differences).toEqual([]);
  await platforms.revive();
});
