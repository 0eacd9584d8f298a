import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit, HOUSE, type Leg, memberLegs, type TransferKind, WALLET } from '../../ledger/index.ts';
import { launch } from '../../play/vendors/index.ts';
import { GAME, MERCHANT, type TestPlayer } from '../../play/vendors/test-vendor.ts';
import type { ProtectionRefusal } from './contracts.ts';
import { highestStake } from './gate.ts';
import { protectionRefusal } from './refusals.ts';
import { createTestWorld, type TestWorld } from './test-world.ts';

const DAY = 24 * 60;
let database: TestDatabase;
let world: TestWorld;
let player: TestPlayer;
let memberId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  world = await createTestWorld(database.db, { checkMinutes: [15, 30], usualCheckMinutes: 30 });
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  expect(world.vendor.faults).toEqual([]);
  await database.close();
});
beforeEach(async () => {
  player = await world.vendor.player({ units: 100_000n });
  memberId = player.memberId;
});

const mine = () => world.actor(memberId);
const own = () => world.protection.member;
const loss = { kind: 'loss', period: 'day' } as const;
const stake = { kind: 'stake', period: 'week' } as const;
const bet = (units: bigint) => world.order(memberId, 'bet', units);

/** The same over the seamless wallet, as a vendor calls it. */
let rounds = 0;
function round() {
  rounds += 1;
  const ids = { roundId: `p-r-${rounds}`, gameId: GAME, player: player.player };
  const [betId, endId] = [`p-b-${rounds}`, `p-e-${rounds}`];
  return {
    bet: (amount = '100') => world.vendor.call('bet', { ...ids, token: player.token, transactionId: betId, currency: 'CNY', amount }),
    more: (amount = '100') =>
      world.vendor.call('bet', { ...ids, token: player.token, transactionId: `${betId}-more`, currency: 'CNY', amount }),
    win: (amount = '250') => world.vendor.call('win', { ...ids, transactionId: endId, betTransactionId: betId, currency: 'CNY', amount }),
    rollback: () => world.vendor.call('rollback', { ...ids, transactionId: endId, betTransactionId: betId }),
    finish: () => world.vendor.call('finish', { roundId: ids.roundId, gameId: GAME, player: player.player }),
  };
}

describe('a limit', () => {
  it('that is lowered applies at once; a higher one waits a day and for a second confirmation', async () => {
    await own().setLimit(mine(), loss, 500n);
    expect(await bet(500n)).toBeUndefined();
    expect(await bet(1n)).toMatchObject({ code: 'limit_reached', rule: 'loss-day', value: '¥0.05' });
    const refused = await bet(1n);
    expect(protectionRefusal(refused as ProtectionRefusal).params).toMatchObject({ value: '¥0.05' });
    await own().setLimit(mine(), loss, 900n);
    expect(await bet(1n)).toMatchObject({ rule: 'loss-day' });
    await expect(own().confirmLimit(mine(), loss)).rejects.toMatchObject({ code: 'limit_too_soon' });
    world.advance(DAY - 1);
    await expect(own().confirmLimit(mine(), loss)).rejects.toMatchObject({ code: 'limit_too_soon' });
    world.advance(1);
    const { snapshot } = await own().snapshot(mine());
    expect(snapshot.limits).toMatchObject([{ value: 500n, pendingValue: 900n }]);
    await own().confirmLimit(mine(), loss);
    world.advance(1);
    expect(await bet(900n)).toBeUndefined();
    const raise = world.inbox.posted.find((entry) => entry.memberId === memberId && entry.template === 'limit_raise_pending');
    expect(raise?.params).toMatchObject({ limit: 'Losses in 24 hours', value: '0.09', from: expect.stringContaining('(Asia/Bangkok)') });
    expect(world.inbox.posted.filter((entry) => entry.memberId === memberId).map(({ template }) => template)).toEqual([
      'limit_lowered',
      'limit_raise_pending',
      'limit_raised',
    ]);
  });

  it('with a pending increase can be cancelled, and a lower one replaces it', async () => {
    await own().setLimit(mine(), stake, 500n);
    await own().setLimit(mine(), stake, null);
    await own().cancelLimit(mine(), stake);
    await expect(own().confirmLimit(mine(), stake)).rejects.toMatchObject({ code: 'limit_not_pending' });
    await own().setLimit(mine(), stake, 800n);
    await own().setLimit(mine(), stake, 400n);
    world.advance(2 * DAY);
    await expect(own().confirmLimit(mine(), stake)).rejects.toMatchObject({ code: 'limit_not_pending' });
    expect(await bet(401n)).toMatchObject({ code: 'limit_exceeded', rule: 'stake-week', until: null });
  });

  it('is removed only after the same wait', async () => {
    await own().setLimit(mine(), stake, 10n);
    await own().setLimit(mine(), stake, null);
    expect(await bet(11n)).toMatchObject({ rule: 'stake-week' });
    world.advance(DAY);
    await own().confirmLimit(mine(), stake);
    expect(await bet(11n)).toBeUndefined();
  });

  it('notifies once that a higher one can be confirmed', async () => {
    await own().setLimit(mine(), stake, 10n);
    await own().setLimit(mine(), stake, 20n);
    await world.protection.notifyExpired();
    world.advance(DAY);
    await world.protection.notifyExpired();
    await world.protection.notifyExpired();
    const notices = world.inbox.posted.filter((entry) => entry.memberId === memberId && entry.template === 'limit_raise_ready');
    expect(notices).toMatchObject([{ params: { limit: 'Stakes in 7 days', value: '0.00' } }]);
  });

  it('of the operator exists next to the member’s, and the stricter applies', async () => {
    const set = (value: bigint | null) =>
      database.db.transaction().execute((tx) => world.protection.setOperatorLimit(tx, memberId, { ...stake, value }, () => undefined));
    await own().setLimit(mine(), stake, 500n);
    await set(300n);
    expect(await bet(301n)).toMatchObject({ rule: 'stake-week', value: '¥0.03' });
    await set(700n);
    expect(await bet(501n)).toMatchObject({ value: '¥0.05' });
    await set(null);
    expect(await bet(500n)).toBeUndefined();
  });

  it('names the minute from which the stake is allowed again', async () => {
    await own().setLimit(mine(), loss, 500n);
    await bet(300n);
    const first = world.clock.now().getTime();
    world.advance(60);
    await bet(200n);
    const refusal = await bet(250n);
    expect(refusal?.until?.getTime()).toBe(Math.floor(first / 60_000) * 60_000 + 60_000 + DAY * 60_000);
    world.clock.advance((refusal?.until?.getTime() ?? 0) - world.clock.now().getTime() - 1);
    expect(await bet(250n)).toBeDefined();
    world.clock.advance(1);
    expect(await bet(250n)).toBeUndefined();
  });

  it('of deposits counts what was credited, gross', async () => {
    const choice = { kind: 'deposit', period: 'week' } as const;
    await own().setLimit(mine(), choice, 1_000n);
    expect(await world.order(memberId, 'deposit', 1_000n)).toBeUndefined();
    await world.order(memberId, 'withdrawal-paid', 900n);
    expect(await world.order(memberId, 'deposit', 1n)).toMatchObject({ code: 'limit_reached', rule: 'deposit-week' });
    const { snapshot } = await own().snapshot(mine());
    expect(snapshot.life).toMatchObject({ deposits: 1_000n, payouts: 900n });
  });

  it('of deposits includes fees, and money sent by an agent; money sent to the upline counts as paid out', async () => {
    const { wallet } = world.vendor;
    let count = 0;
    const transfer = (kind: TransferKind, legs: readonly Leg[]) => {
      count += 1;
      const reference = `fees:${memberId}:${count}`;
      return wallet.transfer(database.db, { reference, kind, currency: 'CNY', realm: 'real', memberId, legs });
    };
    await transfer('deposit', [
      { owner: memberId, kind: WALLET, units: 985n },
      { owner: HOUSE, kind: 'deposit-fees', units: 15n },
      { owner: HOUSE, kind: 'cashier:test', units: -1_000n },
    ]);
    await transfer('downline', memberLegs(memberId, 'agent', 300n));
    await transfer('upline', memberLegs(memberId, 'agent', -200n));
    const row = await database.db.selectFrom('protection_member').selectAll().where('member_id', '=', memberId).executeTakeFirstOrThrow();
    expect([row.deposits, row.payouts]).toEqual(['1300', '200']);
    await transfer('deposit-reversal', [
      { owner: memberId, kind: WALLET, units: -985n },
      { owner: HOUSE, kind: 'deposit-fees', units: -15n },
      { owner: HOUSE, kind: 'cashier:test', units: 1_000n },
    ]);
    const after = await database.db.selectFrom('protection_member').select('payouts').where('member_id', '=', memberId).executeTakeFirst();
    expect(after?.payouts).toBe('1200');
    await own().setLimit(mine(), { kind: 'deposit', period: 'day' }, 1_400n);
    expect(await world.order(memberId, 'deposit', 101n)).toMatchObject({ rule: 'deposit-day' });
    expect(await world.order(memberId, 'deposit', 100n)).toBeUndefined();
  });
});

describe('time played', () => {
  const session = { kind: 'session', period: 'day' } as const;

  it('counts between signs of play that are not a pause apart, and stops the next stake, not the hand', async () => {
    await own().setLimit(mine(), session, 20n);
    await own().setCheck(mine(), 30);
    await bet(1n);
    world.advance(14);
    expect(await bet(1n)).toBeUndefined();
    world.advance(16);
    expect(await bet(1n)).toBeUndefined();
    world.advance(5);
    const hand = round();
    expect(await hand.bet()).toMatchObject({ status: 'OK' });
    world.advance(1);
    expect(await hand.more()).toMatchObject({ status: 'OK' });
    expect(await round().bet()).toMatchObject({ status: 'LIMIT_REACHED', message: 'session_limit_reached: session-day' });
    expect(await hand.win()).toMatchObject({ status: 'OK' });
    await expect(
      launch(database.db, world.vendor.deps, { actor: mine(), gameId: GAME, language: 'EN', theme: 'dark' }),
    ).rejects.toMatchObject({ code: 'session_limit_reached', params: { rule: 'session-day', value: '20', next: '/member/protection' } });
  });

  it('begins with the launch', async () => {
    await launch(database.db, world.vendor.deps, { actor: mine(), gameId: GAME, language: 'EN', theme: 'dark' });
    world.advance(10);
    await bet(5n);
    const { snapshot } = await own().snapshot(mine());
    expect(snapshot).toMatchObject({ life: { seconds: 600n }, session: { staked: 5n, lost: 5n } });
  });
});

describe('a reality check', () => {
  it('blocks the next stake until it is acknowledged; the open hand continues', async () => {
    await own().setCheck(mine(), 15);
    await bet(10n);
    world.advance(10);
    const hand = round();
    await hand.bet();
    world.advance(5);
    const events: string[] = [];
    const stop = world.vendor.hub.subscribe(memberId, ({ type }) => events.push(type));
    expect(await hand.more()).toMatchObject({ status: 'OK' });
    expect(await round().bet()).toMatchObject({ status: 'LIMIT_REACHED', message: 'reality_check_due: reality-check' });
    stop();
    expect(events).toContain('protection');
    expect(await hand.win()).toMatchObject({ status: 'OK' });
    await own().confirmCheck(mine());
    expect(await round().bet()).toMatchObject({ status: 'OK' });
    world.advance(14);
    expect(await bet(1n)).toBeUndefined();
    world.advance(1);
    expect(await bet(1n)).toMatchObject({ code: 'reality_check_due', value: '15' });
  });

  it('is not due after a pause, which ends the session', async () => {
    await own().setCheck(mine(), 15);
    await bet(10n);
    world.advance(16);
    expect(await bet(10n)).toBeUndefined();
    const { snapshot } = await own().snapshot(mine());
    expect(snapshot.session).toMatchObject({ staked: 10n });
  });

  it('has the intervals of the policy', async () => {
    await expect(own().setCheck(mine(), 17)).rejects.toMatchObject({ code: 'limit_invalid' });
  });
});

describe('the policy', () => {
  afterEach(async () => {
    await createTestWorld(database.db, { checkMinutes: [15, 30], usualCheckMinutes: 30 });
  });

  it('enforces a minimum time between slot rounds, not within a round', async () => {
    await createTestWorld(database.db, { minimumRoundSeconds: 5 });
    expect(await world.protection.roundPaceMs(database.db, memberId)).toBe(5_000);
    const first = round();
    expect(await first.bet()).toMatchObject({ status: 'OK' });
    world.clock.advance(4_999);
    expect(await first.more()).toMatchObject({ status: 'OK' });
    world.clock.advance(4_999);
    expect(await round().bet()).toMatchObject({ status: 'ROUND_TOO_SOON', message: 'round_too_soon: round-pace' });
    world.clock.advance(1);
    expect(await round().bet()).toMatchObject({ status: 'OK' });
  });

  it('has ceilings: of one stake by age, of deposits in a month', async () => {
    const stakeCeilings = [
      { fromAge: 18, stake: 2 },
      { fromAge: 25, stake: 5 },
    ];
    await createTestWorld(database.db, { stakeCeilings, depositPerMonth: 3 });
    expect(await world.protection.highestStake(database.db, memberId)).toBe(20_000n);
    expect(await bet(20_000n)).toBeUndefined();
    // The birth date is unknown, so the youngest age's ceiling applies.
    expect(await bet(20_001n)).toMatchObject({ code: 'limit_exceeded', rule: 'stake-once', value: '¥2.00' });
    const spin = round();
    expect(await spin.bet('15000')).toMatchObject({ status: 'OK' });
    expect(await spin.more('5001')).toMatchObject({ status: 'LIMIT_REACHED', message: 'limit_exceeded: stake-once' });
    expect(await spin.win('0')).toMatchObject({ status: 'OK' });
    expect(await world.order(memberId, 'deposit', 30_000n)).toBeUndefined();
    expect(await world.order(memberId, 'deposit', 1n)).toMatchObject({ code: 'limit_reached', rule: 'deposit-month' });
  });
});

describe('the highest stake of one bet', () => {
  afterEach(async () => {
    await createTestWorld(database.db, { checkMinutes: [15, 30], usualCheckMinutes: 30 });
  });

  it('is that of the policy, or of the age, which is read only then', async () => {
    const ages: string[] = [];
    const highest = (age: number | null) =>
      highestStake(
        {
          merchant: MERCHANT,
          now: () => world.clock.now(),
          currencyOf: async () => 'USD',
          ageOf: async (_executor, id) => {
            ages.push(id);
            return age;
          },
        },
        database.db,
        memberId,
      );
    await createTestWorld(database.db, {});
    expect(await highest(30)).toBeNull();
    await createTestWorld(database.db, { stakeCeilings: [{ fromAge: 0, stake: 30 }] });
    expect(await highest(30)).toBe(300_000n);
    expect(ages).toEqual([]);
    await createTestWorld(database.db, {
      stakeCeilings: [
        { fromAge: 18, stake: 2 },
        { fromAge: 25, stake: 5 },
        { fromAge: 60, stake: null },
      ],
    });
    expect([await highest(null), await highest(24), await highest(25), await highest(60)]).toEqual([20_000n, 20_000n, 50_000n, null]);
    expect(ages).toHaveLength(4);
  });

  it('is the amount up to which a stake is accepted', async () => {
    await createTestWorld(database.db, { stakeCeilings: [{ fromAge: 0, stake: 3 }] });
    const ceiling = (await world.protection.highestStake(database.db, memberId)) ?? 0n;
    expect(await bet(ceiling)).toBeUndefined();
    expect(await bet(ceiling + 1n)).toMatchObject({ rule: 'stake-once' });
  });
});

describe('a break', () => {
  const LENGTHS = [
    ['24h', 'time_out'],
    ['6w', 'time_out'],
    ['6m', 'self_excluded'],
    ['ever', 'self_excluded_open'],
  ] as const;
  it.each(LENGTHS)('of %s stops stakes, deposits, games and offers; wins, refunds and payouts post', async (length, code) => {
    const [won, refunded] = [round(), round()];
    await won.bet();
    await refunded.bet();
    await own().startBreak(mine(), length);
    expect(await bet(1n)).toMatchObject({ code });
    expect(await world.order(memberId, 'deposit', 1n)).toMatchObject({ code });
    expect(await world.protection.refusePlay(database.db, memberId)).toMatchObject({ code });
    expect(await world.protection.mayBeAdvertised(database.db, memberId)).toBe(false);
    expect(await won.more()).toMatchObject({ status: 'PLAYER_BLOCKED' });
    // The session's token has expired.
    world.advance(2 * DAY);
    expect(await round().bet()).toMatchObject({ status: 'TOKEN_EXPIRED' });
    expect(await won.win('250')).toMatchObject({ status: 'OK', balance: '100050' });
    expect(await refunded.rollback()).toMatchObject({ status: 'OK', balance: '100150' });
    expect(await won.finish()).toMatchObject({ status: 'OK' });
    await world.order(memberId, 'withdrawal-paid', 150n);
    expect((await world.vendor.wallet.balance(database.db, memberId))?.units).toBe(100_000n);
  });

  it('ends automatically for a time-out, with a notification', async () => {
    await own().startBreak(mine(), '24h');
    world.advance(DAY - 1);
    expect(await bet(1n)).toMatchObject({ code: 'time_out' });
    await world.protection.notifyExpired();
    world.advance(1);
    expect(await bet(1n)).toBeUndefined();
    await world.protection.notifyExpired();
    expect(world.inbox.posted.at(-1)).toMatchObject({ memberId, template: 'break_ended' });
  });

  it('becomes longer, never shorter', async () => {
    await own().startBreak(mine(), '1w');
    await expect(own().startBreak(mine(), '24h')).rejects.toMatchObject({ code: 'break_running' });
    await own().startBreak(mine(), '1m');
    await own().startBreak(mine(), '6m');
    await expect(own().startBreak(mine(), '6w')).rejects.toMatchObject({ code: 'break_running' });
    await expect(own().requestReturn(mine())).rejects.toMatchObject({ code: 'break_running' });
  });

  it('of an exclusion continues after its term until the member has requested to return and the waiting time is over', async () => {
    await own().startBreak(mine(), '6m');
    world.advance(185 * DAY);
    expect(await bet(1n)).toMatchObject({ code: 'self_excluded_open' });
    await own().requestReturn(mine());
    expect(await bet(1n)).toMatchObject({ code: 'self_excluded' });
    world.advance(7 * DAY);
    expect(await bet(1n)).toBeUndefined();
  });
});

describe('sums', () => {
  it('of minutes that no window needs are removed without changing any answer', async () => {
    await own().setLimit(mine(), stake, 1_000n);
    await bet(400n);
    world.advance(1);
    await bet(100n);
    world.advance(70 * DAY);
    await bet(700n);
    await world.protection.removeOldSums();
    const { rows } = await sql<{ n: string }>`select count(*) as n from protection_minute where member_id = ${memberId}`.execute(
      database.db,
    );
    expect(rows[0]?.n).toBe('2');
    expect(await bet(301n)).toMatchObject({ rule: 'stake-week' });
    expect(await bet(300n)).toBeUndefined();
  });

  it('leave play money out', async () => {
    const trial = await world.vendor.player({ units: 1_000n, realm: 'trial' });
    const answer = await world.vendor.call('bet', {
      player: trial.player,
      token: trial.token,
      transactionId: 'trial-bet',
      roundId: 'trial-round',
      gameId: GAME,
      currency: 'CNY',
      amount: '100',
    });
    expect(answer).toMatchObject({ status: 'OK' });
    const { rows } = await sql`select 1 from protection_member where member_id = ${trial.memberId}`.execute(database.db);
    expect(rows).toEqual([]);
  });
});
