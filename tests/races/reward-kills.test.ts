import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenedDatabase } from '../../server/platform/base/db/open.ts';
import { signRequest } from '../../server/platform/base/signature.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { addMerchant } from '../../server/platform/merchant/index.ts';
import { bonusSettings, MERCHANT } from '../../server/platform/rewards/bonus/test-bonus.ts';
import { freeRoundsOn } from '../../server/platform/rewards/free-rounds/test-free-rounds.ts';
import { fundRewards } from '../../server/platform/rewards/points/test-inputs.ts';
import type { PromotionDraft } from '../../server/platform/rewards/promotions/desk.ts';
import { verifyPromotions } from '../../server/platform/rewards/promotions/index.ts';
import { draft } from '../../server/platform/rewards/promotions/test-promotions.ts';
import type { TestPlatform } from '../../server/platform/test-platform.ts';
import { callNode, openThreePlatforms, type PlatformNode, signInAt, type ThreePlatforms } from './three-platforms.ts';

/** Processes that end between a fact and its reward: rewards of promotions, and wins of free rounds. */
const SECRET = 'a-secret-of-the-vendor-for-races-00001';
const PROVIDER = 'NOVA';
const REWARD = 50_000;

let platforms: ThreePlatforms;
let database: OpenedDatabase;
let memberId = '';
beforeAll(async () => {
  platforms = await openThreePlatforms('reward_kills', SECRET);
  ({ database } = platforms);
  memberId = (await sql<{ id: string }>`select id from member where account = 'demo01'`.execute(database.db)).rows[0]?.id ?? '';
  // Play from before the first run is not counted.
  expect(await platforms.runJob(0, 'promotions')).toEqual([]);
});
afterAll(() => platforms.close());

const at = (index: number): PlatformNode => platforms.at(index);

async function publish(id: string, change: Partial<PromotionDraft> = {}): Promise<void> {
  const now = new Date();
  const { titles: _titles, gives, ...rule } = draft(new Date(now.getTime() - 1_000), change);
  const state = { state: 'live', created_at: now, published_at: now, stopped_at: null } as const;
  await database.db
    .insertInto('promotion')
    .values({ id, currency: 'USD', titles: JSON.stringify({ EN: 'Kill' }), gives: gives && JSON.stringify(gives), ...rule, ...state })
    .execute();
}

const addFact = (roundId: string, valid: number, at = new Date(), category = 'SPORTS') => sql`
  insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
  values (${memberId}, 'p', ${roundId}, 'g', 'v', ${category}, 'USD', 'settled', 1, ${valid}::int, ${valid}::int, 0, 0, ${at})`;

const entryState = async (id = 'kill') =>
  (await database.db.selectFrom('promotion_entry').select('state').where('promotion_id', '=', id).executeTakeFirst())?.state;

/** On the nodes that still run, until the entry has the state. */
async function runUntil(state: string, id = 'kill'): Promise<void> {
  for (let turn = 0; (await entryState(id)) !== state; turn += 1) {
    expect(await platforms.runJob(1 + (turn % 2), 'promotions')).toEqual([]);
    await pause(300);
  }
  await Promise.all([1, 2].map((index) => platforms.runJob(index, 'promotions')));
}

const paid = async (kind: string) =>
  (
    await sql<{ amount: string }>`
      select p.amount from ledger_transfer t join ledger_posting p on p.transfer_id = t.id
        join ledger_account a on a.id = p.account_id and a.kind = 'wallet' where t.kind = ${kind}`.execute(database.db)
  ).rows.map(({ amount }) => Number(amount));

test('the stake of a promotion counts once, and its reward is paid once, if nodes are killed before the counting and in the payment', async () => {
  await publish('kill');
  const token = await signInAt(at(1));
  const body = { promotionId: 'kill' };
  expect(await callNode(at(1), 'promotions.join', { token, body })).toMatchObject({ success: true });
  await platforms.killInside('promotions', 'promotion_entry', async () => {
    await addFact('kill-1', 600_000).execute(database.db);
    await addFact('kill-2', 400_000).execute(database.db);
  });
  expect(await entryState()).toBe('joined');
  await runUntil('claimable');
  expect(await verifyPromotions(database.db)).toEqual([]);
  await platforms.revive();

  // Nothing covers it yet: the job pays.
  expect(await callNode(at(1), 'promotions.claim', { token, body })).toMatchObject({ success: true });
  expect([await entryState(), await paid('promotion')]).toEqual(['due', []]);
  await platforms.killInside('promotions', 'promotion_entry', () =>
    fundRewards({ db: database.db, clock: { now: () => new Date() }, merchant: 'lagoon' } as unknown as TestPlatform),
  );
  expect([await entryState(), await paid('promotion')]).toEqual(['due', []]);
  await runUntil('paid');
  expect(await paid('promotion')).toEqual([REWARD]);
  expect(await verifyPromotions(database.db)).toEqual([]);
  expect((await audit(database.db)).differences).toEqual([]);
  await platforms.revive();
});

test('cashback becomes due once and is paid once if the node that ends it is killed', async () => {
  const [ended, before] = [new Date(Date.now() - 120_000), new Date(Date.now() - 600_000)];
  await publish('kill-back', {
    block: 'cashback',
    target: '0',
    percent: 1_000,
    categories: ['LIVE'],
    starts_at: before,
    ends_at: new Date(Date.now() + 3_600_000),
  });
  const token = await signInAt(at(1));
  expect(await callNode(at(1), 'promotions.join', { token, body: { promotionId: 'kill-back' } })).toMatchObject({ success: true });
  await addFact('kill-3', 300_000, new Date(ended.getTime() - 60_000), 'LIVE').execute(database.db);
  const counted = () =>
    database.db.selectFrom('promotion_entry').select('counted').where('promotion_id', '=', 'kill-back').executeTakeFirst();
  for (let turn = 0; (await counted())?.counted !== '300000'; turn += 1) {
    expect(await platforms.runJob(turn % 3, 'promotions')).toEqual([]);
    await pause(300);
  }
  // The rule of a published promotion is fixed: the test moves its end into the past without the trigger.
  await platforms.killInside('promotions', 'promotion_entry', () =>
    database.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await tx.updateTable('promotion').set({ ends_at: ended }).where('id', '=', 'kill-back').execute();
    }),
  );
  expect([await entryState('kill-back'), await paid('promotion')]).toEqual(['joined', [REWARD]]);
  await runUntil('paid', 'kill-back');
  expect((await paid('promotion')).toSorted((a, b) => a - b)).toEqual([30_000, REWARD]);
  expect(await verifyPromotions(database.db)).toEqual([]);
  expect((await audit(database.db)).differences).toEqual([]);
  await platforms.revive();
});

test('tickets of a raffle are given once if the node of the claim is killed and the member claims again', async () => {
  const [now, ends] = [Date.now(), new Date(Date.now() + 3_600_000)];
  const times = {
    starts_at: new Date(now - 60_000),
    ends_at: ends,
    draws_at: new Date(now + 7_200_000),
    created_at: new Date(now),
    published_at: new Date(now),
  };
  const rule = {
    titles: '{"EN":"Kill"}',
    claim_days: 5,
    currency: 'USD',
    min_level: 1,
    categories: [],
    stake_step: '10000',
    deposit_least: '0',
    max_tickets: 50,
  };
  const seed = { sealed_seed: 'none', seed_hash: '0'.repeat(64) };
  await database.db
    .insertInto('raffle')
    .values({
      id: 'kill-raffle',
      state: 'live',
      prizes: '[{"amount":"10000","count":1}]',
      budget: '10000',
      reserved: '10000',
      ...rule,
      ...times,
      ...seed,
    })
    .execute();
  const gives = { kind: 'tickets', raffleId: 'kill-raffle', raffleTitles: { EN: 'Kill' }, closesAt: ends.toISOString() } as const;
  await publish('kill-tickets', { amount: '0', tickets: 4, budget: '40', target: '10000', gives });
  const token = await signInAt(at(1));
  const body = { promotionId: 'kill-tickets' };
  expect(await callNode(at(1), 'promotions.join', { token, body })).toMatchObject({ success: true });
  await addFact('kill-4', 20_000).execute(database.db);
  await runUntil('claimable', 'kill-tickets');
  await platforms.killInside(
    () => callNode(at(0), 'promotions.claim', { token, body }),
    'raffle_grant',
    async () => undefined,
  );
  expect(await entryState('kill-tickets')).toBe('claimable');
  const answers = await Promise.all([1, 2, 1, 2].map((index) => callNode(at(index), 'promotions.claim', { token, body })));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  const entry = await database.db.selectFrom('raffle_entry').select('extra').where('raffle_id', '=', 'kill-raffle').executeTakeFirst();
  expect([await entryState('kill-tickets'), entry?.extra, await verifyPromotions(database.db)]).toEqual(['paid', 4, []]);
  await platforms.revive();
});

async function send(node: PlatformNode, operation: string, body: unknown): Promise<Record<string, unknown>> {
  const [path, text, timestamp] = [`/seamless/${PROVIDER}/${operation}`, JSON.stringify(body), String(Date.now())];
  const signature = signRequest(SECRET, { method: 'POST', path, timestamp, body: text });
  const headers = { 'Content-Type': 'application/json', 'X-Timestamp': timestamp, 'X-Signature': signature };
  return (await (await fetch(node.url + path, { method: 'POST', headers, body: text })).json()) as Record<string, unknown>;
}

test('the win of a free round is paid once if the node that books it is killed and the vendor repeats it', async () => {
  await addMerchant(database.db, MERCHANT, bonusSettings());
  const world = freeRoundsOn(database.db);
  const player = await world.bonus.player();
  const grant = await world.give(player.memberId, { rounds: 1 });
  expect(await world.play(player, grant.id, { id: 'free-kill' })).toMatchObject({ status: 'OK' });
  const named = { player: player.player, gameId: 'nova-1', roundId: 'r-free-kill', betTransactionId: 'free-kill', currency: 'USD' };
  const win = { ...named, transactionId: 'free-kill-win', amount: '4200', endRound: true };
  // It has taken the bet when it waits to count the win.
  await platforms.killInside(
    () => send(at(0), 'win', win),
    'free_round',
    async () => undefined,
  );
  expect([await paid('free-round-win'), await world.find(grant.id)]).toMatchObject([[], { played: 1, won: '0', state: 'open' }]);
  const answers = await Promise.all([1, 2, 1, 2].map((index) => send(at(index), 'win', win)));
  expect(answers.map(({ status }) => status)).toEqual(['OK', 'OK', 'OK', 'OK']);
  expect(new Set(answers.map(({ transferId }) => transferId)).size).toBe(1);
  expect([await paid('free-round-win'), await world.find(grant.id)]).toMatchObject([[4_200], { played: 1, won: '4200' }]);
});
