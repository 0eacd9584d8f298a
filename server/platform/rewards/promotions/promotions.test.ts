import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { POINTS_PER_WHOLE } from '../../../../shared/money/points.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { png } from '../../base/uploads/test-pictures.ts';
import { addRound } from '../missions/test-missions.ts';
import { auditedDatabase, refusal, sinceTransfer } from '../test-books.ts';
import { addRewardMember } from '../test-members.ts';
import {
  CASH,
  DEPOSIT,
  hour,
  MERCHANT,
  openPromotions,
  POINTS,
  promotionsOn,
  type SlowRound,
  START,
  slowStake,
  type TestPromotions,
  UNIT,
} from './test-promotions.ts';
import { verifyPromotions } from './verify.ts';

const database = auditedDatabase();
let world: TestPromotions;
let lastBefore = 0;
beforeEach(async () => {
  ({ world, lastBefore } = await openPromotions(database.db));
});

const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);
let rounds = 0;
async function play(memberId: string, hours: number, whole: number, more: { category?: string; roundId?: string } = {}, sign: 1 | -1 = 1) {
  rounds += 1;
  await addRound(database.db, { memberId, roundId: `r${rounds}`, at: hour(hours), stake: BigInt(whole) * UNIT, payout: 0n, ...more }, sign);
}
const balance = async (memberId: string) => (await world.wallet.balance(database.db, memberId))?.units;
const points = async (memberId: string) =>
  BigInt(
    (await database.db.selectFrom('point_account').select('balance').where('member_id', '=', memberId).executeTakeFirst())?.balance ?? 0,
  ) / POINTS_PER_WHOLE;
const reserved = async (id: string) =>
  BigInt((await database.db.selectFrom('promotion').select('reserved').where('id', '=', id).executeTakeFirstOrThrow()).reserved);
const differences = async () => sinceTransfer(await verifyPromotions(database.db), lastBefore);
interface Play {
  readonly member: number;
  readonly hours: number;
  readonly stake: number;
  readonly category: string;
  readonly isVoided: boolean;
  readonly joins: boolean;
}

/** Three members play, join at any time, and claim what the reference says they have reached. */
async function checkPlays(plays: readonly Play[], categories: readonly string[]): Promise<void> {
  world.clock.advance(START - world.clock.now().getTime());
  const { id: promotion } = await world.add({ ...POINTS, block: 'stake', target: (100n * UNIT).toString(), categories: [...categories] });
  const members = [await newMember(), await newMember(), await newMember()];
  const played = new Map<string, SlowRound[]>(members.map((id) => [id, []]));
  const joined = new Set<string>();
  const enter = async (id: string) => {
    if (!joined.has(id)) await world.join(id, promotion);
    joined.add(id);
  };
  for (const { member, joins, ...one } of plays) {
    const id = members[member] as string;
    rounds += 1;
    const round = { category: one.category, roundId: `p${rounds}` };
    await play(id, one.hours, one.stake, round);
    if (joins) await enter(id);
    if (one.isVoided) await play(id, one.hours, one.stake, round, -1);
    played.get(id)?.push({ ...one, at: hour(one.hours), stake: BigInt(one.stake) * UNIT });
    await world.runAt(hour(1));
  }
  for (const id of members) {
    await enter(id);
    const isReached = slowStake(played.get(id) ?? [], hour(0), hour(24), categories) >= 100n * UNIT;
    expect(await world.status(id, promotion)).toBe(isReached ? 'claim' : 'joined');
    if (isReached) await world.claim(id, promotion);
    await world.runAt(hour(1));
    expect(await points(id)).toBe(isReached ? 30n : 0n);
  }
  expect(await differences()).toEqual([]);
}

describe('a promotion for stake', () => {
  test('counts the period with play from before the join, is claimed once, and closes after its time', async () => {
    const id = await newMember();
    const { id: promotion } = await world.add();
    expect(await world.status(id, promotion)).toBe('join');
    await play(id, -1, 500);
    await play(id, 0.5, 40);
    await world.runAt(hour(1));
    await world.join(id, promotion);
    expect((await world.list(id)).promotions[0]?.progress).toEqual({ have: '40.0000', need: '100.0000' });
    expect(await refusal(world.join(id, promotion))).toBe('promotion_joined');
    expect(await refusal(world.claim(id, promotion))).toBe('promotion_nothing');
    await play(id, 2, 60);
    await world.runAt(hour(2));
    expect(await world.status(id, promotion)).toBe('claim');
    expect(await world.centre.counts(database.db, id)).toMatchObject({ promotions: 1 });
    await world.claim(id, promotion);
    expect([await balance(id), await world.status(id, promotion)]).toEqual([5n * UNIT, 'claimed']);
    expect(await refusal(world.claim(id, promotion))).toBe('promotion_claimed');
    await play(id, 3, 60);
    await world.runAt(hour(30));
    expect([await balance(id), await differences()]).toEqual([5n * UNIT, []]);
  });

  test('takes back what voided bets gave, ends unreached, and expires unclaimed, with its budget given back', async () => {
    const [first, second] = [await newMember(), await newMember()];
    const { id: promotion } = await world.add({ categories: ['RNG'] });
    for (const id of [first, second]) await world.join(id, promotion);
    expect(await reserved(promotion)).toBe(10n * UNIT);
    await play(first, 1, 100, { roundId: 'v' });
    await play(second, 1, 100);
    await play(second, 1, 500, { category: 'LIVE' });
    await world.runAt(hour(1));
    expect(await world.status(first, promotion)).toBe('claim');
    await play(first, 1, 100, { roundId: 'v' }, -1);
    await world.runAt(hour(2));
    expect([await world.status(first, promotion), await refusal(world.claim(first, promotion))]).toEqual(['joined', 'promotion_nothing']);
    await world.runAt(hour(25));
    expect([await world.status(first, promotion), await reserved(promotion)]).toEqual(['close', 5n * UNIT]);
    await world.runAt(hour(24 * 7));
    expect([await refusal(world.claim(second, promotion)), await reserved(promotion)]).toEqual(['promotion_expired', 0n]);
    expect(await differences()).toEqual([]);
  });

  test('with points, for any play and voids, gives what a slow reference computes', async () => {
    const one = fc.record({
      member: fc.nat({ max: 2 }),
      hours: fc.integer({ min: -3, max: 30 }),
      stake: fc.integer({ min: 1, max: 60 }),
      category: fc.constantFrom('RNG', 'LIVE', 'FISH'),
      isVoided: fc.boolean(),
      joins: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 25 }), fc.constantFrom([], ['RNG'], ['RNG', 'FISH']), (plays, categories) =>
        checkPlays(plays, categories),
      ),
      { numRuns: 25 },
    );
  });
});

describe('a promotion for a deposit', () => {
  test('gives a share of the first large deposit after the join, up to the highest gift', async () => {
    const [small, large] = [await newMember(), await newMember()];
    const { id: promotion } = await world.add(DEPOSIT);
    await world.deposit(small, 'before', 900n * UNIT);
    await world.runAt(hour(1));
    for (const id of [small, large]) await world.join(id, promotion);
    await world.deposit(small, 'too-small', 19n * UNIT);
    await world.deposit(small, 'first', (25n * UNIT * 10n + 5n) / 10n);
    await world.deposit(small, 'second', 100n * UNIT);
    await world.deposit(large, 'large', 400n * UNIT);
    await world.runAt(hour(2));
    expect((await world.list(small)).promotions[0]).toMatchObject({ status: 'claim', amount: '2.5000' });
    expect(await reserved(promotion)).toBe(17n * UNIT + UNIT / 2n);
    for (const id of [small, large]) await world.claim(id, promotion);
    expect((await world.list(large)).promotions[0]).toMatchObject({ status: 'claimed', amount: '15.0000' });
    expect(await balance(large)).toBe(415n * UNIT);
    expect(await differences()).toEqual([]);
  });

  test('ends with a reversal of the deposit before the claim', async () => {
    const id = await newMember();
    const { id: promotion } = await world.add(DEPOSIT);
    await world.join(id, promotion);
    await world.deposit(id, 'taken', 50n * UNIT);
    await world.runAt(hour(1));
    await world.reverse(id, 'taken', 50n * UNIT);
    await world.runAt(hour(2));
    expect([await world.status(id, promotion), await reserved(promotion)]).toEqual(['close', 0n]);
    expect(await refusal(world.claim(id, promotion))).toBe('promotion_expired');
    expect(await differences()).toEqual([]);
  });
});

describe('an application', () => {
  test('is paid when approved, and rejected with a reason, with messages to the members', async () => {
    const [good, bad] = [await newMember(), await newMember()];
    const { id: promotion } = await world.add(CASH);
    expect(await refusal(world.join(good, promotion))).toBe('promotion_other_way');
    const applied = await world.apply(good, promotion, { comment: ' Hello ' });
    const other = await world.apply(bad, promotion);
    expect([await world.status(good, promotion), await world.desk.waiting(database.db)]).toEqual(['applying', 2]);
    expect((await world.desk.application(database.db, applied.id))?.comment).toBe('Hello');
    await world.decide(applied.id, true);
    await world.decide(other.id, false);
    expect([await world.status(good, promotion), await balance(good)]).toEqual(['issued', 5n * UNIT]);
    expect((await world.list(bad)).promotions[0]).toMatchObject({ status: 'rejected', reason: 'because' });
    expect(world.posted.map(({ template, memberId }) => [template, memberId])).toEqual([
      ['promotion_approved', good],
      ['promotion_rejected', bad],
    ]);
    expect(await refusal(world.decide(applied.id, false))).toBe('promotion_decided');
    expect([await reserved(promotion), await differences()]).toEqual([5n * UNIT, []]);
  });

  test('takes a comment of 140 characters and three pictures, and refuses more with a code', async () => {
    const id = await newMember();
    const { id: promotion } = await world.add(CASH);
    const uploads = world.deps.uploads as ReturnType<typeof import('../../base/uploads/index.ts').createUploads>;
    const images: string[] = [];
    for (let n = 0; n < 4; n += 1) images.push((await uploads.store(id, 'promotion', await png())).id);
    expect(await refusal(world.apply(id, promotion, { comment: 'é'.repeat(141) }))).toBe('invalid_fields');
    expect(await refusal(world.apply(id, promotion, { images }))).toBe('upload_too_many');
    const receipt = (await uploads.store(id, 'deposit-proof', await png())).id;
    expect(await refusal(world.apply(id, promotion, { images: [receipt] }))).toBe('upload_not_found');
    expect(await refusal(uploads.store(id, 'promotion', Buffer.from('GIF89a')))).toBe('upload_not_image');
    expect([await world.status(id, promotion), await reserved(promotion)]).toEqual(['join', 0n]);
    await world.apply(id, promotion, { comment: '😀'.repeat(140), images: images.slice(0, 3) });
    expect(await world.status(id, promotion)).toBe('applying');
  });
});

describe('a member is refused', () => {
  test('before the start, from the last moment on, after a stop and without budget', async () => {
    const [id, other] = [await newMember(), await newMember()];
    const { id: later } = await world.add({ starts_at: hour(2), ends_at: hour(3) });
    const { id: last } = await world.add({ budget: (5n * UNIT).toString() });
    const { id: stopped } = await world.add();
    expect(await refusal(world.join(id, later))).toBe('promotion_not_begun');
    await world.join(other, stopped);
    await world.stop(stopped);
    expect([await refusal(world.join(id, stopped)), await world.status(other, stopped)]).toEqual(['promotion_closed', 'joined']);
    await world.join(other, last);
    expect(await refusal(world.join(id, last))).toBe('promotion_budget_used');
    world.clock.advance(3 * HOUR_MS - 1);
    await world.join(id, later);
    world.clock.advance(1);
    expect(await refusal(world.join(other, later))).toBe('promotion_closed');
    expect(await refusal(world.join(id, 'p-none'))).toBe('promotion_not_found');
  });

  test('outside of the audience, on a break, and at a limit', async () => {
    const id = await newMember();
    await sql`update member set created_at = ${hour(-48)}, last_login_country = 'TH' where id = ${id}`.execute(database.db);
    const closed = [{ min_level: 2 }, { new_days: 1 }, { agent_id: 'agent' }, { countries: ['VN'] }];
    for (const change of closed) {
      const { id: promotion } = await world.add(change);
      expect([change, await refusal(world.join(id, promotion))]).toEqual([change, 'promotion_not_for_you']);
      expect(await world.status(id, promotion)).toBeUndefined();
    }
    world.team.add(id);
    const { id: open } = await world.add({ new_days: 3, agent_id: 'agent', countries: ['VN', 'TH'] });
    world.limited.add(id);
    expect([await refusal(world.join(id, open)), (await world.list(id)).paused]).toEqual(['promotion_paused', true]);
    world.limited.delete(id);
    world.resting.add(id);
    expect([await refusal(world.join(id, open)), (await world.list(id)).promotions]).toEqual(['time_out', []]);
    world.resting.delete(id);
    await world.join(id, open);
    await play(id, 0, 200);
    await world.runAt(hour(1));
    world.resting.add(id);
    expect(await refusal(world.claim(id, open))).toBe('time_out');
    // The time to claim is longer because of the break.
    await world.runAt(hour(24 * 8));
    world.resting.delete(id);
    await world.claim(id, open);
    expect(await balance(id)).toBe(5n * UNIT);
  });
});

describe('several nodes', () => {
  const nodes = () => [0, 1, 2].map(() => promotionsOn(database.db, world.clock));

  test('let a member join once, and the last place of the budget be taken once', async () => {
    const [id, ...others] = [await newMember(), await newMember(), await newMember(), await newMember()];
    const { id: promotion } = await world.add();
    const twice = await Promise.all(nodes().flatMap((node) => [0, 1].map(() => refusal(node.join(id, promotion)))));
    expect(twice.toSorted()).toEqual(['accepted', ...Array(5).fill('promotion_joined')]);
    const { id: last } = await world.add({ budget: (9n * UNIT).toString() });
    const raced = await Promise.all(nodes().map((node, index) => refusal(node.join(others[index] as string, last))));
    expect(raced.toSorted()).toEqual(['accepted', 'promotion_budget_used', 'promotion_budget_used']);
    expect([await reserved(promotion), await reserved(last), await differences()]).toEqual([5n * UNIT, 5n * UNIT, []]);
  });

  test('pay a claim once: points for a claim, a stake, and a decision of two operators', async () => {
    const id = await newMember();
    const [{ id: gift }, { id: stake }, { id: cash }] = [await world.add(POINTS), await world.add(), await world.add(CASH)];
    await world.join(id, stake);
    const { id: application } = await world.apply(id, cash);
    await play(id, 1, 100);
    await world.runAt(hour(1));
    const answers = await Promise.all(
      nodes().flatMap((node) => [
        refusal(node.claim(id, gift)),
        refusal(node.claim(id, stake)),
        refusal(node.decide(application, true)),
        refusal(node.centre.claim(id, 'all')),
      ]),
    );
    for (const one of answers)
      expect(['accepted', 'promotion_claimed', 'promotion_joined', 'promotion_decided', 'reward_nothing']).toContain(one);
    await world.runAt(hour(2));
    expect([await balance(id), await points(id), await differences()]).toEqual([10n * UNIT, 30n, []]);
  });

  test('count play once while members join', async () => {
    const { id: promotion } = await world.add();
    const members = [await newMember(), await newMember(), await newMember()];
    for (const id of members) for (let n = 0; n < 4; n += 1) await play(id, 1, 20);
    await Promise.all([
      ...nodes().map((node) => node.runAt(hour(1))),
      ...nodes().map((node, index) => node.join(members[index] as string, promotion)),
    ]);
    await world.runAt(hour(1));
    for (const id of members) expect((await world.list(id)).promotions[0]?.progress?.have).toBe('80.0000');
    expect(await differences()).toEqual([]);
  });

  test('do not let a join pass a stop', async () => {
    const members = [await newMember(), await newMember()];
    const { id: promotion } = await world.add();
    const [first, second, third] = nodes() as [TestPromotions, TestPromotions, TestPromotions];
    const raced = await Promise.all([
      refusal(first.join(members[0] as string, promotion)),
      refusal(second.stop(promotion)),
      refusal(third.join(members[1] as string, promotion)),
    ]);
    for (const one of raced) expect(['accepted', 'promotion_closed']).toContain(one);
    expect(await refusal(world.join(await newMember(), promotion))).toBe('promotion_closed');
    expect(await differences()).toEqual([]);
  });
});
