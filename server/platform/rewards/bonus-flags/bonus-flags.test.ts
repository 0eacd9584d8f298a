import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { addMerchant, DEFAULT_BONUS_RULES } from '../../merchant/index.ts';
import type { TestPlayer } from '../../play/vendors/test-vendor.ts';
import { bonusSettings, MERCHANT } from '../bonus/test-bonus.ts';
import { codeOf } from '../bonus/test-model.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { flagsOn, type TestBet, type TestFlags } from './test-bonus-flags.ts';

let database: TestDatabase;
let world: TestFlags;
let other: TestFlags;
beforeAll(async () => {
  database = await openTestDatabase();
  await addMerchant(database.db, MERCHANT, bonusSettings({ checks: { ...DEFAULT_BONUS_RULES.checks, betsPerMinute: BETS_PER_MINUTE } }));
  world = flagsOn(database.db);
  other = flagsOn(database.db, world.bonus.clock);
  await fundRewards(database.db, world.bonus.vendor.wallet, 1_000_000_000n, 'bonus-flag-fund');
  await world.run();
});
afterAll(async () => {
  expect(await audit(database.db)).toMatchObject({ ok: true });
  await database.close();
});

const ROUNDS = DEFAULT_BONUS_RULES.checks.coveredRounds;
/** Few, so that the test needs few bets. */
const BETS_PER_MINUTE = 20;
let tables = 0;
function table(): string {
  tables += 1;
  return `table-${tables}`;
}

/** A member with a running bonus and much real money. */
async function member(maxBet: bigint | null = null): Promise<TestPlayer> {
  const player = await world.bonus.player(1_000_000n);
  await world.bonus.grant(player.memberId, { amount: 1_000n, wagering: 100, maxBet });
  return player;
}

async function playAll(player: TestPlayer, bets: readonly TestBet[]): Promise<void> {
  for (const bet of bets) {
    world.bonus.clock.advance(MINUTE_MS);
    await world.play(player, bet);
  }
}

const rounds = <T>(work: (index: number) => T, count = ROUNDS) => Array.from({ length: count }, (_, index) => work(index));
const flagOf = async (memberId: string) => {
  const all = await world.desk.list(database.db, { offset: 0, limit: 1_000 });
  return all.filter(({ member_id }) => member_id === memberId);
};

describe('a flag', () => {
  test('is given for opposite bets in one slip, with the rounds as evidence, once', async () => {
    const player = await member();
    // Zero comes once in 37 spins and loses both.
    await playAll(
      player,
      rounds((index) => ({ stake: 20n, win: index === 7 ? 0n : 20n, market: table(), atRisk: 20n })),
    );
    await world.run();
    // One round less than needed has hardly won or lost.
    expect(await world.rulesOf(player.memberId)).toEqual([]);
    await playAll(player, [{ stake: 20n, win: 20n, market: table(), atRisk: 20n }]);
    await Promise.all([world.run(), other.run(), world.run()]);
    expect(await world.rulesOf(player.memberId)).toEqual(['opposite']);
    const [flag] = await flagOf(player.memberId);
    expect(flag?.evidence).toMatchObject({ examined: 31, matched: 30, stake: '600', payout: '600', links: [] });
    expect(flag?.evidence.examples).toHaveLength(20);
    await playAll(player, [{ stake: 20n, win: 20n, market: table(), atRisk: 20n }]);
    await world.run();
    expect(await world.rulesOf(player.memberId)).toEqual(['opposite']);
  });

  test('is given for opposite bets in several slips of one round, also after the bonus has ended', async () => {
    const player = await member();
    await playAll(
      player,
      rounds(table).flatMap((market, index) => [
        { stake: 10n, win: index % 2 === 0 ? 20n : 0n, market },
        { stake: 10n, win: index % 2 === 0 ? 0n : 20n, market },
      ]),
    );
    const running = await database.db.selectFrom('bonus').select('id').where('member_id', '=', player.memberId).executeTakeFirstOrThrow();
    await world.bonus.leave(player.memberId, running.id);
    await world.run();
    expect(await world.rulesOf(player.memberId)).toEqual(['opposite']);
  });

  test('is given for opposite bets of linked members, and not of strangers', async () => {
    const [one, two] = [await member(), await member()];
    const bets = rounds(table).map((market, index) => ({ market, first: index % 3 === 0 }));
    for (const { market, first } of bets) {
      await playAll(one, [{ stake: 10n, win: first ? 20n : 0n, market }]);
      await playAll(two, [{ stake: 10n, win: first ? 0n : 20n, market }]);
    }
    await world.run();
    expect([await world.rulesOf(one.memberId), await world.rulesOf(two.memberId)]).toEqual([[], []]);
    await world.link(one.memberId, two.memberId);
    await playAll(one, [{ stake: 10n, win: 20n, market: table() }]);
    await world.run();
    expect(await world.rulesOf(one.memberId)).toEqual(['linked']);
    const [flag] = await flagOf(one.memberId);
    expect(flag?.evidence).toMatchObject({
      examined: 30,
      matched: 30,
      stake: '600',
      links: [{ memberId: two.memberId, kinds: ['payout'] }],
    });
  });

  test('is given for odds near 1, the highest stake each time, and more bets than a person places', async () => {
    const [careful, highest, machine] = [await member(), await member(50n), await member()];
    await playAll(
      careful,
      rounds(() => ({ stake: 100n, win: 103n, atRisk: 100n })),
    );
    await playAll(
      highest,
      rounds((index) => ({ stake: 50n, win: index % 3 === 0 ? 150n : 0n }), 100),
    );
    for (let minute = 0; minute < 3; minute += 1) {
      const start = Math.ceil((world.bonus.clock.now().getTime() + 1) / MINUTE_MS) * MINUTE_MS;
      world.bonus.clock.advance(start - world.bonus.clock.now().getTime());
      await Promise.all(rounds((index) => world.play(machine, { stake: BigInt(index + 1), win: 0n }), BETS_PER_MINUTE + 1));
    }
    await world.run();
    expect(await world.rulesOf(careful.memberId)).toEqual(['low_risk']);
    expect(await world.rulesOf(highest.memberId)).toEqual(['max_stake']);
    expect(await world.rulesOf(machine.memberId)).toEqual(['fast']);
    expect((await flagOf(machine.memberId))[0]?.evidence).toMatchObject({ matched: 3, examples: [{ count: BETS_PER_MINUTE + 1 }, {}, {}] });
  });

  test('is given for many bonuses of one day, once for each day', async () => {
    const { memberId } = await world.bonus.player(100n);
    const take = async () => {
      const { id } = await world.bonus.grant(memberId);
      await world.bonus.leave(memberId, id);
      await Promise.all([world.run(), other.run()]);
      return world.rulesOf(memberId);
    };
    for (let count = 1; count <= 5; count += 1) expect(await take()).toEqual([]);
    expect(await take()).toEqual(['many']);
    expect(await take()).toEqual(['many']);
    expect((await flagOf(memberId))[0]?.evidence).toMatchObject({ matched: 6, stake: '600', payout: null });
    world.bonus.clock.advance(DAY_MS);
    expect(await take()).toEqual(['many']);
  });
});

/** Bets as members place them: one field, some fields, a slot, dice at odds of some risk. Enough of each kind that a rule could hold. */
const normalBet = fc.record({
  kind: fc.constantFrom('slot', 'field', 'fields', 'fields', 'dice', 'dice'),
  stake: fc.integer({ min: 1, max: 40 }),
  // Of 37 pockets.
  pocket: fc.integer({ min: 0, max: 36 }),
});

function betOf({ kind, stake: chip, pocket }: { kind: string; stake: number; pocket: number }): TestBet {
  const stake = BigInt(chip);
  if (kind === 'slot') return { stake, win: pocket < 9 ? stake * 3n : pocket < 13 ? stake : 0n };
  if (kind === 'dice') return { stake, win: pocket < 18 ? stake * 2n : 0n, atRisk: stake };
  const red = pocket > 0 && pocket % 2 === 1;
  const market = table();
  if (kind === 'field') return { stake, win: red ? stake * 2n : 0n, market };
  // Red and the first dozen.
  const win = (red ? stake * 2n : 0n) + (pocket > 0 && pocket <= 12 ? stake * 3n : 0n);
  return { stake: stake * 2n, win, market, atRisk: stake * 2n };
}

test('normal play gives no flag, of linked members at one table neither', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(normalBet, { minLength: 110, maxLength: 120 }),
      fc.array(fc.nat(36), { minLength: 120, maxLength: 120 }),
      async (bets, pockets) => {
        const [one, two] = [await member(5_000n), await member(5_000n)];
        await world.link(one.memberId, two.memberId);
        for (const [index, bet] of bets.entries()) {
          const own = betOf(bet);
          await playAll(one, [own]);
          if (own.market === undefined) continue;
          const red = (pockets[index] ?? 0) % 2 === 1;
          await playAll(two, [{ stake: own.stake, win: red ? own.stake * 2n : 0n, market: own.market }]);
        }
        await world.run();
        expect([await world.rulesOf(one.memberId), await world.rulesOf(two.memberId)]).toEqual([[], []]);
      },
    ),
    { numRuns: 3 },
  );
});

describe('a decision', () => {
  async function flagged(): Promise<{ readonly memberId: string; readonly id: string }> {
    const player = await member();
    await playAll(
      player,
      rounds(() => ({ stake: 20n, win: 20n, market: table(), atRisk: 20n })),
    );
    await world.run();
    return { memberId: player.memberId, id: (await flagOf(player.memberId))[0]?.id ?? '' };
  }
  const decide = (node: TestFlags, verb: 'dismiss' | 'stop', id: string, operator = 'ops') =>
    codeOf(inTransaction(database.db, (tx, afterCommit) => node.desk[verb](tx, afterCommit, { id, operator, reason: 'Seen' })));

  test('that dismisses changes nothing for the member', async () => {
    const { memberId, id } = await flagged();
    const before = await world.bonus.pools(memberId);
    expect(await decide(world, 'dismiss', id)).toBe('accepted');
    expect(await decide(world, 'stop', id)).toBe('not_found');
    expect(await world.bonus.pools(memberId)).toEqual(before);
    await world.bonus.offer(memberId);
  });

  test('that stops refuses new bonuses, takes nothing, and can be taken back', async () => {
    const { memberId, id } = await flagged();
    const open = await world.bonus.offer(memberId);
    const before = await world.bonus.pools(memberId);
    expect(await decide(world, 'stop', id)).toBe('accepted');
    expect(await world.bonus.pools(memberId)).toEqual(before);
    expect(await codeOf(world.bonus.accept(memberId, open.id))).toBe('bonus_stopped');
    expect(await codeOf(world.bonus.offer(memberId))).toBe('bonus_member_stopped');
    expect((await world.bonus.centre.counts(database.db, memberId)).bonus).toBe(0);
    // What the member has earned is offered, and waits.
    await world.bonus.offer(memberId, { source: 'promotion' });
    const allow = () => codeOf(inTransaction(database.db, (tx, afterCommit) => world.desk.allow(tx, afterCommit, memberId)));
    expect(await allow()).toBe('accepted');
    expect(await allow()).toBe('not_found');
    expect(await codeOf(world.bonus.accept(memberId, open.id))).toBe('bonus_running');
  });

  test('is one, of two operators at the same time', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { memberId, id } = await flagged();
      const codes = await Promise.all([
        decide(world, 'stop', id, 'one'),
        decide(other, 'dismiss', id, 'two'),
        decide(other, 'stop', id, 'three'),
      ]);
      expect(codes.toSorted()).toEqual(['accepted', 'not_found', 'not_found']);
      const [flag] = await flagOf(memberId);
      expect(flag?.is_stopped).toBe(flag?.state === 'stopped');
    }
  });

  test('against an acceptance: it was before, or is refused', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { memberId, id } = await flagged();
      const running = await database.db.selectFrom('bonus').select('id').where('member_id', '=', memberId).executeTakeFirstOrThrow();
      await world.bonus.leave(memberId, running.id);
      const offer = await world.bonus.offer(memberId);
      const [accepted, stopped] = await Promise.all([codeOf(other.bonus.accept(memberId, offer.id)), decide(world, 'stop', id)]);
      expect(stopped).toBe('accepted');
      expect(['accepted', 'bonus_stopped']).toContain(accepted);
      const { state } = await database.db.selectFrom('bonus').select('state').where('id', '=', offer.id).executeTakeFirstOrThrow();
      expect(state).toBe(accepted === 'accepted' ? 'running' : 'offered');
    }
  });
});
