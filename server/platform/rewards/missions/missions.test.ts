import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { POINTS_PER_WHOLE } from '../../../../shared/money/points.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import { movableClock } from '../../base/clock.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { addMerchant, type MissionRule } from '../../merchant/index.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import { addRewardMember } from '../test-members.ts';
import {
  addRound,
  CLAIM_DAYS,
  MERCHANT,
  mission,
  missionSettings,
  missionsOn,
  type SlowRound,
  slowProgress,
  type TestMissions,
  type TestRound,
  UNIT,
} from './test-missions.ts';
import { verifyMissions } from './verify.ts';

/** A Wednesday. */
const START = Date.parse('2026-01-14T00:00:00.000Z');
const MONDAY = START - 2 * DAY_MS;
const hour = (hours: number) => new Date(START + hours * HOUR_MS);
const TABLES =
  'play_fact, fact_consumer, merchant, mission_since, mission_day, mission_play, mission_draw, mission_size, member_fact, mission_reward, mission_score, mission_board, mission_unlisted, point_account, point_entry, point_lot, point_use';

const LIST = [
  mission('rounds', { goal: 'rounds', target: 3 }),
  mission('stake', { goal: 'stake', target: 100, period: 'week', points: 0, amount: 5 }),
  mission('streak', { goal: 'streak', target: 3 }),
  mission('games', { goal: 'newGames', target: 2, period: 'week' }),
  mission('fish', { goal: 'rounds', target: 4, period: 'once', category: 'FISH' }),
];

let database: TestDatabase;
let world: TestMissions;
let count = 0;
/** The last transfer before the present test. */
let lastBefore = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  expect(await audit(database.db)).toMatchObject({ ok: true });
  await database.close();
});
async function open(list: readonly MissionRule[] = LIST, timeZone = 'UTC'): Promise<void> {
  await sql.raw(`truncate ${TABLES} cascade`).execute(database.db);
  await sql`update mission_clock set began_at = null, rules = null`.execute(database.db);
  await addMerchant(database.db, MERCHANT, missionSettings(list, timeZone));
  world = missionsOn(database.db, movableClock({ now: () => hour(0) }));
  await world.runAt(hour(0));
  count += 1;
  const { rows } = await sql<{ id: string | null }>`select max(id) as id from ledger_transfer`.execute(database.db);
  lastBefore = Number(rows[0]?.id ?? 0);
  await fundRewards(database.db, world.wallet, 100_000n * UNIT, `mission-fund-${count}`);
}
beforeEach(() => open());

const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);
let rounds = 0;
const round = (memberId: string, hours: number, more: Partial<TestRound> = {}): TestRound => {
  rounds += 1;
  return Object.assign({ memberId, roundId: `r${rounds}`, at: hour(hours), stake: 10n * UNIT, payout: 0n }, more);
};
const balance = async (memberId: string) => (await world.wallet.balance(database.db, memberId))?.units;
const points = async (memberId: string) =>
  BigInt(
    (await database.db.selectFrom('point_account').select('balance').where('member_id', '=', memberId).executeTakeFirst())?.balance ?? 0,
  ) / POINTS_PER_WHOLE;
const rewards = async (memberId: string) =>
  (await database.db.selectFrom('mission_reward').selectAll().where('member_id', '=', memberId).orderBy('id').execute()).map(
    ({ mission_id, window_from, state }) => `${mission_id} ${window_from} ${state}`,
  );
const rewardId = async (memberId: string) =>
  `missions:${(await database.db.selectFrom('mission_reward').select('id').where('member_id', '=', memberId).orderBy('id').executeTakeFirstOrThrow()).id}`;
const progress = async (memberId: string) =>
  Object.fromEntries(
    (await world.list(memberId)).missions.map(({ missionId, have, need, step }) => [missionId, `${have}/${need} ${step}`]),
  );
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  );
/** Transfers of earlier tests have no rewards any more, because the ledger keeps them. */
const differences = async () =>
  (await verifyMissions(database.db)).filter((one) => Number(/^transfer (\d+)/.exec(one)?.[1] ?? lastBefore + 1) > lastBefore);

/** A member with three rounds of the day, which is the first mission. */
async function reached(hours = 1): Promise<string> {
  const id = await newMember();
  for (let n = 0; n < 3; n += 1) await addRound(database.db, round(id, hours));
  await world.runAt(hour(hours));
  return id;
}

describe('a mission', () => {
  test('counts rounds, stakes, wins in a row and new games in its window, and is claimed once', async () => {
    const id = await newMember();
    for (const payout of [0n, 20n, 20n]) await addRound(database.db, round(id, 1, { payout: payout * UNIT }));
    await world.runAt(hour(1));
    expect(await progress(id)).toEqual({
      rounds: '3/3 claim',
      stake: '30.0000/100.0000 open',
      streak: '2/3 open',
      games: '1/2 open',
      fish: '0/4 open',
    });
    await addRound(database.db, round(id, 2, { payout: 20n * UNIT, gameId: 'g2', category: 'FISH', stake: 70n * UNIT }));
    await world.runAt(hour(2));
    // 20 are less than the stake of 70.
    expect(await progress(id)).toMatchObject({
      stake: '100.0000/100.0000 claim',
      streak: '2/3 open',
      games: '2/2 claim',
      fish: '1/4 open',
    });
    expect((await world.centre.counts(database.db, id)).missions).toBe(3);
    expect(await world.claim(id)).toMatchObject({ count: 3, paid: 5n * UNIT, waiting: 0n });
    expect([await balance(id), await points(id)]).toEqual([5n * UNIT, 20n]);
    expect(await refusal(world.claim(id))).toBe('reward_nothing');
    expect(await refusal(world.claim(id, await rewardId(id)))).toBe('mission_claimed');
    expect(await differences()).toEqual([]);
  });

  test('starts at zero with the next day and week of the merchant’s zone; a single one continues', async () => {
    await open(
      [
        mission('day', { goal: 'rounds', target: 2 }),
        mission('week', { goal: 'rounds', target: 3, period: 'week' }),
        mission('once', { goal: 'rounds', target: 9, period: 'once' }),
      ],
      'Asia/Bangkok',
    );
    const id = await newMember();
    // 16:59 and 17:00 UTC are both sides of midnight in Bangkok; the week ends with Sunday.
    for (const at of [16.9, 17.1, 24 * 4 + 16.9, 24 * 4 + 17.1]) {
      await addRound(database.db, round(id, at));
      await world.runAt(hour(at));
    }
    expect(await rewards(id)).toEqual(['week 2026-01-12 claimable']);
    expect(await progress(id)).toEqual({ day: '1/2 open', week: '1/3 open', once: '4/9 open' });
  });

  test('takes back what voided bets gave, and gives it again', async () => {
    const id = await newMember();
    const won = [1, 2, 3].map(() => round(id, 1, { payout: 20n * UNIT }));
    for (const one of won) await addRound(database.db, one);
    await world.runAt(hour(1));
    expect(await rewards(id)).toEqual(['rounds 2026-01-14 claimable', 'streak 2026-01-14 claimable']);
    await addRound(database.db, won[1] as TestRound, -1);
    await world.runAt(hour(2));
    expect(await progress(id)).toMatchObject({ rounds: '2/3 open', streak: '2/3 open', stake: '20.0000/100.0000 open' });
    expect(await refusal(world.claim(id, await rewardId(id)))).toBe('mission_withdrawn');
    await addRound(database.db, round(id, 3, { payout: 20n * UNIT }));
    await world.runAt(hour(3));
    expect((await world.claim(id)).count).toBe(2);
    expect(await points(id)).toBe(20n);
    expect(await differences()).toEqual([]);
  });

  test('does not count games of before as new, nor play of before the mission', async () => {
    const id = await newMember();
    await sql`insert into mission_play values (${id}, '2025-12-01', 'g1', 'RNG', 1, 0)`.execute(database.db);
    await addRound(database.db, round(id, 1));
    await addRound(database.db, round(id, -24 * 30, { category: 'FISH' }));
    await world.runAt(hour(1));
    expect(await progress(id)).toMatchObject({ games: '0/2 open', fish: '0/4 open' });
    expect(await rewards(id)).toEqual([]);
  });

  test('that the merchant adds counts the running window at once', async () => {
    const id = await reached();
    await world.set([...LIST, mission('three', { goal: 'rounds', target: 3, period: 'week', points: 0, amount: 1 })]);
    await world.runAt(hour(2));
    expect(await rewards(id)).toEqual(['rounds 2026-01-14 claimable', 'three 2026-01-12 claimable']);
  });

  test('publishes progress and claims to open pages', async () => {
    const id = await newMember();
    const events: string[] = [];
    const stop = world.hub.subscribe(id, (event) => void events.push(event.type));
    await addRound(database.db, round(id, 1));
    await world.runAt(hour(1));
    expect(events).toEqual(['missions']);
    await addRound(database.db, round(id, 1));
    await addRound(database.db, round(id, 1));
    await world.runAt(hour(2));
    stop();
    expect(events.toSorted()).toEqual(['missions', 'missions', 'rewards']);
  });
});

describe('a reward', () => {
  test('can be claimed until its last second, also after its window, and not at its end', async () => {
    const [early, late] = [await reached(), await reached()];
    world.clock.advance(CLAIM_DAYS * DAY_MS - 1);
    expect((await world.list(early)).missions[0]).toMatchObject({ missionId: 'rounds', window: '2026-01-14', step: 'claim' });
    expect(await refusal(world.claim(early))).toBe('accepted');
    world.clock.advance(1);
    expect(await refusal(world.claim(late, await rewardId(late)))).toBe('mission_expired');
    await world.runAt(hour(1 + CLAIM_DAYS * 24));
    expect(await rewards(late)).toEqual(['rounds 2026-01-14 expired']);
    const past = await world.centre.past({ memberId: late, language: 'EN' }, 1);
    expect(past.rewards.map(({ outcome }) => outcome)).toEqual(['expired']);
  });

  test('waits during a break, in which nothing is offered', async () => {
    const id = await reached();
    world.resting.add(id);
    expect([await refusal(world.claim(id)), (await world.centre.counts(database.db, id)).missions]).toEqual(['time_out', 0]);
    expect(await world.list(id)).toMatchObject({ paused: true, missions: [{ missionId: 'rounds', step: 'claim' }] });
    await world.runAt(hour(2 + CLAIM_DAYS * 24));
    world.resting.delete(id);
    expect((await world.claim(id)).count).toBe(1);
  });

  test('of a member at a limit of losses can be claimed, and no mission is offered', async () => {
    const id = await reached();
    world.limited.add(id);
    expect((await world.list(id)).missions.map(({ missionId }) => missionId)).toEqual(['rounds']);
    expect((await world.claim(id)).count).toBe(1);
    expect(await world.list(id)).toEqual({ paused: true, missions: [] });
  });

  test('waits for money, and is paid once operators have added it', async () => {
    const id = await newMember();
    await addRound(database.db, round(id, 1, { stake: 100n * UNIT }));
    await world.runAt(hour(1));
    const fund = createFund(REWARDS, world);
    await fundRewards(database.db, world.wallet, -(await fund.balance(database.db, 'USD')), `mission-drain-${count}`);
    expect(await world.claim(id)).toMatchObject({ paid: 0n, waiting: 5n * UNIT });
    await world.runAt(hour(2));
    expect(await progress(id)).toMatchObject({ stake: '100.0000/100.0000 processing' });
    await fundRewards(database.db, world.wallet, 5n * UNIT, `mission-more-${count}`);
    await world.runAt(hour(3));
    expect(await balance(id)).toBe(5n * UNIT);
  });

  test('of points is paid a moment later while an order of points holds them', async () => {
    const id = await reached();
    await inTransaction(database.db, async (tx) => {
      await sql`select 1 from point_account where member_id = ${id} for update`.execute(tx);
      // One connection only: the claim would wait for this transaction.
      if (database.engine === 'postgres') expect(await refusal(world.claim(id))).toBe('accepted');
    });
    if (database.engine !== 'postgres') await world.claim(id);
    else expect(await points(id)).toBe(0n);
    await world.runAt(hour(2));
    expect(await points(id)).toBe(10n);
  });

  test('of another member does not exist', async () => {
    const id = await rewardId(await reached());
    expect(await refusal(world.claim(await newMember(), id))).toBe('mission_not_found');
    expect(await refusal(world.claim(await newMember(), 'missions:x'))).toBe('mission_not_found');
  });
});

describe('several nodes', () => {
  test('count each fact once, and pay one claim of many', async () => {
    const ids = [await newMember(), await newMember(), await newMember()];
    for (const id of ids) for (let n = 0; n < 12; n += 1) await addRound(database.db, round(id, 1, { gameId: `g${n % 2}` }));
    const nodes = [1, 2, 3].map(() => missionsOn(database.db, world.clock));
    await Promise.all(nodes.map((node) => node.runAt(hour(1))));
    for (const id of ids) expect(await progress(id)).toMatchObject({ rounds: '3/3 claim', stake: '100.0000/100.0000 claim' });
    const claims = ids.flatMap((id) => nodes.flatMap((node) => [refusal(node.claim(id)), refusal(node.claim(id))]));
    for (const answer of await Promise.all(claims)) expect(['accepted', 'reward_nothing']).toContain(answer);
    await world.runAt(hour(1));
    for (const id of ids) expect([await balance(id), await points(id)]).toEqual([5n * UNIT, 20n]);
    expect(await differences()).toEqual([]);
  });

  test('of which one ends between the facts and the rewards leave nothing half done', async () => {
    const id = await newMember();
    for (let n = 0; n < 3; n += 1) await addRound(database.db, round(id, 1));
    const dying = missionsOn(database.db, world.clock);
    const { publish } = dying.centre;
    Object.assign(dying.centre, {
      publish: async (...given: Parameters<typeof publish>) => {
        await publish(...given);
        throw new Error('killed');
      },
    });
    await expect(dying.runAt(hour(1))).rejects.toThrow('killed');
    expect([await rewards(id), await differences()]).toEqual([[], []]);
    await world.runAt(hour(1));
    expect([await rewards(id), await differences()]).toEqual([['rounds 2026-01-14 claimable'], []]);
  });
});

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('bet' as const),
      stake: fc.constantFrom(1, 7, 20, 60),
      won: fc.boolean(),
      game: fc.nat(4),
      // Tickets of two draws, and rounds that are alone.
      draw: fc.constantFrom(null, null, 'd1', 'd2'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const), nr: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('run' as const), hours: fc.constantFrom(0, 1, 5, 24, 100) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const ALL = [
  ...LIST,
  mission('once-stake', { goal: 'stake', target: 1_000, period: 'once' }),
  mission('week-streak', { goal: 'streak', target: 30, period: 'week' }),
  mission('day-games', { goal: 'newGames', target: 30 }),
  mission('day-large', { goal: 'rounds', target: 30, leastStake: 7 }),
  mission('once-large', { goal: 'rounds', target: 30, period: 'once', leastStake: 21, category: 'FISH' }),
  mission('week-large-streak', { goal: 'streak', target: 30, period: 'week', leastStake: 20 }),
  mission('day-fish', { goal: 'stake', target: 1_000, category: 'FISH' }),
];

/** Plays the steps in the product, and notes for the reference what happened. */
async function playSteps(steps: readonly Step[]) {
  const memberId = await newMember();
  const played: { round: TestRound; slow: SlowRound }[] = [];
  let now = 0;
  for (const one of steps) {
    if (one.kind === 'run') {
      now += one.hours;
      await world.runAt(hour(now));
    } else if (one.kind === 'bet') {
      const stake = BigInt(one.stake) * UNIT;
      const category = one.game > 2 ? 'FISH' : 'RNG';
      const bet = round(memberId, now, {
        stake,
        payout: one.won ? stake * 2n : 0n,
        gameId: `g${one.game}`,
        category,
        market: one.draw && `${one.draw}-${category}`,
      });
      await addRound(database.db, bet);
      played.push({ round: bet, slow: Object.assign({ gameId: '', category: '', market: null, isVoided: false }, bet) });
    } else {
      const standing = played.filter(({ slow }) => !slow.isVoided)[one.nr];
      if (!standing) continue;
      await addRound(database.db, standing.round, -1);
      Object.assign(standing.slow, { isVoided: true });
    }
  }
  await world.runAt(hour(now));
  return { memberId, slow: played.map((one) => one.slow), now: hour(now).getTime() };
}

function windowOf(period: MissionRule['period'], now: number): { start: number; end: number } {
  const length = period === 'day' ? DAY_MS : period === 'week' ? 7 * DAY_MS : Number.MAX_SAFE_INTEGER;
  const first = period === 'week' ? MONDAY : START;
  const start = period === 'once' ? START : first + Math.floor((now - first) / length) * length;
  return { start, end: start + length };
}

/** The reward of a mission without an end may expire while the mission is shown. */
function reachedStep(until: Date | undefined, now: number): 'claim' | 'expired' {
  return until !== undefined && until.getTime() <= now ? 'expired' : 'claim';
}

test('progress and rewards equal the reference for any play and voids over days and weeks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 60 }), async (steps) => {
      await open(ALL);
      const { memberId, slow, now } = await playSteps(steps);
      const { missions } = await world.list(memberId);
      const stored = await database.db.selectFrom('mission_reward').selectAll().where('member_id', '=', memberId).execute();
      const untilOf = new Map(stored.map((row) => [`${row.mission_id} ${row.window_from}`, row.claim_until]));
      for (const { id, goal, period, category, target, leastStake } of ALL) {
        const have = slowProgress(slow, { goal, category, leastStake: leastStake ?? 0, ...windowOf(period, now) });
        const need = goal === 'stake' ? BigInt(target) * UNIT : BigInt(target);
        const shown = missions.filter(({ missionId }) => missionId === id).at(-1);
        expect([id, BigInt(shown?.have.replace('.', '') ?? -1n)]).toEqual([id, have < need ? have : need]);
        expect([id, shown?.step]).toEqual([id, have < need ? 'open' : reachedStep(untilOf.get(`${id} ${shown?.window}`), now)]);
      }
      // What can be claimed from earlier windows was reached there, and nothing that was reached is missing.
      const claimable = await database.db
        .selectFrom('mission_reward')
        .selectAll()
        .where('member_id', '=', memberId)
        .where('state', 'in', ['claimable', 'expired'])
        .execute();
      for (let day = START; day <= now; day += DAY_MS) {
        const window = new Date(day).toISOString().slice(0, 10);
        const has = claimable.some((row) => row.mission_id === 'rounds' && row.window_from === window);
        const have = slowProgress(slow, { goal: 'rounds', category: null, start: day, end: day + DAY_MS });
        const isKnown = claimable.find((row) => row.mission_id === 'rounds' && row.window_from === window)?.state !== 'expired';
        if (isKnown) expect([window, has]).toEqual([window, have >= 3n]);
      }
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

describe('the verification finds', () => {
  test.each([
    ['play that was counted twice', sql`update mission_play set rounds = rounds * 2`, /rounds and/],
    ['rounds that were counted in another size', sql`update mission_size set size = size + 1`, /of the size/],
    ['a ticket that was counted twice', sql`update mission_draw set rounds = rounds + 1`, /draw d1 of/],
    ['a reward whose goal is not reached', sql`update mission_reward set target = 4 where state = 'claimable'`, /needs 4/],
    ['an amount that was not moved', sql`update mission_reward set amount = amount + 100 where amount > 0`, /moves/],
    ['points that were not posted', sql`update mission_reward set points = points + 1 where state = 'paid' and points > 0`, /were posted/],
    [
      'a payment without a reward',
      sql`update mission_reward set state = 'claimable', transfer_id = null, paid_at = null where amount > 0`,
      /without a reward|needs/,
    ],
  ])('%s', async (_name, fault, pattern) => {
    const id = await newMember();
    await addRound(database.db, round(id, 1, { stake: 100n * UNIT }));
    for (const gameId of ['g1', 'g2']) await addRound(database.db, round(id, 1, { gameId }));
    for (let ticket = 0; ticket < 2; ticket += 1) await addRound(database.db, round(id, 1, { market: 'd1' }));
    await world.runAt(hour(1));
    await world.claim(id);
    await reached(2);
    expect(await differences()).toEqual([]);
    await fault.execute(database.db);
    expect((await differences()).join('\n')).toMatch(pattern);
  });
});
