import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atRiskOf, outcomesOf } from '../../../../shared/games/at-risk.ts';
import { type Chip, tablePayout, tableRules } from '../../../../shared/games/live/table.ts';
import { TABLE_GAMES, type TableGame } from '../../../../shared/games/live/table-games.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { memberLegs } from '../../ledger/index.ts';
import type { GameFacts } from '../../play/vendors/contracts.ts';
import { createTestVendor, GAME, type TestVendor } from '../../play/vendors/test-vendor.ts';
import { createTurnover } from './index.ts';

let database: TestDatabase;
let vendor: TestVendor;
const turnover = createTurnover();
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
});
afterAll(() => database.close());

async function member(units = 0n): Promise<string> {
  count += 1;
  const memberId = `t${count}`;
  await vendor.wallet.openMember(database.db, { memberId, currency: 'CNY', realm: 'real' });
  if (units > 0n) await pay(memberId, units);
  return memberId;
}
const pay = (memberId: string, units: bigint) =>
  vendor.wallet.transfer(database.db, {
    reference: `opening:${memberId}`,
    kind: 'adjustment',
    currency: 'CNY',
    realm: 'real',
    memberId,
    legs: memberLegs(memberId, 'opening', units),
  });
/** Same effect as the trigger on rounds at settlement. */
const stake = (memberId: string, units: bigint) =>
  sql`insert into member_stake as kept (member_id, settled) values (${memberId}, ${units.toString()}::bigint)
      on conflict (member_id) do update set settled = kept.settled + excluded.settled`.execute(database.db);
const demand = (memberId: string, source: string, units: bigint, percent = 100) =>
  turnover.require(database.db, memberId, { source, units, percent });
const state = (memberId: string) => turnover.state(database.db, memberId);

describe('turnover', () => {
  test('of a member without requirements is zero', async () => {
    expect(await state('nobody')).toEqual({ locked: 0n, left: 0n, required: 0n });
  });

  test('locks incoming money until it has been staked', async () => {
    const id = await member(1_000n);
    await demand(id, 'd1', 400n, 200);
    expect(await state(id)).toEqual({ locked: 400n, left: 800n, required: 800n });
    await stake(id, 799n);
    expect(await state(id)).toEqual({ locked: 400n, left: 1n, required: 800n });
    await stake(id, 1n);
    expect(await state(id)).toEqual({ locked: 0n, left: 0n, required: 0n });
  });

  test('counts no stake from before, nothing twice, and oldest first', async () => {
    const id = await member(1_000n);
    await stake(id, 5_000n);
    await demand(id, 'a', 100n);
    await demand(id, 'b', 300n);
    expect(await state(id)).toEqual({ locked: 400n, left: 400n, required: 400n });
    await stake(id, 150n);
    expect(await state(id)).toEqual({ locked: 300n, left: 250n, required: 300n });
  });

  test('is required once per source, not at 0 percent, and never locks more than the balance', async () => {
    const id = await member(50n);
    await Promise.all([1, 2, 3].map(() => demand(id, 'once', 80n)));
    await demand(id, 'free', 80n, 0);
    expect(await state(id)).toEqual({ locked: 50n, left: 80n, required: 80n });
    await demand(id, 'rounded up', 1n, 1);
    expect((await state(id)).left).toBe(81n);
    await expect(demand(id, 'odd', 1n, 1.5)).rejects.toThrow('invalid turnover requirement: 1.5%');
  });

  test('is removed for reversed money; its stakes count for the next requirement', async () => {
    const id = await member(1_000n);
    await demand(id, 'a', 100n);
    await demand(id, 'b', 200n);
    await stake(id, 50n);
    await turnover.cancel(database.db, id, 'a');
    await turnover.cancel(database.db, id, 'a');
    await turnover.cancel(database.db, id, 'never');
    expect(await state(id)).toEqual({ locked: 200n, left: 150n, required: 200n });
  });

  test('follows real rounds: settled stakes only, without rolled back bets', async () => {
    const p = await vendor.player({ units: 1_000n });
    await demand(p.memberId, 'd', 300n);
    const left = async () => (await state(p.memberId)).left;
    const named = (round: string) => ({ player: p.player, roundId: round, gameId: GAME, currency: 'CNY' });
    const bet = (id: string, round: string, amount: string) =>
      vendor.call('bet', { ...named(round), token: p.token, transactionId: id, amount });
    await bet('tb1', 'tr1', '100');
    expect(await left()).toBe(300n);
    await vendor.call('win', { ...named('tr1'), transactionId: 'tw1', betTransactionId: 'tb1', amount: '150' });
    expect(await left()).toBe(200n);
    // The round is open again, so none of it is settled before its last bet.
    await bet('tb2', 'tr1', '60');
    expect(await left()).toBe(300n);
    const { currency: _none, ...back } = named('tr1');
    await vendor.call('rollback', { ...back, transactionId: 'tx2', betTransactionId: 'tb2' });
    expect(await left()).toBe(200n);
    await bet('tb3', 'tr3', '500');
    await vendor.call('rollback', { ...back, roundId: 'tr3', transactionId: 'tx3', betTransactionId: 'tb3' });
    expect(await left()).toBe(200n);
    await bet('tb4', 'tr4', '200');
    await vendor.call('win', { ...named('tr4'), transactionId: 'tw4', betTransactionId: 'tb4', amount: '0' });
    expect(await state(p.memberId)).toEqual({ locked: 0n, left: 0n, required: 0n });
  });
});

describe('a settled round', () => {
  let rounds = 0;
  interface Bet {
    readonly stake: bigint;
    readonly payout: bigint;
    readonly market?: string;
    readonly atRisk?: bigint;
  }
  /** Places and settles bets in separate rounds. */
  async function settle(p: Awaited<ReturnType<TestVendor['player']>>, bets: readonly Bet[], gameId = GAME) {
    const placed = bets.map((bet) => {
      rounds += 1;
      return { ...bet, named: { player: p.player, roundId: `cr${rounds}`, gameId, currency: 'CNY' }, id: `cb${rounds}` };
    });
    for (const { named, id, stake: amount, market, atRisk } of placed) {
      const body = { ...named, token: p.token, transactionId: id, amount: String(amount), ...(market !== undefined && { market }) };
      const answer = await vendor.call('bet', { ...body, ...(atRisk !== undefined && { atRisk: String(atRisk) }) });
      expect(answer.status).toBe('OK');
    }
    for (const { named, id, payout } of placed)
      await vendor.call('win', { ...named, transactionId: `${id}w`, betTransactionId: id, amount: String(payout), endRound: true });
    return placed;
  }
  const settled = async (memberId: string) =>
    BigInt(
      (await database.db.selectFrom('member_stake').select('settled').where('member_id', '=', memberId).executeTakeFirst())?.settled ?? 0,
    );
  const counts = async (bets: readonly Bet[], gameId?: string) => {
    const p = await vendor.player({ units: 100_000n });
    await settle(p, bets, gameId);
    return settled(p.memberId);
  };

  test.each<readonly [name: string, bets: readonly Bet[], counted: bigint]>([
    ['red and black in one spin: nothing', [{ stake: 200n, payout: 200n, atRisk: 200n }], 0n],
    ['the same when zero takes both: the loss', [{ stake: 200n, payout: 0n, atRisk: 200n }], 200n],
    ['one dozen: the stake, not the win', [{ stake: 100n, payout: 300n, atRisk: 100n }], 100n],
    ['nearly every number: what was at risk', [{ stake: 46n, payout: 360n, atRisk: 10n }], 10n],
    [
      'a bet that is nearly sure to win, lost or won: the stake, and what was won',
      [
        { stake: 1000n, payout: 0n, atRisk: 1000n },
        { stake: 1000n, payout: 1040n, atRisk: 1000n },
      ],
      1040n,
    ],
    ['the same bet over again: what was won with all of them', Array(20).fill({ stake: 1000n, payout: 1010n, atRisk: 1000n }), 200n],
    ['a long shot: the stake', [{ stake: 100n, payout: 9900n, atRisk: 100n }], 100n],
    [
      'one spot, lost or won: the stake',
      [
        { stake: 100n, payout: 0n },
        { stake: 100n, payout: 127n },
      ],
      200n,
    ],
    [
      'player and banker on two slips: the commission',
      [
        { stake: 100n, payout: 0n, market: 'b1' },
        { stake: 100n, payout: 195n, market: 'b1' },
      ],
      5n,
    ],
    [
      'the same on two rounds: both stakes',
      [
        { stake: 100n, payout: 0n, market: 'b2' },
        { stake: 100n, payout: 195n, market: 'b3' },
      ],
      200n,
    ],
    [
      'all outcomes of a match: what was lost',
      [
        { stake: 100n, payout: 190n, market: 'm1' },
        { stake: 50n, payout: 0n, market: 'm1' },
        { stake: 48n, payout: 0n, market: 'm1' },
      ],
      8n,
    ],
    [
      'a side with a smaller one against it: the difference',
      [
        { stake: 100n, payout: 300n, market: 'm2' },
        { stake: 20n, payout: 0n, market: 'm2' },
      ],
      80n,
    ],
    [
      'both ways of one side: both stakes',
      [
        { stake: 100n, payout: 150n, market: 'm3' },
        { stake: 40n, payout: 70n, market: 'm3' },
      ],
      140n,
    ],
  ])('counts %s', async (_name, bets, counted) => expect(await counts(bets)).toBe(counted));

  test('of a table of an outside vendor counts with what was won or lost, never with more than the stake', async () => {
    vendor.games.set('live-1', { ...(vendor.games.get(GAME) as GameFacts), gameId: 'live-1', gameCategory: 'LIVE' });
    expect(await counts([{ stake: 200n, payout: 200n }], 'live-1')).toBe(0n);
    expect(await counts([{ stake: 200n, payout: 195n }], 'live-1')).toBe(5n);
    expect(await counts([{ stake: 100n, payout: 900n }], 'live-1')).toBe(100n);
  });

  test('of the first bets on a market is corrected by later ones, and a rolled back bet is subtracted', async () => {
    const p = await vendor.player({ units: 100_000n });
    await settle(p, [{ stake: 100n, payout: 0n, market: 'm9' }]);
    expect(await settled(p.memberId)).toBe(100n);
    await settle(p, [{ stake: 100n, payout: 190n, market: 'm9' }]);
    expect(await settled(p.memberId)).toBe(10n);
    const named = { player: p.player, roundId: 'cm9', gameId: GAME, currency: 'CNY' };
    await vendor.call('bet', { ...named, token: p.token, transactionId: 'cm9b', amount: '500', market: 'm9' });
    const { currency: _none, ...back } = named;
    await vendor.call('rollback', { ...back, transactionId: 'cm9x', betTransactionId: 'cm9b' });
    expect(await settled(p.memberId)).toBe(10n);
    expect(await database.db.selectFrom('vendor_round').select('state').where('round_id', '=', 'cm9').executeTakeFirst()).toEqual({
      state: 'cancelled',
    });
  });

  test('counts the same once when its market is settled by many at a time', async () => {
    const p = await vendor.player({ units: 100_000n });
    await Promise.all(Array.from({ length: 6 }, (_, n) => settle(p, [{ stake: 100n, payout: n % 2 === 0 ? 200n : 0n, market: 'm10' }])));
    expect(await settled(p.memberId)).toBe(0n);
  });
});

describe('no combination of bets counts with more than its maximum loss', () => {
  interface Case {
    readonly stake: bigint;
    readonly payout: bigint;
    readonly hedged: boolean;
    readonly atRisk: bigint;
    readonly won: bigint;
    readonly lost: bigint;
    readonly max: bigint;
  }
  const overOf = async (cases: readonly Case[]) => {
    const texts = JSON.stringify(cases.map((one) => Object.fromEntries(Object.entries(one).map(([key, value]) => [key, String(value)]))));
    const { rows } = await sql<{ over: boolean }>`
      select counted_stake(stake, payout, hedged, "atRisk", won, lost) > most as over
        from jsonb_to_recordset(${texts}::text::jsonb)
          as c (stake bigint, payout bigint, hedged boolean, "atRisk" bigint, won bigint, lost bigint, most bigint)`.execute(database.db);
    return rows.map(({ over }, index) => ({ over, ...cases[index] })).filter(({ over }) => over);
  };
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
  /** All outcomes of the chips, once in a single slip and once in a slip per chip. */
  function casesOf(game: TableGame, chips: readonly Chip[]): Case[] {
    const stake = sum(chips.map((chip) => chip.stake));
    const max = atRiskOf(game, chips);
    return outcomesOf(game).flatMap((outcome) => {
      const pays = chips.map((chip) => ({ ...chip, payout: tablePayout(outcome, [chip]) }));
      const payout = sum(pays.map((chip) => chip.payout));
      const won = sum(pays.filter((chip) => chip.payout > chip.stake).map((chip) => chip.stake));
      const lost = sum(pays.filter((chip) => chip.payout < chip.stake).map((chip) => chip.stake));
      return [
        {
          stake,
          payout,
          hedged: chips.length > 1,
          atRisk: max,
          won: payout > stake ? stake : 0n,
          lost: payout < stake ? stake : 0n,
          max,
        },
        { stake, payout, hedged: false, atRisk: stake, won, lost, max },
      ];
    });
  }

  test.each(TABLE_GAMES)('at %s', async (game) => {
    const spots = tableRules(game).spots.map(({ id }) => id);
    const chips = fc.uniqueArray(fc.record({ spot: fc.constantFrom(...spots), stake: fc.bigInt(1n, 50n).map((n) => n * 100n) }), {
      selector: ({ spot }) => spot,
      minLength: 1,
      maxLength: 12,
    });
    const samples = fc.sample(chips, { numRuns: 60, seed: 7 });
    for (const one of samples) expect({ chips: one, over: await overOf(casesOf(game, one)) }).toEqual({ chips: one, over: [] });
  });

  test('on the outcomes of a match, at prices that leave the house its margin', async () => {
    const prices = fc.sample(
      fc.tuple(
        fc.integer({ min: 5, max: 80 }),
        fc.integer({ min: 5, max: 80 }),
        fc.integer({ min: 5, max: 80 }),
        fc.array(fc.bigInt(0n, 1000n), { minLength: 3, maxLength: 3 }),
      ),
      { numRuns: 300, seed: 11 },
    );
    const cases = prices.flatMap(([a, b, c, stakes]) => {
      const odds = [a, b, c].map((chance) => BigInt(Math.floor((96 * (a + b + c)) / chance)));
      const pays = stakes.map((stake, index) => (stake * (odds[index] ?? 0n)) / 100n);
      const stake = sum(stakes);
      const worst = pays.reduce((least, pay) => (pay < least ? pay : least), pays[0] ?? 0n);
      const max = stake > worst ? stake - worst : 0n;
      return pays.map((payout, index) => {
        const on = stakes[index] ?? 0n;
        const [won, lost] = [payout > on ? on : 0n, payout < on ? stake : stake - on];
        return { stake, payout, hedged: false, atRisk: stake, won, lost, max };
      });
    });
    expect(await overOf(cases)).toEqual([]);
  });
});

type Step = { readonly kind: 'require' | 'stake' | 'cancel'; readonly units: bigint; readonly percent: number; readonly which: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('require', 'require', 'stake', 'stake', 'cancel'),
  units: fc.bigInt(1n, 500n),
  percent: fc.constantFrom(0, 1, 50, 100, 300),
  which: fc.integer({ min: 0, max: 9 }),
});

/** Reference implementation: replays all steps without the cancelled ones; each stake counts for the oldest open requirement. */
function model(steps: readonly Step[], balance: bigint) {
  const cancelled = new Set<number>();
  steps.forEach(({ kind, which }, at) => {
    const before = steps.slice(0, at).flatMap((one, index) => (one.kind === 'require' ? [index] : []));
    const chosen = before[which];
    if (kind === 'cancel' && chosen !== undefined) cancelled.add(chosen);
  });
  const open: { units: bigint; required: bigint; left: bigint }[] = [];
  steps.forEach(({ kind, units, percent }, at) => {
    const required = (units * BigInt(percent) + 99n) / 100n;
    if (kind === 'require' && !cancelled.has(at) && required > 0n) open.push({ units, required, left: required });
    if (kind !== 'stake') return;
    let rest = units;
    for (const one of open) {
      const part = rest < one.left ? rest : one.left;
      one.left -= part;
      rest -= part;
    }
  });
  const unmet = open.filter(({ left }) => left > 0n);
  const sum = (pick: (one: (typeof unmet)[number]) => bigint) => unmet.reduce((total, one) => total + pick(one), 0n);
  const units = sum((one) => one.units);
  return { locked: units < balance ? units : balance, left: sum((one) => one.left), required: sum((one) => one.required) };
}

test('any sequence of deposits, stakes and reversals gives the result of the reference model', async () => {
  const balance = 700n;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const id = await member(balance);
      for (const [at, { kind, units, percent, which }] of steps.entries()) {
        if (kind === 'require') await demand(id, `s${at}`, units, percent);
        else if (kind === 'stake') await stake(id, units);
        else {
          const earlier = steps.slice(0, at).flatMap((one, index) => (one.kind === 'require' ? [index] : []));
          await turnover.cancel(database.db, id, `s${earlier[which]}`);
        }
        expect(await state(id)).toEqual(model(steps.slice(0, at + 1), balance));
      }
    }),
    { numRuns: Number(process.env.TURNOVER_RUNS ?? 40) },
  );
});
