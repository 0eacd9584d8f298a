import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenedDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { readMerchant, saveSettings } from '../../server/platform/merchant/index.ts';
import { addTestStatement } from '../../server/platform/rewards/cashback/test-inputs.ts';
import { fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
import type { TestPlatform } from '../../server/platform/test-platform.ts';
import {
  type Answer as CallAnswer,
  callNode,
  openThreePlatforms,
  type PlatformNode,
  signInAt,
  type ThreePlatforms,
} from './three-platforms.ts';

/** Of each statement of `addTestStatement`. */
const AMOUNT = 5_000n;

/** Cashback on three platforms, each a separate process, on one database. */
let platforms: ThreePlatforms;
let database: OpenedDatabase;
const tokens: string[] = [];
beforeAll(async () => {
  platforms = await openThreePlatforms('cashback');
  ({ database } = platforms);
  const { db } = database;
  const { settings } = await readMerchant(db, 'lagoon');
  await saveSettings(db, 'lagoon', { ...settings, features: { ...settings.features, manualRebate: true } });
  await fundRewards(platform());
  // Play from before the first run is not counted.
  await at(0).channel.request('runJobs', ['cashback']);
  for (const index of [0, 1, 2]) tokens.push(await signInAt(at(index)));
});
afterAll(() => platforms.close());

/** The parts of a test platform that data for tests needs. */
function platform(): TestPlatform {
  return { db: database.db, clock: { now: () => new Date() }, merchant: 'lagoon' } as unknown as TestPlatform;
}

const at = (index: number): PlatformNode => platforms.at(index);

/** What these tests read of a value. */
interface Value {
  readonly token: string;
  readonly count: number;
  readonly paid: string;
  readonly pending: {
    readonly validBet: string;
  };
}
type Answer = CallAnswer<Value>;

const call = (node: PlatformNode, id: string, input: Parameters<typeof callNode>[2]) => callNode<Value>(node, id, input);

/** The calls of the reward centre and of cashback alone, on all nodes in turn. */
function claim(index: number, statementId: string): Promise<Answer> {
  const token = tokens[index % 3] ?? '';
  if (index % 2 === 0) return call(at(index % 3), 'cashback.claim', { token, body: { statementId } });
  const rewardId = statementId === 'all' ? 'all' : `cashback:${statementId}`;
  return call(at(index % 3), 'rewards.claim', { token, body: { rewardId } });
}

const paidBy = async (ids: readonly string[]) => {
  const { rows } = await sql<{ units: string; count: number }>`
    select coalesce(sum(s.amount), 0)::text as units, count(*)::int as count from ledger_transfer t
      join cashback_statement s on t.reference = 'cashback:' || s.id where s.id = any(${ids}::bigint[])`.execute(database.db);
  return { units: BigInt(rows[0]?.units ?? 0), count: rows[0]?.count };
};
const stateOf = async (id: string) =>
  (await database.db.selectFrom('cashback_statement').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const runJob = (index: number) => at(index).channel.request('runJobs', ['cashback']);

test('a claim of three nodes pays once, by either call', async () => {
  const id = await addTestStatement(platform());
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => claim(index, id)));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  for (const { success, code } of answers) if (!success) expect(code).toBe('cashback_claimed');
  expect(await paidBy([id])).toEqual({ units: AMOUNT, count: 1 });
});

test('claims of all and of single periods at once pay each period once', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await addTestStatement(platform()));
  const answers = await Promise.all([...ids, 'all', 'all', 'all', 'all'].map((id, index) => claim(index, id)));
  const claimed = answers.reduce((sum, { success, value }) => sum + (success ? value.count : 0), 0);
  expect(claimed).toBe(ids.length);
  expect(await paidBy(ids)).toEqual({ units: AMOUNT * 5n, count: 5 });
});

test('at the last second a claim is paid or expires, never both', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push(await addTestStatement(platform()));
  for (const [n, id] of ids.entries()) {
    await sql`update cashback_statement set claim_until = now() + make_interval(secs => ${0.2 + n / 10}) where id = ${id}`.execute(
      database.db,
    );
    const answers = await Promise.all([claim(n, id), pause(200).then(() => claim(n + 1, id)), runJob(0), runJob(1)]);
    await pause(600);
    await runJob(2);
    const isPaid = answers.slice(0, 2).some((one) => (one as Answer).success);
    expect([await stateOf(id), (await paidBy([id])).count]).toEqual(isPaid ? ['paid', 1] : ['expired', 0]);
    expect((await claim(n, id)).code).toBe(isPaid ? 'cashback_claimed' : 'cashback_expired');
  }
});

test('a voided bet is taken back, and play counts once if a node is killed between the facts and the cashback', async () => {
  const memberId = (await sql<{ id: string }>`select id from member where account = 'demo01'`.execute(database.db)).rows[0]?.id ?? '';
  const play = (round: string, kind: 'settled' | 'voided') =>
    sql`
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
    values (${memberId}, 'p', ${round}, 'g', 'v', 'RNG', 'USD', ${kind}, ${kind === 'settled' ? 1 : -1}, 10000,
            ${kind === 'settled' ? 10_000 : -10_000}, 0, 10000, now())`.execute(database.db);
  await platforms.killInside('cashback', 'cashback_play', async () => {
    for (let round = 0; round < 20; round += 1) await play(`cash-${round}`, 'settled');
    for (let round = 0; round < 5; round += 1) await play(`cash-${round}`, 'voided');
  });
  const counted = async () =>
    (
      await sql<{ n: string }>`select coalesce(sum(valid), 0)::text as n from cashback_play where member_id = ${memberId}`.execute(
        database.db,
      )
    ).rows[0]?.n;
  expect(await counted()).toBe('0');
  for (let turn = 0; (await counted()) === '0'; turn += 1) {
    await runJob(1 + (turn % 2));
    await pause(300);
  }
  await Promise.all([runJob(1), runJob(2)]);
  // Fifteen stakes of one unit of the currency are left.
  expect(await counted()).toBe('150000');
  expect((await call(at(1), 'cashback.overview', { token: tokens[1] ?? '' })).value.pending.validBet).toBe('15.0000');
});

test('after an exclusion nothing is claimed; a claim at the same time is before it or refused', async () => {
  const ids = [await addTestStatement(platform()), await addTestStatement(platform())];
  const exclude = { length: '6m', agreed: 'on', typedName: 'demo01' };
  const [excluded, ...answers] = await Promise.all([
    call(at(1), 'protection.exclude', { token: tokens[1] ?? '', body: exclude }),
    ...ids.map((id) => call(at(2), 'cashback.claim', { token: tokens[2] ?? '', body: { statementId: id } })),
  ]);
  expect(excluded.success).toBe(true);
  const succeeded = answers.filter(({ success }) => success).length;
  expect((await paidBy(ids)).count).toBe(succeeded);
  const late = await call(at(2), 'rewards.claim', { token: tokens[2] ?? '', body: { rewardId: 'all' } });
  expect(late.success).toBe(false);
  expect((await paidBy(ids)).count).toBe(succeeded);
  expect((await audit(database.db)).differences).toEqual([]);
});
