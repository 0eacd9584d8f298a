import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../../base/actor.ts';
import { openTestDatabase, type TestDatabase } from '../../../base/db/test-database.ts';
import { audit } from '../../../ledger/index.ts';
import { endPlay } from '../end-play.ts';
import { bookEntries } from './entries.ts';
import { readHistory, removeBookedEntries } from './history.ts';
import { lineOf } from './lines.ts';
import { createTestTransferWallet, REEF, REEF_GAME, type TestFault, type TestTransferWallet } from './test-transfer-wallet.ts';

const WHOLE = 10_000n;
let database: TestDatabase;
let at: TestTransferWallet;
let count = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => {
  at = createTestTransferWallet(database.db);
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

const reference = () => {
  count += 1;
  return `move-of-a-test-${count}`;
};
const move = (actor: Actor, direction: 'in' | 'out', whole: bigint, key = reference()) =>
  at.wallets.move(actor, { vassalage: REEF, direction, units: whole * WHOLE, reference: key });
const once = (operation: string, fault: TestFault) => {
  let isUsed = false;
  at.fault = (asked) => {
    if (asked !== operation || isUsed) return undefined;
    isUsed = true;
    return fault;
  };
};
const whole = async (actor: Actor) => {
  const { wallet, transit, atVendor } = await at.money(actor);
  return [wallet / WHOLE, transit / WHOLE, atVendor / WHOLE].map(Number);
};
const transfersSent = () => at.sent.filter(({ operation }) => operation === 'deposit' || operation === 'withdraw');

describe('a move', () => {
  test('reaches the provider once for each reference, in and out', async () => {
    const actor = await at.member(100n * WHOLE);
    const key = reference();
    await Promise.all([1, 2, 3].map(() => move(actor, 'in', 60n, key)));
    expect(await whole(actor)).toEqual([40, 0, 60]);
    expect(at.book.balances.get(await at.playerOf(actor))).toBe(60n * WHOLE);
    expect(transfersSent()).toHaveLength(1);
    await expect(move(actor, 'in', 61n, key)).rejects.toMatchObject({ code: 'reference_conflict' });
    await move(actor, 'out', 25n);
    expect(await whole(actor)).toEqual([65, 0, 35]);
    await expect(move(actor, 'out', 36n)).rejects.toMatchObject({ code: 'insufficient_funds' });
    await expect(move(actor, 'in', 66n)).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(transfersSent()).toHaveLength(2);
  });

  test.each(['in', 'out'] as const)('%s that the provider refuses goes back where it was', async (direction) => {
    const actor = await at.member(100n * WHOLE);
    await move(actor, 'in', 50n);
    once(direction === 'in' ? 'deposit' : 'withdraw', 'refused');
    await expect(move(actor, direction, 10n)).rejects.toMatchObject({ code: 'vendor_move_refused' });
    expect(await whole(actor)).toEqual([50, 0, 50]);
  });

  test('to a provider without a connection moves nothing', async () => {
    const actor = await at.member(100n * WHOLE);
    at.fault = () => 'not sent';
    await expect(move(actor, 'in', 10n)).rejects.toMatchObject({ code: 'vendor_unreachable' });
    at.fault = (operation) => (operation === 'deposit' ? 'not sent' : undefined);
    await expect(move(actor, 'in', 10n)).rejects.toMatchObject({ code: 'vendor_move_refused' });
    expect(await whole(actor)).toEqual([100, 0, 0]);
  });

  test.each([
    ['in', 'dropped', [90, 0, 60]],
    ['in', 'crash after', [90, 0, 60]],
    ['in', 'lost', [100, 0, 50]],
    ['in', 'crash before', [100, 0, 50]],
    ['out', 'dropped', [110, 0, 40]],
    ['out', 'crash after', [110, 0, 40]],
    ['out', 'lost', [100, 0, 50]],
    ['out', 'crash before', [100, 0, 50]],
  ] as const)('%s whose request is %s stays in transit until the provider says what it did', async (direction, fault, end) => {
    const actor = await at.member(150n * WHOLE);
    await move(actor, 'in', 50n);
    once(direction === 'in' ? 'deposit' : 'withdraw', fault);
    await move(actor, direction, 10n).catch(() => undefined);
    expect(await whole(actor)).toEqual(direction === 'in' ? [90, 10, 50] : [100, 10, 40]);
    expect(await at.wallets.moving(actor.memberId)).toMatchObject([{ vassalage: REEF, direction, units: 10n * WHOLE }]);
    at.clock.advance(20_000);
    await at.run();
    at.clock.advance(60_000);
    await at.run();
    expect(await whole(actor)).toEqual(end);
    expect(await at.wallets.moving(actor.memberId)).toEqual([]);
    expect(transfersSent().filter(({ body }) => body.amount === String(10n * WHOLE)).length).toBeLessThanOrEqual(1);
  });

  test('whose reference is unknown waits for a request on its way, which the provider refuses then', async () => {
    const actor = await at.member(100n * WHOLE);
    once('deposit', 'late');
    await move(actor, 'in', 10n);
    at.clock.advance(20_000);
    await at.run();
    expect(await whole(actor)).toEqual([90, 10, 0]);
    at.executeLate();
    at.clock.advance(60_000);
    await at.run();
    expect(await whole(actor)).toEqual([100, 0, 0]);
    expect(at.book.balances.get(await at.playerOf(actor))).toBe(0n);
  });

  test('that a provider answers with another amount stays in transit for an operator', async () => {
    const actor = await at.member(100n * WHOLE);
    const { perform } = at.book;
    Object.assign(at.book, {
      perform: (operation: string, body: Readonly<Record<string, unknown>>) => {
        const answer = perform(operation, body);
        return operation === 'deposit' ? { ...answer, amount: '1' } : operation === 'status' ? { status: 'TRANSFER_NOT_FOUND' } : answer;
      },
    });
    await move(actor, 'in', 10n);
    at.clock.advance(400_000);
    await at.run();
    expect(await whole(actor)).toEqual([90, 10, 0]);
    const row = await database.db.selectFrom('vendor_move').selectAll().where('member_id', '=', actor.memberId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'open', conflict: expect.stringContaining('OK for') });
    expect(at.faults).toHaveLength(1);
  });

  test('is refused inwards for a blocked member, and outwards never', async () => {
    const actor = await at.member(100n * WHOLE);
    await move(actor, 'in', 50n);
    at.blocked.add(actor.memberId);
    await expect(move(actor, 'in', 10n)).rejects.toMatchObject({ code: 'vendor_move_refused' });
    await move(actor, 'out', 50n);
    expect(await whole(actor)).toEqual([100, 0, 0]);
  });

  test('cannot be changed, reopened or deleted in the database', async () => {
    const actor = await at.member(100n * WHOLE);
    await move(actor, 'in', 50n);
    const of = () => database.db.updateTable('vendor_move').where('member_id', '=', actor.memberId);
    await expect(of().set({ state: 'open', closed_at: null }).execute()).rejects.toThrow('is over');
    await expect(database.db.deleteFrom('vendor_move').where('member_id', '=', actor.memberId).execute()).rejects.toThrow('not deleted');
  });
});

describe('play', () => {
  const play = async (actor: Actor, stake: bigint, win: bigint, isOpen = false) =>
    at.book.play(await at.playerOf(actor), { gameId: REEF_GAME, stake: stake * WHOLE, win: win * WHOLE, now: at.clock.now(), isOpen });
  const rounds = (actor: Actor) =>
    database.db.selectFrom('vendor_round').selectAll().where('member_id', '=', actor.memberId).orderBy('id').execute();

  test('is booked once, in rounds like those of seamless vendors', async () => {
    const actor = await at.member(100n * WHOLE);
    await move(actor, 'in', 50n);
    await play(actor, 10n, 0n);
    await play(actor, 10n, 25n);
    for (let times = 0; times < 3; times += 1) await at.run();
    expect(await whole(actor)).toEqual([50, 0, 55]);
    expect(await rounds(actor)).toMatchObject([
      { stake: '100000', payout: '0', state: 'lost', closed: true, wallet_kind: 'vendor:REEF', vassalage: 'REEF' },
      { stake: '100000', payout: '250000', state: 'won', closed: true },
    ]);
  });

  test('that is reported again after its entries were removed books nothing', async () => {
    const actor = await at.member(100n * WHOLE);
    await move(actor, 'in', 50n);
    await play(actor, 10n, 25n);
    await at.run();
    await removeBookedEntries(database.db, new Date(at.clock.now().getTime() + 1_000));
    await database.db.updateTable('vendor_history').set({ cursor: null }).where('provider', '=', at.code).execute();
    await at.run();
    expect(await whole(actor)).toEqual([50, 0, 65]);
    const entries = await database.db.selectFrom('vendor_history_entry').select('state').where('provider', '=', at.code).execute();
    expect(entries.map(({ state }) => state)).toEqual(['booked', 'booked']);
  });

  test('with money whose move is not confirmed waits for it', async () => {
    const actor = await at.member(100n * WHOLE);
    once('deposit', 'dropped');
    await move(actor, 'in', 50n);
    await play(actor, 10n, 0n);
    await at.run();
    expect(await rounds(actor)).toEqual([]);
    at.clock.advance(20_000);
    await at.run();
    at.clock.advance(20_000);
    await at.run();
    expect(await whole(actor)).toEqual([50, 0, 40]);
  });

  test('that the provider paid from money which has left meanwhile is booked together with its win', async () => {
    const actor = await at.member(100n * WHOLE);
    await move(actor, 'in', 50n);
    at.book.hold(true);
    await play(actor, 40n, 80n);
    await play(actor, 30n, 0n);
    await move(actor, 'out', 50n);
    expect(await whole(actor)).toEqual([100, 0, 0]);
    at.book.hold(false);
    await at.run();
    expect(await whole(actor)).toEqual([100, 0, 10]);
    expect(await rounds(actor)).toMatchObject([
      { stake: '400000', payout: '800000', state: 'won' },
      { stake: '300000', payout: '0', state: 'lost' },
    ]);
    expect(at.book.balances.get(await at.playerOf(actor))).toBe(10n * WHOLE);
  });

  test('of a game that is not known waits and holds up its player only', async () => {
    const [actor, other] = [await at.member(100n * WHOLE), await at.member(100n * WHOLE)];
    for (const one of [actor, other]) await move(one, 'in', 50n);
    at.book.play(await at.playerOf(actor), { gameId: 'unknown', stake: WHOLE, win: 0n, now: at.clock.now() });
    await play(actor, 1n, 0n);
    await play(other, 1n, 0n);
    await at.run();
    expect([await whole(actor), await whole(other)]).toEqual([
      [50, 0, 50],
      [50, 0, 49],
    ]);
    const waiting = await database.db
      .selectFrom('vendor_history_entry')
      .selectAll()
      .where('player', '=', await at.playerOf(actor))
      .orderBy('seq')
      .execute();
    expect(waiting.map(({ state, reason }) => [state, reason])).toEqual([
      ['waiting', 'GAME_NOT_FOUND'],
      ['waiting', null],
      ['waiting', null],
      ['waiting', null],
    ]);
  });

  test('brings the rest back after the time without play, and an open bet does not count as money', async () => {
    at.settings = { ...at.settings, returnMinutes: 15 };
    const actor = await at.member(100n * WHOLE);
    await at.play.open({ actor, provider: at.code, gameId: REEF_GAME, language: 'EN', theme: 'dark' });
    await move(actor, 'in', 50n);
    at.clock.advance(14 * 60_000);
    await play(actor, 1n, 1n);
    await at.run();
    at.clock.advance(14 * 60_000);
    await at.run();
    expect(await whole(actor)).toEqual([50, 0, 50]);
    await play(actor, 10n, 0n, true);
    await at.run();
    at.clock.advance(16 * 60_000);
    await at.run();
    expect(await whole(actor)).toEqual([90, 0, 0]);
    expect(at.book.balances.get(await at.playerOf(actor))).toBe(0n);
  });

  test('differences to the balance of the provider are stored and reported, and nothing is corrected', async () => {
    const actor = await at.member(100n * WHOLE);
    await move(actor, 'in', 50n);
    at.book.give(await at.playerOf(actor), 3n * WHOLE);
    at.clock.advance(120_000);
    await at.run();
    const storedWallet = () =>
      database.db.selectFrom('vendor_wallet').selectAll().where('member_id', '=', actor.memberId).executeTakeFirstOrThrow();
    expect(await storedWallet()).toMatchObject({ difference: String(3n * WHOLE), difference_since: expect.any(Date) });
    expect(at.faults).toHaveLength(1);
    expect(await whole(actor)).toEqual([50, 0, 50]);
    at.book.give(await at.playerOf(actor), -3n * WHOLE);
    at.clock.advance(600_000);
    await at.run();
    expect(await storedWallet()).toMatchObject({ difference: '0', difference_since: null });
  });

  test('ends with the session that opened the game: the money comes back', async () => {
    at.settings = { ...at.settings, moves: 'automatic', returnMinutes: 15 };
    const actor = await at.member(100n * WHOLE);
    await at.play.open({ actor, provider: at.code, gameId: REEF_GAME, language: 'EN', theme: 'dark' });
    await at.run();
    expect(await whole(actor)).toEqual([0, 0, 100]);
    await play(actor, 10n, 20n);
    await endPlay(database.db, actor.memberId, at.clock.now());
    // What is booked after the end of the session does not postpone the return.
    const line = lineOf(at.deps.providers, at.code);
    if (line) await readHistory(at.deps, line);
    await bookEntries(at.deps, at.code);
    await at.run();
    expect(await whole(actor)).toEqual([110, 0, 0]);
  });

  test('opens with the wallet moved in, after the provider has given the address', async () => {
    at.settings = { ...at.settings, moves: 'automatic', returnMinutes: 15 };
    const actor = await at.member(100n * WHOLE);
    const order = { actor, provider: at.code, gameId: REEF_GAME, language: 'EN', theme: 'dark' } as const;
    expect(await at.play.open(order)).toBe('https://reef.test/play');
    expect(at.sent.map(({ operation }) => operation)).toEqual(['player', 'launch', 'deposit']);
    expect(await whole(actor)).toEqual([0, 0, 100]);
    await at.play.leaveOthers(actor.memberId, 'NOVA');
    expect(await whole(actor)).toEqual([100, 0, 0]);
    at.fault = () => 'lost';
    await expect(at.play.open(order)).rejects.toMatchObject({ code: 'vendor_unreachable' });
    expect(await whole(actor)).toEqual([100, 0, 0]);
  });
});
