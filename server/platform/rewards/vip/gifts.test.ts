import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../../shared/time.ts';
import { movableClock } from '../../base/clock.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { addMerchant } from '../../merchant/index.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import { addRewardMember } from '../test-members.ts';
import { birthdayIn } from './birthdays.ts';
import { verifyGifts } from './gift-verify.ts';
import { add } from './gifts.ts';
import { GIFT_DAYS, type GiftEvent, giftSettings, giftsOn, slowGifts, type TestGifts } from './test-gifts.ts';
import { addPlay, MERCHANT, UNIT } from './test-vip.ts';

const START = Date.parse('2026-01-10T12:00:00.000Z');
const day = (days: number) => new Date(START + days * DAY_MS);
const TABLES = 'play_fact, fact_consumer, merchant, vip_member, vip_play, vip_change, vip_gift';

let database: TestDatabase;
let world: TestGifts;
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
async function open(settings = giftSettings(), from = day(0)): Promise<void> {
  await sql.raw(`truncate ${TABLES} cascade`).execute(database.db);
  await sql`update vip_clock set open_from = null, birthdays_to = null`.execute(database.db);
  await addMerchant(database.db, MERCHANT, settings);
  world = giftsOn(database.db, movableClock({ now: () => from }));
  await world.runAt(from);
  count += 1;
  const { rows } = await sql<{ id: string | null }>`select max(id) as id from ledger_transfer`.execute(database.db);
  lastBefore = Number(rows[0]?.id ?? 0);
  await fundRewards(database.db, world.wallet, 100_000n * UNIT, `gift-fund-${count}`);
}
beforeEach(() => open());

const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);
const play = (memberId: string, whole: number, days: number) =>
  addPlay(database.db, { memberId, at: day(days), units: BigInt(whole) * UNIT });
const balance = async (memberId: string) => (await world.wallet.balance(database.db, memberId))?.units;
const gifts = async (memberId: string) =>
  (await database.db.selectFrom('vip_gift').selectAll().where('member_id', '=', memberId).orderBy('id').execute()).map(
    ({ kind, level, year, amount, state }) => `${kind} ${kind === 'birthday' ? year : level} ${BigInt(amount) / UNIT} ${state}`,
  );
const giftId = async (memberId: string) =>
  `gifts:${(await database.db.selectFrom('vip_gift').select('id').where('member_id', '=', memberId).orderBy('id').executeTakeFirstOrThrow()).id}`;
const templates = () => world.posted.map(({ template }) => template);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string }) => error.code ?? String(error),
  );
/** Transfers of earlier tests have no gifts any more, because the ledger keeps them. */
const differences = async () =>
  (await verifyGifts(database.db)).filter((one) => Number(/^transfer (\d+)/.exec(one)?.[1] ?? lastBefore + 1) > lastBefore);

/** A member who has reached the level and not claimed. */
async function risen(whole = 100, at = 1): Promise<string> {
  const id = await newMember();
  await play(id, whole, at);
  await world.runAt(day(at));
  return id;
}

describe('the gift of a level', () => {
  test('is given once for each level that was reached, with one message, and paid with one claim', async () => {
    const id = await risen(600);
    expect(await gifts(id)).toEqual(['upgrade 2 5 claimable', 'upgrade 3 20 claimable']);
    expect(world.posted).toMatchObject([
      {
        memberId: id,
        template: 'vip_level_gift',
        params: { level: 'Current', amount: '$25.00', until: expect.stringContaining('2026-01-21') },
      },
    ]);
    expect((await world.centre.counts(database.db, id)).gifts).toBe(2);
    expect(await world.claim(id)).toMatchObject({ paid: 25n * UNIT, count: 2 });
    expect([await balance(id), (await world.centre.counts(database.db, id)).gifts]).toEqual([25n * UNIT, 0]);
    // Lost and reached again: once ever.
    await play(id, -600, 1);
    await world.runAt(day(2));
    await play(id, 600, 3);
    await world.runAt(day(3));
    expect(await gifts(id)).toEqual(['upgrade 2 5 paid', 'upgrade 3 20 paid']);
    expect(templates()).toEqual(['vip_level_gift', 'vip_level_down', 'vip_level']);
    expect(await differences()).toEqual([]);
  });

  test('is withdrawn when the play is voided before the claim, and given again with the level', async () => {
    const id = await risen();
    await play(id, -1, 1);
    await world.runAt(day(2));
    expect([await gifts(id), await refusal(world.claim(id, await giftId(id)))]).toEqual([['upgrade 2 5 withdrawn'], 'gift_withdrawn']);
    await play(id, 1, 3);
    await world.runAt(day(3));
    expect((await world.claim(id)).paid).toBe(5n * UNIT);
  });

  test('stays when the level is not kept, and goes to an operator’s decision in both directions', async () => {
    await open(giftSettings('UTC', 1));
    const id = await risen(500);
    await world.set(Object.assign(giftSettings('UTC', 1), { vip: { keepMonths: 1, serviceAddress: null, giftDays: 100 } }));
    const other = await newMember();
    await world.decide({ memberId: other, level: 3 });
    await world.decide({ memberId: other, level: null });
    expect(await gifts(other)).toEqual(['upgrade 2 5 withdrawn', 'upgrade 3 20 withdrawn']);
    await sql`update vip_gift set claim_until = ${day(100)}`.execute(database.db);
    await world.runAt(day(60));
    expect((await database.db.selectFrom('vip_member').select('level').where('member_id', '=', id).executeTakeFirst())?.level).toBe(2);
    expect(world.posted.at(-1)).toMatchObject({
      memberId: id,
      template: 'vip_level_down',
      params: { level: 'Ripple' },
      href: '/member/playerRank',
    });
    expect(await gifts(id)).toEqual(['upgrade 2 5 claimable', 'upgrade 3 20 claimable']);
  });

  test('is not given for levels that follow from changed rules', async () => {
    const id = await newMember();
    await play(id, 90, 1);
    await world.runAt(day(1));
    const settings = giftSettings();
    const lower = settings.vipLevels.map((level, index) => Object.assign({}, level, index === 1 ? { stake: 50 } : {}));
    await world.set(Object.assign(settings, { vipLevels: lower }));
    await world.runAt(day(2));
    expect([await gifts(id), templates()]).toEqual([[], []]);
  });

  test('can be claimed until its last second, and not at its end', async () => {
    const [early, late] = [await risen(), await risen()];
    world.clock.advance(GIFT_DAYS * DAY_MS - 1);
    expect(await refusal(world.claim(early))).toBe('accepted');
    world.clock.advance(1);
    expect(await refusal(world.claim(late, await giftId(late)))).toBe('gift_expired');
    const past = async () => (await world.centre.past({ memberId: late, language: 'EN' }, 1)).rewards.map(({ outcome }) => outcome);
    expect(await past()).toEqual(['expired']);
    await world.runAt(day(1 + GIFT_DAYS));
    expect([await gifts(late), await past()]).toEqual([['upgrade 2 5 expired'], ['expired']]);
  });

  test('waits during a break, without an offer, and is there after it', async () => {
    const id = await newMember();
    world.resting.add(id);
    await play(id, 100, 1);
    await world.runAt(day(1));
    expect([templates(), (await world.centre.counts(database.db, id)).gifts, await refusal(world.claim(id))]).toEqual([[], 0, 'time_out']);
    await world.runAt(day(2 + GIFT_DAYS));
    world.resting.delete(id);
    expect((await world.claim(id)).paid).toBe(5n * UNIT);
  });

  test('waits for money, and is paid once operators have added it', async () => {
    const id = await risen();
    const fund = createFund(REWARDS, world);
    await fundRewards(database.db, world.wallet, -(await fund.balance(database.db, 'USD')), `gift-drain-${count}`);
    expect(await world.claim(id)).toMatchObject({ paid: 0n, waiting: 5n * UNIT });
    await world.runAt(day(2));
    expect([await gifts(id), (await world.centre.waiting({ memberId: id, language: 'EN' })).rewards[0]?.step]).toEqual([
      ['upgrade 2 5 unfunded'],
      'processing',
    ]);
    expect(await refusal(world.claim(id, await giftId(id)))).toBe('gift_claimed');
    await fundRewards(database.db, world.wallet, 5n * UNIT, `gift-more-${count}`);
    await world.runAt(day(3));
    expect([await balance(id), templates()]).toEqual([5n * UNIT, ['vip_level_gift', 'vip_gift_paid']]);
  });

  test('of another member does not exist', async () => {
    const id = await giftId(await risen());
    expect(await refusal(world.claim(await newMember(), id))).toBe('gift_not_found');
    expect(await refusal(world.claim(await newMember(), 'gifts:x'))).toBe('gift_not_found');
  });
});

describe('claims at the same time', () => {
  test('from two tabs on two nodes pay once', async () => {
    const id = await risen(2_000);
    const other = giftsOn(database.db, world.clock);
    const one = await giftId(id);
    const answers = await Promise.all(
      [world.claim(id, one), other.claim(id), world.claim(id), other.claim(id, one), world.claim(id, one), other.claim(id)].map(refusal),
    );
    expect(answers.filter((answer) => answer === 'accepted').length).toBeGreaterThan(0);
    for (const answer of answers) expect(['accepted', 'gift_claimed', 'reward_nothing']).toContain(answer);
    expect([await balance(id), await gifts(id)]).toEqual([125n * UNIT, ['upgrade 2 5 paid', 'upgrade 3 20 paid', 'upgrade 4 100 paid']]);
    expect(await differences()).toEqual([]);
  });

  test('as a void of the play either pay the gift or withdraw it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await risen(100, 1);
      await play(id, -100, 1);
      const other = giftsOn(database.db, world.clock);
      const [answer] = await Promise.all([refusal(world.claim(id)), other.runAt(day(1))]);
      expect(answer === 'accepted' ? ['upgrade 2 5 paid'] : ['upgrade 2 5 withdrawn']).toEqual(await gifts(id));
      expect(await balance(id)).toBe(answer === 'accepted' ? 5n * UNIT : 0n);
    }
    expect(await differences()).toEqual([]);
  });
});

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('play' as const), whole: fc.constantFrom(30, 99, 100, 400, 1_600) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), nr: fc.nat(10) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('run' as const), days: fc.constantFrom(0, 1, 4, GIFT_DAYS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('claim' as const), days: fc.constantFrom(0, 1) }) },
);

test('gifts equal the reference for any play, voids, claims and times', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 40 }), async (steps) => {
      await open();
      const id = await newMember();
      const events: GiftEvent[] = [];
      let now = 0;
      const voided = new Set<GiftEvent>();
      for (const one of [...steps, { kind: 'run' as const, days: 0 }]) {
        if (one.kind === 'play') events.push({ kind: 'play', units: BigInt(one.whole) * UNIT });
        else if (one.kind === 'void') {
          const bet = events.filter((event) => event.kind === 'play' && event.units > 0n && !voided.has(event))[one.nr];
          if (bet?.kind !== 'play') continue;
          voided.add(bet);
          events.push({ kind: 'play', units: -bet.units });
        } else {
          now += one.days;
          events.push({ kind: one.kind, day: now });
        }
        const event = events.at(-1);
        if (event?.kind === 'play') await addPlay(database.db, { memberId: id, at: day(now), units: event.units });
        if (one.kind === 'run') await world.runAt(day(now));
        if (one.kind === 'claim') {
          world.clock.advance(day(now).getTime() - world.clock.now().getTime());
          await refusal(world.claim(id));
        }
      }
      const expected = [...slowGifts(events, UNIT)].map(([level, { state }]) => `${level} ${state}`).toSorted();
      const stored = await database.db.selectFrom('vip_gift').selectAll().where('member_id', '=', id).execute();
      expect(stored.map(({ level, state }) => `${level} ${state}`).toSorted()).toEqual(expected);
      const paid = stored.filter(({ state }) => state === 'paid').reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      expect(await balance(id)).toBe(paid);
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

describe('the gift of a birthday', () => {
  test('is given once a year on the day of the merchant’s zone, by the level of the day', async () => {
    await open(giftSettings('Asia/Bangkok'));
    const id = await risen();
    await world.claim(id);
    await world.setBirthday(id, '1990-01-20');
    // 16:59 UTC is before midnight in Bangkok.
    await world.runAt(new Date('2026-01-19T16:59:00Z'));
    expect(await gifts(id)).toHaveLength(1);
    await world.runAt(new Date('2026-01-19T17:00:00Z'));
    expect(await gifts(id)).toEqual(['upgrade 2 5 paid', 'birthday 2026 1 claimable']);
    expect(world.posted.at(-1)).toMatchObject({ template: 'vip_birthday_gift', params: { level: 'Ripple', amount: '$1.00' } });
    await play(id, 5_000, 10);
    for (const at of ['2026-01-20T10:00:00Z', '2026-01-21T10:00:00Z']) await world.runAt(new Date(at));
    expect((await gifts(id)).filter((one) => one.startsWith('birthday'))).toEqual(['birthday 2026 1 claimable']);
    await world.runAt(new Date('2027-01-20T10:00:00Z'));
    expect((await gifts(id)).filter((one) => one.startsWith('birthday'))).toEqual([
      'birthday 2026 1 expired',
      'birthday 2027 30 claimable',
    ]);
    expect((await world.claim(id)).paid).toBe(30n * UNIT);
    expect(await differences()).toEqual([]);
  });

  test('is made up for after a standstill, and given once by several nodes', async () => {
    const ids = [await risen(), await risen(), await risen(500)];
    for (const id of ids) await world.setBirthday(id, '1985-01-15');
    await world.setBirthday(ids[1] ?? '', '01-16-1985');
    world.clock.advance(day(9).getTime() - world.clock.now().getTime());
    const nodes = [1, 2, 3].map(() => giftsOn(database.db, world.clock));
    await Promise.all(nodes.map((node) => node.birthdays()));
    const births = await Promise.all(ids.map(async (id) => (await gifts(id)).filter((one) => one.startsWith('birthday'))));
    // The third level has none.
    expect(births).toEqual([['birthday 2026 1 claimable'], ['birthday 2026 1 claimable'], []]);
  });

  test('is given once by nodes that insert it at the same moment', async () => {
    const at = { now: day(9), until: day(39) };
    for (let year = 2026; year < 2086; year += 1) {
      const memberId = await newMember();
      const added = await Promise.all(
        [2, 2, 2, 3].map((level) =>
          database.db
            .transaction()
            .execute((tx) => add(tx, { memberId, kind: 'birthday', level, year, amount: UNIT, currency: 'USD', ...at })),
        ),
      );
      expect(added.filter(Boolean)).toHaveLength(1);
    }
  });

  test.each([
    ['2028-02-29', '2000-02-29', true],
    ['2027-02-28', '2000-02-29', true],
    ['2028-02-28', '2000-02-29', false],
    ['2027-03-01', '2000-02-29', false],
    ['2027-03-01', '03-01-2000', true],
    ['2027-03-01', '', false],
    ['2027-03-01', 'no date', false],
  ])('on %s for %s: %s', (today, born, has) => {
    expect(birthdayIn([today], born)).toBe(has ? today : undefined);
  });
});

describe('a node that ends', () => {
  test('between a level and its gift leaves nothing half done', async () => {
    const id = await newMember();
    await play(id, 100, 1);
    const dying = giftsOn(database.db, world.clock);
    const { onChanges } = dying.deps;
    Object.assign(dying.deps, {
      onChanges: async (...given: Parameters<typeof onChanges>) => {
        await onChanges(...given);
        throw new Error('killed');
      },
    });
    await expect(dying.runAt(day(1))).rejects.toThrow('killed');
    expect(await gifts(id)).toEqual([]);
    await world.runAt(day(1));
    expect(await gifts(id)).toEqual(['upgrade 2 5 claimable']);
  });
});

describe('the verification finds', () => {
  test.each([
    ['a gift for a level that was not reached', sql`update vip_gift set level = 4`, /has not reached/],
    ['a gift of another amount', sql`update vip_gift set amount = amount + 100`, /moves/],
    ['a transfer without a gift', sql`update vip_gift set state = 'claimable', transfer_id = null`, /does not exist/],
  ])('%s', async (_name, fault, pattern) => {
    const id = await risen();
    await world.claim(id);
    expect(await differences()).toEqual([]);
    await fault.execute(database.db);
    expect((await differences()).join('\n')).toMatch(pattern);
  });
});
