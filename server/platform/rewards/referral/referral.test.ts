import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import type { ReferralRules } from '../../merchant/index.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { addRewardMember } from '../test-members.ts';
import {
  addDeposit,
  addPlay,
  hour,
  MERCHANT,
  openReferral,
  type ReferralStage,
  referralOn,
  reverseDeposit,
  START,
  setRules,
  type TestReferral,
  UNIT,
} from './test-referral.ts';

const day = (days: number) => new Date(START + days * DAY_MS);

let database: TestDatabase;
let world: TestReferral;
let differences: ReferralStage['differences'];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  expect(await audit(database.db)).toMatchObject({ ok: true });
  await database.close();
});
async function open(rules: Partial<ReferralRules> = {}): Promise<void> {
  ({ world, differences } = await openReferral(database.db, rules));
}
beforeEach(() => open());

const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);
/** A member with a friend. */
async function pair(): Promise<{ referrer: string; friend: string }> {
  const [referrer, friend] = [await newMember(), await newMember()];
  await world.invite(referrer, friend);
  return { referrer, friend };
}
const deposit = (friend: string, whole: number) => addDeposit(database.db, world.wallet, friend, BigInt(whole) * UNIT);
const play = (friend: string, at: Date, whole: number) => addPlay(database.db, friend, at, BigInt(whole) * UNIT);
const balance = async (memberId: string) => (await world.wallet.balance(database.db, memberId))?.units;
const rewards = async (memberId: string) =>
  (await database.db.selectFrom('referral_reward').selectAll().where('member_id', '=', memberId).orderBy('id').execute()).map(
    ({ stage, side, state, cause }) => [stage, side, state, cause].filter((one) => one !== null).join(' '),
  );
const firstReward = (memberId: string) =>
  database.db.selectFrom('referral_reward').selectAll().where('member_id', '=', memberId).orderBy('id').executeTakeFirstOrThrow();
const rewardId = async (memberId: string) => `referral:${(await firstReward(memberId)).id}`;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  );
/** Both have used one browser. */
const link = async (members: readonly string[], at: Date) => {
  for (const id of members)
    await sql`insert into member_trait (member_id, kind, key, seen_at) values (${id}, 'browser', ${`browser ${members[0]}`}, ${at})`.execute(
      database.db,
    );
};

describe('a friend', () => {
  test('gives both sides their rewards, each once', async () => {
    const { referrer, friend } = await pair();
    await deposit(friend, 49);
    await world.runAt(hour(1));
    expect((await world.read(referrer)).counts).toEqual({ registered: 1, deposited: 1, played: 0 });
    expect(await rewards(referrer)).toEqual([]);
    await deposit(friend, 1);
    await play(friend, hour(2), 200);
    await world.runAt(hour(2));
    expect(await rewards(referrer)).toEqual(['deposited referrer claimable', 'played referrer claimable']);
    expect(await rewards(friend)).toEqual(['deposited friend claimable', 'played friend claimable']);
    expect((await world.centre.counts(database.db, referrer)).referral).toBe(2);
    expect(world.posted.filter(({ memberId }) => memberId === referrer).map(({ template }) => template)).toEqual([
      'referral_earned',
      'referral_earned',
    ]);
    expect(await world.claim(referrer)).toMatchObject({ count: 2, paid: 13n * UNIT, waiting: 0n });
    expect(await balance(referrer)).toBe(13n * UNIT);
    expect(await refusal(world.claim(referrer))).toBe('reward_nothing');
    expect(await refusal(world.claim(referrer, await rewardId(referrer)))).toBe('referral_claimed');
    expect((await world.claim(friend)).paid).toBe(7n * UNIT);
    expect((await world.read(referrer)).sums).toMatchObject({ claimed: '13.0000', claimable: '0.0000', pending: '0.0000' });
    expect(await differences()).toEqual([]);
  });

  test('is shown with a masked name, stages with their times, and those whom it has invited', async () => {
    const { referrer, friend } = await pair();
    const third = await newMember();
    await world.invite(friend, third);
    await deposit(friend, 10);
    await play(friend, hour(1), 5);
    await world.runAt(hour(2));
    const { friends, earnings, code, rules } = await world.read(referrer);
    expect(friends).toEqual([
      {
        name: `m_•••${friend.at(-1)}`,
        registeredAt: hour(0).toISOString(),
        depositedAt: hour(0).toISOString(),
        playedAt: hour(1).toISOString(),
        invited: [{ name: `m_•••${third.at(-1)}`, registeredAt: hour(0).toISOString() }],
        invitedCount: 1,
      },
    ]);
    expect(JSON.stringify(friends)).not.toContain(friend);
    expect(earnings.map(({ step, stage, amount }) => `${step} ${stage} ${amount}`)).toEqual([
      'pending deposited 3.0000',
      'pending played 10.0000',
    ]);
    expect([code, rules.length]).toEqual([expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/), 2]);
    // Of the friend: its own goals, and one of whom it has invited.
    expect((await world.read(friend)).earnings.map(({ side, name }) => `${side} ${name === ''}`)).toEqual([
      'friend true',
      'referrer false',
      'friend true',
      'referrer false',
    ]);
  });

  test('counts only what it does within the days of the stage', async () => {
    const { referrer, friend } = await pair();
    await world.runAt(day(11));
    await deposit(friend, 50);
    await play(friend, day(31), 200);
    await world.runAt(day(12));
    expect(await rewards(referrer)).toEqual([]);
    await play(friend, day(29), 200);
    await world.runAt(day(31));
    expect(await rewards(referrer)).toEqual(['played referrer claimable']);
    expect(await differences()).toEqual([]);
  });

  test('keeps the rules of its registration', async () => {
    const { referrer, friend } = await pair();
    await setRules(database.db, { stages: [{ stage: 'deposited', deposits: 10, stake: 0, withinDays: 1, referrer: 1, friend: 0 }] });
    await deposit(friend, 10);
    await world.runAt(hour(1));
    expect(await rewards(referrer)).toEqual([]);
    await deposit(friend, 40);
    await world.runAt(day(9));
    expect(await rewards(referrer)).toEqual(['deposited referrer claimable']);
    const later = await newMember();
    await world.invite(referrer, later);
    await deposit(later, 10);
    await world.runAt(day(9));
    expect(await rewards(referrer)).toEqual(['deposited referrer claimable', 'deposited referrer claimable']);
    expect(await rewards(later)).toEqual([]);
  });

  test('cannot be the member itself, and who invited it does not change', async () => {
    const { referrer, friend } = await pair();
    const run = (statement: ReturnType<typeof sql>) => statement.execute(database.db);
    const single = await newMember();
    await expect(world.invite(single, single)).rejects.toThrow(/check/);
    await expect(world.invite(friend, referrer)).rejects.toThrow(/has invited others/);
    await expect(world.invite(single, friend)).rejects.toThrow(/duplicate/);
    await expect(run(sql`update referral set referrer_id = 'other' where friend_id = ${friend}`)).rejects.toThrow(/does not change/);
    await expect(run(sql`delete from referral where friend_id = ${friend}`)).rejects.toThrow(/does not change/);
  });

  test('refers to no member while inviting is off, or with an unknown code', async () => {
    await setRules(database.db, {}, { referral: false });
    await pair();
    expect(await database.db.selectFrom('referral').selectAll().execute()).toEqual([]);
  });
});

describe('what is taken back', () => {
  test('withdraws unclaimed rewards, and gives them again with a new deposit', async () => {
    const { referrer, friend } = await pair();
    const reference = await deposit(friend, 60);
    await world.runAt(hour(1));
    const id = await rewardId(referrer);
    await reverseDeposit(database.db, world.wallet, friend, reference, 60n * UNIT);
    await world.runAt(hour(2));
    expect(await rewards(referrer)).toEqual(['deposited referrer withdrawn']);
    expect(await refusal(world.claim(referrer, id))).toBe('referral_withdrawn');
    expect((await world.read(referrer)).counts).toEqual({ registered: 1, deposited: 0, played: 0 });
    expect((await world.read(referrer)).earnings.map(({ step, cause }) => `${step} ${cause}`)).toContain('withdrawn reversed');
    await deposit(friend, 50);
    await world.runAt(hour(3));
    expect(await rewards(referrer)).toEqual(['deposited referrer claimable']);
    expect((await world.claim(referrer)).paid).toBe(3n * UNIT);
    expect(await differences()).toEqual([]);
  });

  test('counts where the deposit has counted, also after the end of the stage', async () => {
    const { referrer, friend } = await pair();
    const reference = await deposit(friend, 60);
    await world.runAt(day(11));
    expect(await rewards(referrer)).toEqual(['deposited referrer claimable']);
    const late = await deposit(friend, 500);
    await reverseDeposit(database.db, world.wallet, friend, late, 500n * UNIT);
    await world.runAt(day(11));
    expect(await rewards(referrer)).toEqual(['deposited referrer claimable']);
    await reverseDeposit(database.db, world.wallet, friend, reference, 11n * UNIT);
    await world.runAt(day(12));
    expect(await rewards(referrer)).toEqual(['deposited referrer withdrawn']);
    expect(await differences()).toEqual([]);
  });

  test('after the claim stays paid, and is shown to operators', async () => {
    const { referrer, friend } = await pair();
    const reference = await deposit(friend, 60);
    await world.runAt(hour(1));
    await world.claim(referrer);
    await reverseDeposit(database.db, world.wallet, friend, reference, 60n * UNIT);
    await world.runAt(hour(2));
    expect(await rewards(referrer)).toEqual(['deposited referrer paid']);
    const cases = await world.desk.cases(database.db, { offset: 0, limit: 10 });
    expect(cases.map(({ side, taken_back }) => `${side} ${taken_back}`)).toEqual(['referrer true']);
    expect(await differences()).toEqual([]);
  });
});

describe('accounts that may belong together', () => {
  test('hold the reward with the evidence, until an operator releases it', async () => {
    const { referrer, friend } = await pair();
    await link([referrer, friend], hour(0));
    await deposit(friend, 50);
    await world.runAt(hour(1));
    expect(await rewards(referrer)).toEqual(['deposited referrer held linked']);
    expect(await rewards(friend)).toEqual(['deposited friend held linked']);
    expect(await refusal(world.claim(referrer))).toBe('reward_nothing');
    expect(await refusal(world.claim(referrer, await rewardId(referrer)))).toBe('referral_held');
    expect(world.posted.map(({ template }) => template)).toEqual(['referral_held', 'referral_held']);
    const [held] = await world.desk.cases(database.db, { offset: 0, limit: 10 });
    expect(held?.links).toEqual([{ memberId: referrer, kinds: ['browser'] }]);
    await world.decide('release', held?.id ?? '');
    expect(world.posted.at(-1)).toMatchObject({ memberId: referrer, template: 'referral_earned' });
    // It is not held again, and decided once.
    await world.runAt(hour(2));
    expect(await refusal(world.decide('refuse', held?.id ?? ''))).toBe('not_found');
    expect((await world.claim(referrer)).paid).toBe(3n * UNIT);
    expect(await differences()).toEqual([]);
  });

  test('are refused with a reason that the member reads', async () => {
    const { referrer, friend } = await pair();
    await link([referrer, friend], hour(0));
    const reference = await deposit(friend, 50);
    await world.runAt(hour(1));
    await world.decide('refuse', (await firstReward(referrer)).id, 'One person with two accounts.');
    expect(world.posted.at(-1)).toMatchObject({
      memberId: referrer,
      template: 'referral_refused',
      params: { amount: '$3.00', reason: 'One person with two accounts.' },
    });
    expect((await world.read(referrer)).earnings.at(-1)).toMatchObject({
      step: 'refused',
      cause: 'operator',
      reason: 'One person with two accounts.',
    });
    expect(await refusal(world.claim(referrer, await rewardId(referrer)))).toBe('referral_refused');
    // A new deposit is no way around the decision.
    await reverseDeposit(database.db, world.wallet, friend, reference, 50n * UNIT);
    await world.runAt(hour(2));
    await deposit(friend, 50);
    await world.runAt(hour(3));
    expect(await rewards(referrer)).toEqual(['deposited referrer refused operator']);
    expect(await differences()).toEqual([]);
  });

  test('are noticed among the friends of one member, and between the reward and the claim', async () => {
    const { referrer, friend } = await pair();
    const sibling = await newMember();
    await world.invite(referrer, sibling);
    await deposit(friend, 50);
    await world.runAt(hour(1));
    expect(await rewards(referrer)).toEqual(['deposited referrer claimable']);
    await link([friend, sibling], hour(2));
    world.clock.advance(HOUR_MS);
    expect(await refusal(world.claim(referrer, await rewardId(referrer)))).toBe('referral_held');
    await world.runAt(hour(3));
    expect(await rewards(referrer)).toEqual(['deposited referrer held linked']);
    expect(await balance(referrer)).toBe(0n);
  });

  test('that have nothing to do with the invitation change nothing', async () => {
    const { referrer, friend } = await pair();
    await link([friend, await newMember()], hour(0));
    await deposit(friend, 50);
    await world.runAt(hour(1));
    expect(await rewards(referrer)).toEqual(['deposited referrer claimable']);
  });
});

describe('the rules', () => {
  test('limit what is earned in a month, with the reason', async () => {
    await open({ perMonth: 5 });
    const { referrer, friend } = await pair();
    const second = await newMember();
    await world.invite(referrer, second);
    for (const id of [friend, second]) await deposit(id, 50);
    await world.runAt(hour(1));
    expect(await rewards(referrer)).toEqual(['deposited referrer claimable', 'deposited referrer refused month']);
    expect(world.posted.find(({ template }) => template === 'referral_refused')?.params).toMatchObject({
      reasonKey: 'referral.cause_month',
    });
    // The friend loses nothing by it, and the next month has room again.
    expect(await rewards(second)).toEqual(['deposited friend claimable']);
    await world.runAt(day(25));
    const third = await newMember();
    await world.invite(referrer, third);
    await deposit(third, 50);
    await world.runAt(day(25));
    expect((await rewards(referrer)).at(-1)).toBe('deposited referrer claimable');
  });

  test('limit the friends that are rewarded; those who were rewarded keep their rewards', async () => {
    await open({ maxFriends: 1 });
    const { referrer, friend } = await pair();
    const second = await newMember();
    await world.invite(referrer, second);
    await deposit(friend, 50);
    await world.runAt(hour(1));
    await deposit(second, 50);
    await play(friend, hour(2), 200);
    await world.runAt(hour(2));
    expect((await rewards(referrer)).toSorted()).toEqual([
      'deposited referrer claimable',
      'deposited referrer refused friends',
      'played referrer claimable',
    ]);
  });

  test('end the time to claim', async () => {
    const { referrer, friend } = await pair();
    await deposit(friend, 50);
    await world.runAt(hour(1));
    const id = await rewardId(referrer);
    world.clock.advance(20 * DAY_MS);
    expect(await refusal(world.claim(referrer, id))).toBe('referral_expired');
    await world.runAt(new Date(world.clock.now()));
    expect(await rewards(referrer)).toEqual(['deposited referrer expired']);
  });
});

describe('a break', () => {
  test('offers and pays nothing, sends no message, and extends the time to claim', async () => {
    const { referrer, friend } = await pair();
    world.resting.add(referrer);
    await deposit(friend, 50);
    await world.runAt(hour(1));
    expect(world.posted.map(({ memberId }) => memberId)).toEqual([friend]);
    expect(await world.read(referrer)).toMatchObject({ paused: true, code: null, rules: [] });
    expect((await world.centre.counts(database.db, referrer)).referral).toBe(0);
    expect(await refusal(world.claim(referrer))).toBe('time_out');
    await world.runAt(day(21));
    world.resting.delete(referrer);
    expect((await world.claim(referrer)).paid).toBe(3n * UNIT);
  });
});

test('a claim waits for money in the account of rewards', async () => {
  await open({ stages: [{ stage: 'deposited', deposits: 50, stake: 0, withinDays: 10, referrer: 999_999, friend: 0 }] });
  const { referrer, friend } = await pair();
  await deposit(friend, 50);
  await world.runAt(hour(1));
  expect(await world.claim(referrer)).toMatchObject({ paid: 0n, waiting: 999_999n * UNIT });
  expect(await world.desk.unfunded(database.db)).toEqual({ count: 1, units: 999_999n * UNIT });
  await fundRewards(database.db, world.wallet, 1_000_000n * UNIT, 'referral-more');
  await world.runAt(hour(2));
  expect(await balance(referrer)).toBe(999_999n * UNIT);
  expect(await differences()).toEqual([]);
});

describe('several nodes', () => {
  test('count each fact once, and pay one claim of many', async () => {
    const pairs = [await pair(), await pair(), await pair()];
    for (const { friend } of pairs) {
      await deposit(friend, 50);
      for (let n = 0; n < 4; n += 1) await play(friend, hour(1), 50);
    }
    const nodes = [1, 2, 3].map(() => referralOn(database.db, world.clock));
    await Promise.all(nodes.map((node) => node.runAt(hour(1))));
    const members = pairs.flatMap(({ referrer, friend }) => [referrer, friend]);
    const claims = members.flatMap((id) => nodes.flatMap((node) => [refusal(node.claim(id)), refusal(node.claim(id))]));
    for (const answer of await Promise.all(claims)) expect(['accepted', 'reward_nothing']).toContain(answer);
    for (const { referrer } of pairs) expect(await balance(referrer)).toBe(13n * UNIT);
    expect(await differences()).toEqual([]);
  });

  test('of which one ends between the facts and the rewards leave nothing half done', async () => {
    const { referrer, friend } = await pair();
    await deposit(friend, 50);
    const dying = referralOn(database.db, world.clock);
    Object.assign(dying.centre, { publish: () => Promise.reject(new Error('killed')) });
    await expect(dying.runAt(hour(1))).rejects.toThrow('killed');
    expect([await rewards(referrer), await differences()]).toEqual([[], []]);
    await world.runAt(hour(1));
    expect([await rewards(referrer), await differences()]).toEqual([['deposited referrer claimable'], []]);
  });

  test('decide about a held reward once', async () => {
    const { referrer, friend } = await pair();
    await link([referrer, friend], hour(0));
    await deposit(friend, 50);
    await world.runAt(hour(1));
    const { id } = await firstReward(referrer);
    const answers = await Promise.all([refusal(world.decide('release', id)), refusal(world.decide('refuse', id))]);
    expect(answers.toSorted()).toEqual(['accepted', 'not_found']);
  });
});

describe('the verification finds', () => {
  test.each([
    ['play that was counted twice', sql`update referral set rounds = rounds * 2`, /rounds but the ledger/],
    ['a deposit that a stage has missed', sql`update referral_goal set deposits = deposits - 1 where stage = 'played'`, /counts .* but/],
    [
      'a stage that was not reached',
      sql`update referral_goal set need_deposits = need_deposits * 2 where stage = 'deposited'`,
      /is reached/,
    ],
    ['a reward that is missing', sql`delete from referral_reward where side = 'friend'`, /missing/],
    ['a reward of another amount', sql`update referral_reward set amount = amount + 1 where state = 'claimable'`, /gives the/],
    ['an amount that was not moved', sql`update referral_reward set amount = amount + 1 where state = 'paid'`, /moves/],
    [
      'a payment without a reward',
      sql`update referral_reward set state = 'due', transfer_id = null, paid_at = null where state = 'paid'`,
      /without a reward/,
    ],
  ])('%s', async (_name, fault, pattern) => {
    const { referrer, friend } = await pair();
    await deposit(friend, 50);
    await play(friend, hour(1), 200);
    await world.runAt(hour(1));
    await world.claim(referrer);
    expect(await differences()).toEqual([]);
    await fault.execute(database.db);
    expect((await differences()).join('\n')).toMatch(pattern);
  });
});
