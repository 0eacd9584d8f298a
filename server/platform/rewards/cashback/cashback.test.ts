import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CashbackState } from '../../../../shared/api/cashback/constants.ts';
import { windowAt } from '../../../../shared/rules/wage-windows.ts';
import { testCounts } from '../../../../shared/test-reward-counts.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { cashbackRates } from '../../merchant/index.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import { addRewardMember } from '../test-members.ts';
import { listStatements, readOverview, readRates, readStatement } from './present.ts';
import {
  addPlay,
  cashbackOn,
  createTestCashback,
  fundRewards,
  MERCHANT,
  type SlowFact,
  slowCashback,
  type TestCashback,
  type TestPlay,
  type TestRules,
  testSettings,
  UNIT,
} from './test-cashback.ts';
import { verifyCashback } from './verify.ts';

const START = Date.parse('2026-11-16T00:00:00.000Z');
const at = (hours: number) => new Date(START + hours * HOUR_MS);
const MORE = new Date('2100-01-01T00:00:00Z');

let database: TestDatabase;
let world: TestCashback;
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
const TABLES =
  'play_fact, fact_consumer, member_stake, merchant, cashback_play, cashback_carry, cashback_statement, cashback_period, protection_member, vip_member, vip_play, vip_change';
async function open(rules: TestRules = {}, from = at(1)): Promise<void> {
  await sql.raw(`truncate ${TABLES} cascade`).execute(database.db);
  await sql`update cashback_clock set began_at = null, open_from = null`.execute(database.db);
  await sql`update vip_clock set open_from = null`.execute(database.db);
  world = await createTestCashback(database.db, from, rules);
  count += 1;
  const { rows } = await sql<{ id: string | null }>`select max(id) as id from ledger_transfer`.execute(database.db);
  lastBefore = Number(rows[0]?.id ?? 0);
  await fundRewards(database.db, world.wallet, 1_000_000n * UNIT, `fund-${count}`);
}
beforeEach(() => open());

/** Transfers of earlier tests have no statements any more, because the ledger keeps them. */
async function differences(): Promise<readonly string[]> {
  const found = await verifyCashback(database.db, new Date(0), MORE);
  return found.filter((one) => Number(/^transfer (\d+)/.exec(one)?.[1] ?? lastBefore + 1) > lastBefore);
}

const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);
const bet = (memberId: string, hours: number, whole: number, more: Partial<TestPlay> = {}): TestPlay =>
  Object.assign({ memberId, at: at(hours), valid: BigInt(whole) * UNIT }, more);
const balance = async (memberId: string) => (await world.wallet.balance(database.db, memberId))?.units;
const fundBalance = () => createFund(REWARDS, world).balance(database.db, 'USD');
const statements = async (memberId: string) =>
  (await database.db.selectFrom('cashback_statement').selectAll().where('member_id', '=', memberId).orderBy('period_start').execute()).map(
    ({ id, state, amount, carried_out }) => ({ id, state, amount: Number(amount), carried: Number(carried_out) }),
  );
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  );

/** Random play of one member over some days: bets by vendor and category, and voids of bets of any earlier time. */
const VENDORS = ['V1', 'V2', 'V3'] as const;
const CATEGORIES = ['RNG', 'LIVE', 'FISH'] as const;
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('bet' as const),
      vassalage: fc.constantFrom(...VENDORS),
      category: fc.constantFrom(...CATEGORIES),
      units: fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 90_000_000 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const), bet: fc.nat(30) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(7, 95, 700, 1_440, 2_903) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rates' as const), bp: fc.constantFrom(0, 1, 33, 125) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A void after its period is over: rare among random steps. */
const LATER_VOID: Step[] = [
  { kind: 'bet', vassalage: 'V1', category: 'RNG', units: 200 },
  { kind: 'wait', minutes: 1_440 },
  { kind: 'bet', vassalage: 'V1', category: 'RNG', units: 1 },
  { kind: 'void', bet: 0 },
];

const RULES = {
  rates: { RNG: 50, LIVE: 33 },
  vendorRates: [
    { vendor: 'V2', category: null, rate: 7 },
    { vendor: 'V2', category: 'LIVE' as const, rate: 120 },
    { vendor: 'V3', category: 'RNG' as const, rate: null },
  ],
};

/** Plays the steps in the product, and notes for the reference what was counted in which period. */
async function playSteps(steps: readonly Step[], rules: Required<Pick<TestRules, 'timeZone' | 'cashback'>>) {
  const memberId = await newMember();
  const kind = rules.cashback.period === 'week' ? 'W' : 'D';
  const periods: { starts: number; ends: number; rates: ReturnType<typeof cashbackRates> }[] = [];
  const facts: SlowFact[] = [];
  let now = world.clock.now().getTime();
  let current = windowAt(kind, now, rules.timeZone);
  let settings = testSettings(rules);
  const advance = async (until: number) => {
    now = until;
    await world.runAt(new Date(now));
    for (; current.end <= now; current = windowAt(kind, current.end, rules.timeZone))
      periods.push({ starts: current.start, ends: current.end, rates: cashbackRates(settings) });
  };
  for (const one of steps) {
    if (one.kind === 'wait') await advance(now + one.minutes * 60_000);
    else if (one.kind === 'rates') {
      const rates = { RNG: one.bp, LIVE: 33 };
      await world.set(Object.assign({}, rules.cashback, { rates }));
      settings = testSettings({ timeZone: rules.timeZone, cashback: Object.assign({}, rules.cashback, { rates }) });
    } else {
      const voided = one.kind === 'void' ? facts.filter(({ valid }) => valid > 0n)[one.bet] : undefined;
      if (one.kind === 'void' && !voided) continue;
      const play = voided
        ? Object.assign({}, voided, { valid: -voided.valid })
        : { memberId, at: new Date(now), valid: BigInt((one as { units: number }).units), vassalage: 'V1', category: 'RNG' };
      if (one.kind === 'bet') Object.assign(play, { vassalage: one.vassalage, category: one.category });
      await addPlay(database.db, [play]);
      facts.push(Object.assign({}, play, { counted: periods.length }));
    }
  }
  await advance(current.end);
  return { memberId, ...slowCashback(facts, periods), periods };
}

describe('the amounts of all periods', () => {
  test.each([
    { timeZone: 'UTC', from: '2026-11-16T05:00:00Z', period: 'day' },
    // Clocks go back on 2026-11-01 at 02:00, and forward on 2026-03-29 at 01:00 UTC.
    { timeZone: 'America/New_York', from: '2026-10-30T12:00:00Z', period: 'day' },
    { timeZone: 'Europe/Berlin', from: '2026-03-27T12:00:00Z', period: 'week' },
  ] as const)('equal the reference for any play, voids, rates and levels: $timeZone, $period', async ({ timeZone, from, period }) => {
    const rules = { timeZone, cashback: Object.assign({ period, claimDays: 365 }, RULES) };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 40 }), async (steps) => {
        await open(rules, new Date(from));
        const { memberId, amounts, carried, periods } = await playSteps(steps, rules);
        const rows = await database.db.selectFrom('cashback_statement').selectAll().where('member_id', '=', memberId).execute();
        const stored = periods.map(({ starts }) => BigInt(rows.find((row) => row.period_start.getTime() === starts)?.amount ?? 0));
        expect(stored).toEqual(amounts);
        const carry = await database.db.selectFrom('cashback_carry').select('carried').where('member_id', '=', memberId).executeTakeFirst();
        expect(BigInt(carry?.carried ?? 0)).toBe(carried);
        expect(await differences()).toEqual([]);
        const total = amounts.reduce((sum, amount) => sum + amount, 0n);
        if (total > 0n) expect((await world.claim(memberId)).paid).toBe(total);
        expect(await balance(memberId)).toBe(total);
        // What the member sees adds up to what was paid.
        for (const { id } of await statements(memberId)) {
          const shown = await readStatement(database.db, memberId, id, world.clock.now());
          const units = (text: string) => BigInt(text.replace('.', ''));
          const sum = shown.lines.reduce((all, line) => all + units(line.amount), 0n) + units(shown.carriedIn);
          expect(units(shown.amount)).toBe(sum > 0n ? sum - (sum % 100n) : 0n);
        }
      }),
      { numRuns: 30, examples: [[LATER_VOID]] },
    );
  });
});

describe('a period', () => {
  test('gives the category’s rate plus that of the level, to claim in time', async () => {
    const memberId = await newMember();
    await addPlay(database.db, [bet(memberId, 2, 1_000), bet(memberId, 3, 200, { category: 'FISH' })]);
    await world.runAt(at(4));
    const { pending } = await readOverview(database.db, memberId, { merchant: MERCHANT, now: at(4), protection: world.deps.protection });
    // 1,000 at 0.50 + 0.10 %, 200 at the level's 0.10 %.
    expect(pending).toMatchObject({ amount: '6.2000', level: 2, validBet: '1200.0000' });
    await world.runAt(at(24));
    expect(await statements(memberId)).toMatchObject([{ state: 'claimable', amount: 62_000 }]);
    expect(world.posted).toMatchObject([{ memberId, template: 'cashback_claimable', params: { amount: '$6.20' } }]);
    expect(await world.claim(memberId)).toEqual({ paid: 62_000n, waiting: 0n, count: 1 });
    expect([await balance(memberId), await fundBalance()]).toEqual([62_000n, expect.any(BigInt)]);
    expect((await listStatements(database.db, memberId, { page: 1, state: undefined }, at(24))).statements).toMatchObject([
      { state: 'claimed', amount: '6.2000' },
    ]);
  });

  test('is paid by the published rates', async () => {
    await world.set({
      rates: { RNG: 50, LIVE: null },
      vendorRates: [
        { vendor: 'V1', category: null, rate: 70 },
        { vendor: 'GONE', category: null, rate: 90 },
      ],
    });
    await sql`insert into game_vendor (code, name, provider, hot, position) values ('V1', 'First', 'p', false, 1) on conflict do nothing`.execute(
      database.db,
    );
    const rates = await readRates(database.db, MERCHANT);
    expect(rates).toMatchObject({ offered: true, period: 'day', automatic: false, claimDays: 30 });
    expect(rates.vendors).toEqual([{ vassalage: 'V1', vendorName: 'First', category: null, rateBp: 70 }]);
    const memberId = await newMember();
    const played = [
      bet(memberId, 2, 1_000, { category: 'RNG', vassalage: 'X' }),
      bet(memberId, 3, 1_000, { category: 'LIVE', vassalage: 'X' }),
    ];
    await addPlay(database.db, [...played, bet(memberId, 4, 1_000, { category: 'FISH', vassalage: 'V1' })]);
    await world.runAt(at(24));
    const level = rates.levels[1]?.rateBp ?? 0;
    const rateOf = (name: string) => rates.categories.find(({ category }) => category === name)?.rateBp;
    expect([level, rateOf('RNG'), rateOf('LIVE'), rateOf('PVP')]).toEqual([10, 50, null, 0]);
    const { lines } = await readStatement(database.db, memberId, (await statements(memberId))[0]?.id ?? '', at(24));
    expect(new Map(lines.map(({ category, rateBp }) => [category, rateBp]))).toEqual(
      new Map([
        ['RNG', 50 + level],
        ['LIVE', 0],
        ['FISH', 70 + level],
      ]),
    );
  });

  test('is published to open pages with the number of claims, and listed by state', async () => {
    await world.set({ claimDays: 2 });
    const memberId = await newMember();
    const counts: unknown[] = [];
    const stop = world.hub.subscribe(memberId, (event) => void (event.type === 'rewards' && counts.push(event)));
    for (const hour of [2, 26]) await addPlay(database.db, [bet(memberId, hour, 100)]);
    await world.runAt(at(24));
    await world.runAt(at(48));
    // Before the job has ended it: the first one is over.
    const listed = async (state: CashbackState | undefined, hour: number) =>
      (await listStatements(database.db, memberId, { page: 1, state }, at(hour))).statements.map((one) => one.state);
    expect(await listed('expired', 73)).toEqual(['expired']);
    expect(await listed('claimable', 73)).toEqual(['claimable']);
    await world.runAt(at(73));
    await world.claim(memberId);
    stop();
    expect(counts).toEqual([1, 2, 1, 0].map((cashback) => ({ type: 'rewards', counts: testCounts({ cashback }) })));
    expect([await listed('expired', 73), await listed('claimed', 73), await listed('nothing', 73)]).toEqual([['expired'], ['claimed'], []]);
    expect(await listed(undefined, 73)).toEqual(['claimed', 'expired']);
  });

  test('takes back in a line of its own what a bet gave that is voided later, at the rate of then', async () => {
    const memberId = await newMember();
    await addPlay(database.db, [bet(memberId, 2, 1_000)]);
    await world.runAt(at(24));
    await world.set({ rates: { RNG: 500 } });
    await addPlay(database.db, [bet(memberId, 2, -1_000), bet(memberId, 25, 10)]);
    await world.runAt(at(48));
    const [first, second] = await statements(memberId);
    expect([first, second]).toMatchObject([
      { amount: 60_000, carried: 0 },
      { state: 'nothing', amount: 0, carried: 5_000 - 60_000 },
    ]);
    const { lines } = await readStatement(database.db, memberId, second?.id ?? '', at(48));
    expect(lines.map(({ before, rateBp, amount }) => [before, rateBp, amount])).toEqual([
      [null, 500, '0.5000'],
      [at(0).toISOString(), 60, '-6.0000'],
    ]);
    await addPlay(database.db, [bet(memberId, 49, 200)]);
    await world.runAt(at(72));
    expect((await statements(memberId))[2]).toMatchObject({ state: 'claimable', amount: 45_000, carried: 0 });
  });

  test('gives nothing while the merchant has no cashback, nor for play from before it began', async () => {
    const memberId = await newMember();
    await world.set({}, { manualRebate: false });
    await addPlay(database.db, [bet(memberId, -48, 500), bet(memberId, 2, 500)]);
    await world.runAt(at(24));
    await world.set({});
    await addPlay(database.db, [bet(memberId, 2, -500), bet(memberId, 25, 100)]);
    await world.runAt(at(48));
    expect(await statements(memberId)).toMatchObject([{ amount: 5_000, carried: 0 }]);
    expect(await differences()).toEqual([]);
  });

  test('is paid without a claim by the merchant’s setting, with a message', async () => {
    await world.set({ automatic: true });
    const memberId = await newMember();
    await addPlay(database.db, [bet(memberId, 2, 100)]);
    await world.runAt(at(24));
    expect([await balance(memberId), (await statements(memberId))[0]?.state]).toEqual([5_000n, 'paid']);
    expect(world.posted.map(({ template }) => template)).toEqual(['cashback_paid']);
  });
});

describe('a claim', () => {
  async function claimable(whole = 1_000): Promise<{ memberId: string; id: string }> {
    const memberId = await newMember();
    await addPlay(database.db, [bet(memberId, 2, whole)]);
    await world.runAt(at(24));
    return { memberId, id: (await statements(memberId))[0]?.id ?? '' };
  }

  test('is paid once, from two tabs on two nodes', async () => {
    const { memberId, id } = await claimable();
    const other = cashbackOn(database.db, world.clock);
    const answers = await Promise.all(
      [world.claim(memberId, id), other.claim(memberId), world.claim(memberId), other.claim(memberId, id)].map(refusal),
    );
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'cashback_claimed' || answer === 'cashback_nothing')).toHaveLength(3);
    expect(await balance(memberId)).toBe(60_000n);
  });

  test('is accepted until its last second, and not at its end', async () => {
    const early = await claimable();
    const until = (await database.db.selectFrom('cashback_statement').select('claim_until').where('id', '=', early.id).executeTakeFirst())
      ?.claim_until as Date;
    expect(until).toEqual(new Date(at(24).getTime() + 30 * DAY_MS));
    world.clock.advance(until.getTime() - 1 - world.clock.now().getTime());
    expect(await refusal(world.claim(early.memberId, early.id))).toBe('accepted');
    const late = await newMember();
    await addPlay(database.db, [bet(late, 24 * 31 + 1, 1_000)]);
    await world.runAt(at(24 * 32));
    const [row] = await statements(late);
    await world.runAt(at(24 * 62));
    expect([await refusal(world.claim(late, row?.id)), await refusal(world.claim(late))]).toEqual(['cashback_expired', 'cashback_nothing']);
    expect((await statements(late))[0]?.state).toBe('expired');
    expect(await balance(late)).toBe(0n);
  });

  test('waits during a break, without an offer, and what was earned is there after it', async () => {
    const memberId = await newMember();
    world.resting.add(memberId);
    await addPlay(database.db, [bet(memberId, 2, 1_000)]);
    await world.runAt(at(24));
    const countOf = async () => (await world.centre.counts(database.db, memberId)).cashback;
    expect([world.posted, await countOf(), await refusal(world.claim(memberId))]).toEqual([[], 0, 'time_out']);
    await world.runAt(at(24 * 40));
    expect((await statements(memberId))[0]?.state).toBe('claimable');
    world.resting.delete(memberId);
    expect(await countOf()).toBe(1);
    expect((await world.claim(memberId)).paid).toBe(60_000n);
  });

  test('waits for money, and is paid once operators have added it', async () => {
    const { memberId, id } = await claimable();
    await fundRewards(database.db, world.wallet, 100n - (await fundBalance()), `drain-${count}`);
    expect(await world.claim(memberId, id)).toEqual({ paid: 0n, waiting: 60_000n, count: 1 });
    await world.runAt(at(25));
    expect([await balance(memberId), await fundBalance(), (await statements(memberId))[0]?.state]).toEqual([0n, 100n, 'unfunded']);
    await fundRewards(database.db, world.wallet, 60_000n, `more-${count}`);
    await world.runAt(at(26));
    expect([await balance(memberId), await fundBalance()]).toEqual([60_000n, 100n]);
    expect(await refusal(world.claim(memberId, id))).toBe('cashback_claimed');
  });

  test('of another member does not exist', async () => {
    const { id } = await claimable();
    const other = await newMember();
    expect(await refusal(world.claim(other, id))).toBe('cashback_not_found');
    expect(await refusal(readStatement(database.db, other, id, at(25)))).toBe('cashback_not_found');
  });
});

describe('a node that ends between a fact and its reward', () => {
  test('leaves nothing half done, and several nodes continue with each fact once', async () => {
    const memberIds = [await newMember(), await newMember(), await newMember()];
    await addPlay(
      database.db,
      memberIds.map((memberId) => bet(memberId, 2, 100)),
    );
    await world.deps.facts.readHorizon(database.db, 'cashback');
    const died = inTransaction(database.db, async (tx) => {
      await tx.updateTable('fact_consumer').set({ position: '999999' }).where('name', '=', 'cashback').execute();
      await sql`update cashback_clock set open_from = open_from + interval '1 day'`.execute(tx);
      throw new Error('killed');
    });
    await expect(died).rejects.toThrow('killed');
    world.clock.advance(at(24).getTime() - world.clock.now().getTime());
    const nodes = [1, 2, 3].map(() => cashbackOn(database.db, world.clock));
    await Promise.all(nodes.map((node) => node.runAt(at(24))));
    for (const memberId of memberIds) expect(await statements(memberId)).toMatchObject([{ state: 'claimable', amount: 5_000 }]);
    expect(await differences()).toEqual([]);
  });
});

describe('the verification finds', () => {
  test.each([
    [
      'play that was counted twice',
      sql`update cashback_statement set valid = valid * 2, gross = gross * 2, amount = amount * 2`,
      /computed again/,
    ],
    ['a void that was not taken back', sql`update cashback_statement set carried_out = 0 where amount = 0`, /carried_out/],
    ['another level', sql`update cashback_statement set level = 3`, /level is 3/],
    ['a lost statement', sql`delete from cashback_statement where amount > 0`, /has no cashback/],
    [
      'a transfer of another amount',
      sql`update cashback_statement set amount = amount + 100, gross = gross + 100 where state = 'paid'`,
      /moves/,
    ],
  ])('%s', async (_name, fault, pattern) => {
    const memberId = await newMember();
    await addPlay(database.db, [bet(memberId, 2, 100)]);
    await world.runAt(at(24));
    await world.claim(memberId);
    await addPlay(database.db, [bet(memberId, 2, -100), bet(memberId, 25, 10)]);
    await world.runAt(at(48));
    expect(await differences()).toEqual([]);
    await fault.execute(database.db);
    expect((await differences()).join('\n')).toMatch(pattern);
  });
});
