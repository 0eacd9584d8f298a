import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addRound } from '../missions/test-missions.ts';
import { verifyRaffles } from '../raffle/index.ts';
import { auditedDatabase, refusal, sinceTransfer } from '../test-books.ts';
import { addRewardMember } from '../test-members.ts';
import type { PromotionDraft } from './desk.ts';
import { draft, hour, MERCHANT, openPromotions, promotionsOn, type TestPromotions, UNIT } from './test-promotions.ts';
import { verifyPromotions } from './verify.ts';

/** Cashback of a net loss, and tickets of a raffle. */
const database = auditedDatabase();
let world: TestPromotions;
let lastBefore = 0;
beforeEach(async () => {
  ({ world, lastBefore } = await openPromotions(database.db));
});

const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);
let rounds = 0;
function newRound(): string {
  rounds += 1;
  return `b${rounds}`;
}
interface Round {
  readonly hours: number;
  /** Whole dollars. */
  readonly stake: number;
  readonly payout: number;
  readonly category?: string;
}
async function play(memberId: string, { hours, stake, payout, category = 'RNG' }: Round, roundId = newRound(), sign: 1 | -1 = 1) {
  const amounts = { stake: BigInt(stake) * UNIT, payout: BigInt(payout) * UNIT };
  await addRound(database.db, { memberId, roundId, at: hour(hours), category, ...amounts }, sign);
  return roundId;
}
const balance = async (memberId: string) => (await world.wallet.balance(database.db, memberId))?.units;
const reserved = async (id: string) =>
  BigInt((await database.db.selectFrom('promotion').select('reserved').where('id', '=', id).executeTakeFirstOrThrow()).reserved);
const entryOf = (id: string) =>
  database.db.selectFrom('promotion_entry').selectAll().where('promotion_id', '=', id).executeTakeFirstOrThrow();
const differences = async () => [
  ...sinceTransfer(await verifyPromotions(database.db), lastBefore),
  ...(await verifyRaffles(database.db)).filter((one) => !one.startsWith('transfer')),
];
/** What the audit finds after the fault, which is taken back. */
async function foundAfter(fault: ReturnType<typeof sql>): Promise<readonly string[]> {
  let found: readonly string[] = [];
  await database.db
    .transaction()
    .execute(async (tx) => {
      await fault.execute(tx);
      found = [...(await verifyPromotions(tx)), ...(await verifyRaffles(tx))].filter((one) => !one.startsWith('transfer'));
      throw new Error('undone');
    })
    .catch((error: Error) => expect(error.message).toBe('undone'));
  return found;
}

/** A tenth of the net loss, at most 5. */
const CASHBACK: Partial<PromotionDraft> = { block: 'cashback', target: '0', percent: 1_000 };
const TERMS = ['EN', 'CN', 'JA', 'TH', 'VI', 'ID'] as const;

/** The reference in whole dollars: each round alone, without any code of the product. */
function slowLoss(plays: readonly (Round & { readonly isVoided: boolean })[], categories: readonly string[]): number {
  let lost = 0;
  for (const { hours, stake, payout, category = 'RNG', isVoided } of plays) {
    if (isVoided || hours < 0 || hours >= 24 || category === 'PVP') continue;
    if (categories.length === 0 || categories.includes(category)) lost += stake - payout;
  }
  return lost;
}

describe('cashback of a net loss', () => {
  test('is paid once after the end, without a claim, with the rest of the budget given back', async () => {
    const id = await newMember();
    const { id: promotion } = await world.add(CASHBACK);
    await play(id, { hours: -1, stake: 900, payout: 0 });
    await play(id, { hours: 1, stake: 30, payout: 0 });
    await world.runAt(hour(2));
    await world.join(id, promotion);
    expect((await world.list(id)).promotions[0]).toMatchObject({ progress: { have: '3.0000', need: '5.0000' }, amount: null });
    await play(id, { hours: 3, stake: 10, payout: 25 });
    await play(id, { hours: 24, stake: 500, payout: 0 });
    await world.runAt(hour(23));
    expect((await world.list(id)).promotions[0]?.progress).toEqual({ have: '1.5000', need: '5.0000' });
    expect([await refusal(world.claim(id, promotion)), await balance(id), await reserved(promotion)]).toEqual([
      'promotion_nothing',
      0n,
      5n * UNIT,
    ]);
    await world.runAt(hour(25));
    expect([await balance(id), await world.status(id, promotion)]).toEqual([(3n * UNIT) / 2n, 'issued']);
    await world.runAt(hour(26));
    expect([await balance(id), await reserved(promotion), await differences()]).toEqual([(3n * UNIT) / 2n, (3n * UNIT) / 2n, []]);
  });

  test('never counts rounds of a bonus, games between players, other games, voids or a net win', async () => {
    const [id, winner] = [await newMember(), await newMember()];
    const { id: promotion } = await world.add({ ...CASHBACK, categories: ['RNG'] });
    const { id: all } = await world.add(CASHBACK);
    for (const member of [id, winner]) for (const one of [promotion, all]) await world.join(member, one);
    const withBonus = await play(id, { hours: 1, stake: 100, payout: 0 });
    await sql`
      with b as (insert into bonus (member_id, source, reference, reason, currency, amount, held, wagering, required, weights, days, state, offer_until, created_at)
        values (${id}, 'operator', ${`bonus-${withBonus}`}, '', 'USD', 10000, 0, 1, 10000, '{}', 1, 'offered', ${hour(9)}, ${hour(0)}) returning id)
      insert into bonus_round (provider, round_id, bonus_id, weight) select 'p', ${withBonus}, id, 100 from b`.execute(database.db);
    await play(id, { hours: 1, stake: 100, payout: 0, category: 'PVP' });
    await play(id, { hours: 1, stake: 11, payout: 0, category: 'LIVE' });
    await play(id, { hours: 2, stake: 20, payout: 0 });
    const voided = await play(id, { hours: 3, stake: 40, payout: 0 });
    await play(id, { hours: 3, stake: 40, payout: 0 }, voided, -1);
    await play(winner, { hours: 1, stake: 10, payout: 40 });
    await world.runAt(hour(25));
    expect([await balance(id), await balance(winner)]).toEqual([2n * UNIT + (31n * UNIT) / 10n, 0n]);
    expect([await world.status(winner, promotion), await reserved(promotion)]).toEqual(['close', 2n * UNIT]);
    expect(await differences()).toEqual([]);
  });

  test('says before the join, and while it runs, that rounds of a running bonus do not count', async () => {
    const [id, other] = [await newMember(), await newMember()];
    const { id: promotion } = await world.add(CASHBACK);
    await sql`
      insert into bonus (member_id, source, reference, reason, currency, amount, held, wagering, required, weights, days, state, offer_until,
                         created_at, accepted_at, expires_at)
      values (${id}, 'operator', ${`runs-${id}`}, '', 'USD', 10000, 0, 1, 10000, '{}', 1, 'running', ${hour(9)}, ${hour(0)}, ${hour(0)},
              ${hour(24)})`.execute(database.db);
    const shown = async (member: string | null) =>
      (await world.list(member)).promotions
        .filter((one) => one.promotionId === promotion)
        .map(({ status, bonusRuns }) => [status, bonusRuns]);
    expect([await shown(id), await shown(other), await shown(null)]).toEqual([[['join', true]], [['join', false]], [['join', false]]]);
    await world.join(id, promotion);
    expect(await shown(id)).toEqual([['joined', true]]);
    await sql`update bonus set state = 'left', ended_at = ${hour(1)} where member_id = ${id}`.execute(database.db);
    expect(await shown(id)).toEqual([['joined', false]]);
  });

  test('is, for any play of any member, what a slow reference computes', async () => {
    const one = fc.record({
      hours: fc.integer({ min: -2, max: 26 }),
      stake: fc.nat({ max: 40 }),
      payout: fc.nat({ max: 50 }),
      category: fc.constantFrom('RNG', 'LIVE', 'PVP'),
      isVoided: fc.boolean(),
      joins: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 15 }), fc.constantFrom<string[][]>([], ['RNG']), async (plays, categories) => {
        world.clock.advance(hour(0).getTime() - world.clock.now().getTime());
        const id = await newMember();
        const { id: promotion } = await world.add({ ...CASHBACK, categories: [...categories] });
        let isIn = false;
        for (const { joins, isVoided, ...round } of plays) {
          const roundId = await play(id, round);
          if (joins && !isIn) await world.join(id, promotion);
          isIn ||= joins;
          if (isVoided) await play(id, round, roundId, -1);
          await world.runAt(hour(1));
        }
        await world.runAt(hour(25));
        const share = Math.min(500, Math.max(0, slowLoss(plays, categories)) * 10);
        expect(await balance(id)).toBe(isIn ? (BigInt(share) * UNIT) / 100n : 0n);
        expect(await differences()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('waits for the account of rewards and for the end of a break, and is paid by one of several nodes', async () => {
    const id = await newMember();
    const { id: promotion } = await world.add(CASHBACK);
    await world.join(id, promotion);
    await play(id, { hours: 1, stake: 20, payout: 0 });
    world.resting.add(id);
    await world.runAt(hour(25));
    expect([await world.status(id, promotion), await balance(id)]).toEqual(['process', 0n]);
    expect((await world.desk.unfunded(database.db)).count).toBe(1);
    const nodes = [0, 1, 2].map(() => promotionsOn(database.db, world.clock));
    await Promise.all(nodes.map((node) => node.runAt(hour(26))));
    expect([await world.status(id, promotion), await balance(id), await differences()]).toEqual(['issued', 2n * UNIT, []]);
  });

  test('becomes due once if several nodes end it while play is counted', async () => {
    const members = [await newMember(), await newMember(), await newMember()];
    const { id: promotion } = await world.add(CASHBACK);
    for (const id of members) await world.join(id, promotion);
    for (const id of members) for (let n = 0; n < 5; n += 1) await play(id, { hours: n + 1, stake: 7, payout: 0 });
    const nodes = [0, 1, 2].map(() => promotionsOn(database.db, world.clock));
    world.clock.advance(hour(25).getTime() - world.clock.now().getTime());
    await Promise.all(nodes.map((node) => node.runAt(hour(25))));
    await world.runAt(hour(25));
    for (const id of members) expect(await balance(id)).toBe((35n * UNIT) / 10n);
    expect(await differences()).toEqual([]);
  });

  test('has a preview, terms in six languages, a fixed rule, and an audit that finds faults', async () => {
    const [loser, winner] = [await newMember(), await newMember()];
    for (const id of [loser, winner]) world.team.add(id);
    await play(loser, { hours: 1, stake: 30, payout: 4 });
    await play(winner, { hours: 1, stake: 30, payout: 40 });
    await play(winner, { hours: 1, stake: 300, payout: 0, category: 'PVP' });
    await world.runAt(hour(2));
    const { id: promotion, ...row } = await world.add({ ...CASHBACK, agent_id: 'agent' });
    expect(await world.desk.preview(database.db, { id: promotion, ...row })).toMatchObject({ members: 1, cost: (26n * UNIT) / 10n });
    for (const language of TERMS) {
      const text = (await world.desk.terms(database.db, { id: promotion, ...row }, language)).join('\n');
      for (const value of ['10%', '$5.00', '100']) expect(text).toContain(value);
      expect(text).not.toMatch(/promotions\.|\{\{/);
    }
    await expect(sql`update promotion set percent = 1 where id = ${promotion}`.execute(database.db)).rejects.toThrow('does not change');
    const { id: own } = await world.add(CASHBACK);
    await world.join(loser, own);
    await play(loser, { hours: 3, stake: 20, payout: 0 });
    await world.runAt(hour(12));
    expect(await foundAfter(sql`update promotion_entry set counted = counted + 1`)).not.toEqual([]);
    await world.runAt(hour(30));
    expect((await entryOf(own)).state).toBe('paid');
    expect(await differences()).toEqual([]);
    const faults = [
      sql`update promotion_entry set counted = counted - 10000 where promotion_id = ${own}`,
      sql`update promotion_entry set counted = counted + 200000 where promotion_id = ${own}`,
      sql`update promotion_entry set state = 'ended', paid_at = null, transfer_id = null where promotion_id = ${own}`,
    ];
    for (const fault of faults) expect((await foundAfter(fault)).join(' ')).toContain('cashback');
  });
});

describe('tickets of a raffle', () => {
  /** A raffle of the time of the promotion, and a promotion with 4 of its tickets for a stake of 100. */
  async function withRaffle(change: Partial<PromotionDraft> = {}, hours = 48) {
    const raffle = await world.raffles.add({ ends_at: hour(hours), draws_at: hour(hours + 1) });
    const gives = { kind: 'tickets', raffleId: raffle.id, raffleTitles: { EN: 'Pearls' }, closesAt: hour(hours).toISOString() } as const;
    const promotion = await world.add({ amount: '0', tickets: 4, budget: '8', gives, ...change });
    return { raffle, promotion };
  }
  const ticketsOf = async (memberId: string) =>
    (await database.db.selectFrom('raffle_entry').select(['tickets', 'extra']).where('member_id', '=', memberId).executeTakeFirst())
      ?.extra ?? 0;

  test('are given once by claims of several nodes, within the budget of tickets', async () => {
    const [id, second, third] = [await newMember(), await newMember(), await newMember()];
    const { promotion, raffle } = await withRaffle();
    for (const member of [id, second]) await world.join(member, promotion.id);
    expect([await refusal(world.join(third, promotion.id)), await reserved(promotion.id)]).toEqual(['promotion_budget_used', 8n]);
    await play(id, { hours: 1, stake: 120, payout: 0 });
    await world.runAt(hour(2));
    const [waiting] = (await world.centre.waiting({ memberId: id, language: 'EN' })).rewards;
    expect(waiting).toMatchObject({ amount: null, points: null, note: '4 tickets of the raffle “Pearls”' });
    const nodes = [0, 1, 2].map(() => promotionsOn(database.db, world.clock));
    const claims = await Promise.all(nodes.map((node) => refusal(node.claim(id, promotion.id))));
    expect(claims.toSorted()).toEqual(['accepted', 'promotion_claimed', 'promotion_claimed']);
    expect([await ticketsOf(id), await world.status(id, promotion.id), await balance(id)]).toEqual([4, 'claimed', 0n]);
    expect((await world.raffles.entry(id, raffle.id)).tickets).toBeGreaterThanOrEqual(4);
    expect(await differences()).toEqual([]);
    expect((await foundAfter(sql`update promotion_entry set tickets = 5 where member_id = ${id}`)).join(' ')).toContain('gave tickets');
    expect((await foundAfter(sql`update raffle_entry set extra = extra + 1`)).join(' ')).toContain('tickets of rewards');
    expect((await foundAfter(sql`delete from raffle_grant`)).join(' ')).toContain('gave tickets');
  });

  test('are refused with a code that changes nothing once the raffle is closed, and stop no other claim', async () => {
    const id = await newMember();
    const { promotion, raffle } = await withRaffle();
    const { id: money } = await world.add();
    for (const one of [promotion.id, money]) await world.join(id, one);
    await play(id, { hours: 1, stake: 120, payout: 0 });
    await world.runAt(hour(2));
    await world.raffles.cancel(raffle.id);
    const before = await entryOf(promotion.id);
    expect(await refusal(world.claim(id, promotion.id))).toBe('raffle_closed');
    expect(await entryOf(promotion.id)).toEqual(before);
    expect(await refusal(world.centre.claim(id, 'all'))).toBe('accepted');
    expect([await balance(id), (await entryOf(promotion.id)).state, await ticketsOf(id)]).toEqual([5n * UNIT, 'claimable', 0]);
    await world.runAt(hour(50));
    expect([(await entryOf(promotion.id)).state, await reserved(promotion.id), await differences()]).toEqual(['ended', 0n, []]);
  });

  test('can be claimed until the raffle closes, also after a break, and approved ones end with it', async () => {
    const [id, applicant] = [await newMember(), await newMember()];
    const { promotion } = await withRaffle();
    const { promotion: gift } = await withRaffle({ block: 'cash', target: '0' });
    await world.join(id, promotion.id);
    const application = await world.apply(applicant, gift.id);
    await play(id, { hours: 1, stake: 120, payout: 0 });
    await world.runAt(hour(2));
    expect((await entryOf(promotion.id)).claim_until).toEqual(hour(48));
    for (const member of [id, applicant]) world.resting.add(member);
    await world.decide(application.id, true);
    expect([(await entryOf(gift.id)).state, world.posted[0]?.params]).toMatchObject([
      'due',
      { amount: '4 tickets of the raffle “Pearls”' },
    ]);
    await world.runAt(hour(48));
    for (const one of [promotion.id, gift.id]) expect([(await entryOf(one)).state, await reserved(one)]).toEqual(['ended', 0n]);
    expect(await differences()).toEqual([]);
  });

  test('of an approved application are given at once, and refused to the operator if the raffle is closed', async () => {
    const [good, late] = [await newMember(), await newMember()];
    const { promotion, raffle } = await withRaffle({ block: 'cash', target: '0' });
    const [first, second] = [await world.apply(good, promotion.id), await world.apply(late, promotion.id)];
    await world.decide(first.id, true);
    expect([await ticketsOf(good), await world.status(good, promotion.id)]).toEqual([4, 'issued']);
    await world.raffles.cancel(raffle.id);
    expect([await refusal(world.decide(second.id, true)), await world.status(late, promotion.id)]).toEqual(['raffle_closed', 'applying']);
    await world.decide(second.id, false);
    expect([await reserved(promotion.id), await differences()]).toEqual([4n, []]);
  });

  test('race with the end of the raffle: given before it, or refused', async () => {
    const members = [await newMember(), await newMember()];
    const { promotion, raffle } = await withRaffle();
    for (const id of members) await world.join(id, promotion.id);
    for (const id of members) await play(id, { hours: 1, stake: 120, payout: 0 });
    await world.runAt(hour(2));
    const other = promotionsOn(database.db, world.clock);
    const [cancelled, ...claims] = await Promise.all([
      refusal(world.raffles.cancel(raffle.id)),
      ...members.map((id, index) => refusal((index === 0 ? world : other).claim(id, promotion.id))),
    ]);
    expect(cancelled).toBe('accepted');
    for (const [index, claim] of claims.entries())
      expect([claim, await ticketsOf(members[index] as string)]).toEqual(claim === 'accepted' ? ['accepted', 4] : ['raffle_closed', 0]);
    expect(await differences()).toEqual([]);
  });

  test('have a preview in tickets and terms in six languages, and are not published for a raffle that is over', async () => {
    const id = await newMember();
    world.team.add(id);
    await play(id, { hours: 1, stake: 120, payout: 0 });
    await world.runAt(hour(2));
    const { promotion, raffle } = await withRaffle({ agent_id: 'agent' });
    expect(await world.desk.preview(database.db, promotion)).toMatchObject({ members: 1, cost: 4n, limited: 4n });
    for (const language of TERMS) {
      const text = (await world.desk.terms(database.db, promotion, language)).join('\n');
      for (const value of ['$100.00', 'Pearls', '2026-01-16 00:00']) expect(text).toContain(value);
      expect(text).not.toMatch(/promotions\.|\{\{/);
    }
    await expect(sql`update promotion set tickets = 9 where id = ${promotion.id}`.execute(database.db)).rejects.toThrow('does not change');
    await world.raffles.cancel(raffle.id);
    expect(await refusal(world.add({ amount: '0', tickets: 4, budget: '8', gives: promotion.gives }))).toBe('raffle_closed');
    const mixed = draft(hour(0), { tickets: 4, gives: promotion.gives });
    await expect(database.db.transaction().execute((tx) => world.desk.save(tx, undefined, mixed))).rejects.toThrow('promotion_');
  });
});
