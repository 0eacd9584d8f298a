import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { testActor } from '../../identity/accounts/test-actor.ts';
import { audit } from '../../ledger/audit.ts';
import { issueTicket } from './launch.ts';
import { perform } from './seamless.ts';
import { createTestVendor, GAME, type TestPlayer, type TestVendor } from './test-vendor.ts';

let database: TestDatabase;
let vendor: TestVendor;
let last = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  expect(vendor.faults).toEqual([]);
  await database.close();
});

const fresh = () => {
  last += 1;
  return { bet: `b-${last}`, win: `w-${last}`, rollback: `x-${last}`, round: `r-${last}` };
};
const bet = (p: TestPlayer, ids: ReturnType<typeof fresh>, amount = '100', more: object = {}) =>
  vendor.call('bet', {
    token: p.token,
    player: p.player,
    transactionId: ids.bet,
    roundId: ids.round,
    gameId: GAME,
    currency: 'CNY',
    amount,
    ...more,
  });
const win = (p: TestPlayer, ids: ReturnType<typeof fresh>, amount = '250', more: object = {}) =>
  vendor.call('win', {
    player: p.player,
    transactionId: ids.win,
    betTransactionId: ids.bet,
    roundId: ids.round,
    gameId: GAME,
    currency: 'CNY',
    amount,
    ...more,
  });
const rollback = (p: TestPlayer, ids: ReturnType<typeof fresh>, more: object = {}) =>
  vendor.call('rollback', {
    player: p.player,
    transactionId: ids.rollback,
    betTransactionId: ids.bet,
    roundId: ids.round,
    gameId: GAME,
    ...more,
  });
const finish = (p: TestPlayer, ids: ReturnType<typeof fresh>) =>
  vendor.call('finish', { player: p.player, roundId: ids.round, gameId: GAME });
const state = (id: string) => vendor.call('status', { transactionId: id });

describe('authenticate', () => {
  test('exchanges a ticket once, within its minute, for its game', async () => {
    const p = await vendor.player({ units: 1_000n });
    const actor = testActor(p.memberId);
    const issue = () => issueTicket(database.db, vendor.deps, { actor, gameId: GAME, provider: 'NOVA', language: 'JA' });
    const { ticket } = await issue();
    expect(await vendor.call('authenticate', { ticket, gameId: 'orion-1' })).toEqual({ status: 'INVALID_TOKEN' });
    expect(await vendor.call('authenticate', { ticket, gameId: GAME }, 'ORION')).toEqual({ status: 'INVALID_TOKEN' });
    const [first, second] = await Promise.all([1, 2].map(() => vendor.call('authenticate', { ticket, gameId: GAME })));
    expect([first?.status, second?.status].sort()).toEqual(['INVALID_TOKEN', 'OK']);
    const good = first?.status === 'OK' ? first : second;
    expect(good).toMatchObject({ player: p.player, balance: '1000', currency: 'CNY', language: 'JA', trial: false });
    const late = await issue();
    vendor.clock.advance(60_001);
    expect(await vendor.call('authenticate', { ticket: late.ticket, gameId: GAME })).toEqual({ status: 'TOKEN_EXPIRED' });
    vendor.blocked.add(p.memberId);
    const blocked = await issue();
    const refused = await vendor.call('authenticate', { ticket: blocked.ticket, gameId: GAME });
    expect(refused.status).toBe('PLAYER_BLOCKED');
    expect(refused.token).toBeUndefined();
  });

  test.each([
    ['a slot with real money', 'real', 'RNG', 5_000],
    ['a slot with play money', 'trial', 'RNG', undefined],
    ['another game', 'real', 'FISH', undefined],
  ] as const)('returns the minimum round duration of %s', async (_case, realm, gameCategory, pace) => {
    const p = await vendor.player({ units: 1n, realm });
    const game = vendor.games.get(GAME);
    if (!game) throw new Error('no game');
    const deps = {
      ...vendor.deps,
      protection: { ...vendor.deps.protection, roundPaceMs: async () => 5_000 },
      games: { ...vendor.deps.games, find: async () => ({ ...game, gameCategory }) },
    };
    const { ticket } = await issueTicket(database.db, vendor.deps, {
      actor: testActor(p.memberId),
      gameId: GAME,
      provider: 'NOVA',
      language: 'EN',
    });
    const authenticated = await perform(deps, 'NOVA', 'authenticate', { ticket, gameId: GAME });
    expect([authenticated.status, authenticated.minimumRoundMs]).toEqual(['OK', pace]);
  });

  test.each([
    ['a slot with real money', 'real', 'RNG', '300000'],
    ['bets on matches with real money', 'real', 'SPORTS', '300000'],
    ['play money', 'trial', 'RNG', undefined],
  ] as const)('returns the highest stake of one bet of %s', async (_case, realm, gameCategory, maximumStake) => {
    const p = await vendor.player({ units: 1n, realm });
    const game = vendor.games.get(GAME);
    if (!game) throw new Error('no game');
    const deps = {
      ...vendor.deps,
      protection: { ...vendor.deps.protection, highestStake: async () => 300_000n },
      games: { ...vendor.deps.games, find: async () => ({ ...game, gameCategory }) },
    };
    const issue = { actor: testActor(p.memberId), gameId: GAME, provider: 'NOVA', language: 'EN' };
    const open = async (used: typeof vendor.deps) =>
      perform(used, 'NOVA', 'authenticate', { ticket: (await issueTicket(database.db, vendor.deps, issue)).ticket, gameId: GAME });
    expect(await open(deps)).toMatchObject({ status: 'OK', trial: realm === 'trial' });
    expect((await open(deps)).maximumStake).toBe(maximumStake);
    expect((await open(vendor.deps)).maximumStake).toBeUndefined();
  });

  test('a player has a different id at each vendor, and a token is invalid at others', async () => {
    const p = await vendor.player({ units: 5n });
    expect(await vendor.call('balance', { token: p.token })).toMatchObject({ status: 'OK', balance: '5' });
    expect(await vendor.call('balance', { token: p.token }, 'ORION')).toEqual({ status: 'INVALID_TOKEN' });
    expect(await vendor.call('balance', { token: 'made up' })).toEqual({ status: 'INVALID_TOKEN' });
  });
});

describe('bet', () => {
  test('posts the stake once; a repetition returns the stored transfer and the current balance', async () => {
    const p = await vendor.player({ units: 1_000n });
    const ids = fresh();
    const first = await bet(p, ids);
    expect(first).toMatchObject({ status: 'OK', balance: '900', player: p.player, currency: 'CNY' });
    await bet(p, fresh(), '300');
    expect(await bet(p, ids)).toEqual({ ...first, balance: '600' });
    expect(await bet(p, ids, '101')).toMatchObject({ status: 'TRANSACTION_MISMATCH', balance: '600' });
    expect(await bet(p, ids, '100', { roundId: 'other' })).toMatchObject({ status: 'TRANSACTION_MISMATCH' });
    expect(await state(ids.bet)).toMatchObject({
      status: 'OK',
      transferId: first.transferId,
      transaction: { kind: 'bet', state: 'accepted' },
    });
  });

  test('without the money is refused with the balance, for good', async () => {
    const p = await vendor.player({ units: 99n });
    const ids = fresh();
    expect(await bet(p, ids)).toMatchObject({ status: 'INSUFFICIENT_FUNDS', balance: '99' });
    const rich = fresh();
    expect(await bet(p, rich, '99')).toMatchObject({ status: 'OK', balance: '0' });
    expect(await win(p, rich, '5000')).toMatchObject({ status: 'OK', balance: '5000' });
    expect(await bet(p, ids)).toMatchObject({ status: 'INSUFFICIENT_FUNDS', balance: '5000' });
    expect((await state(ids.bet)).transaction).toEqual({ kind: 'bet', state: 'refused' });
    expect(await win(p, ids)).toMatchObject({ status: 'BET_NOT_FOUND' });
    expect(await rollback(p, ids)).toMatchObject({ status: 'OK', balance: '5000' });
  });

  test('is refused for a wrong currency, a foreign or disabled game, a blocked player, a foreign token', async () => {
    const [p, other] = [await vendor.player({ units: 500n }), await vendor.player({ units: 500n })];
    expect(await bet(p, fresh(), '1', { currency: 'THB' })).toMatchObject({ status: 'WRONG_CURRENCY', balance: '500' });
    expect(await bet(p, fresh(), '1', { gameId: 'orion-1' })).toMatchObject({ status: 'GAME_NOT_FOUND' });
    expect(await bet(p, fresh(), '1', { gameId: 'none' })).toMatchObject({ status: 'GAME_NOT_FOUND' });
    expect(await bet(p, fresh(), '1', { token: other.token })).toMatchObject({ status: 'INVALID_TOKEN' });
    expect(await bet(p, fresh(), '1', { player: 'p_nobody' })).toEqual({ status: 'INVALID_TOKEN' });
    const facts = vendor.games.get(GAME);
    if (!facts) throw new Error('no game');
    vendor.games.set(GAME, { ...facts, enabled: false });
    expect(await bet(p, fresh(), '1')).toMatchObject({ status: 'GAME_DISABLED' });
    vendor.games.set(GAME, facts);
    const running = fresh();
    await bet(p, running, '1');
    vendor.games.set(GAME, { ...facts, enabled: false });
    // GLI-19 4.15: an open round may be completed.
    expect(await bet(p, { ...fresh(), round: running.round }, '1')).toMatchObject({ status: 'OK' });
    vendor.games.set(GAME, facts);
    vendor.blocked.add(p.memberId);
    expect(await bet(p, fresh(), '1')).toMatchObject({ status: 'PLAYER_BLOCKED' });
  });

  test('a round belongs to one player and one game', async () => {
    const [p, other] = [await vendor.player({ units: 500n }), await vendor.player({ units: 500n })];
    const ids = fresh();
    await bet(p, ids);
    expect(await bet(other, { ...fresh(), round: ids.round })).toMatchObject({ status: 'TRANSACTION_MISMATCH', balance: '500' });
    expect(await bet(other, ids)).toMatchObject({ status: 'TRANSACTION_MISMATCH', balance: '500' });
    expect(await win(other, ids)).toMatchObject({ status: 'TRANSACTION_MISMATCH' });
    expect(await rollback(other, ids)).toMatchObject({ status: 'TRANSACTION_MISMATCH' });
    expect(await finish(other, ids)).toMatchObject({ status: 'TRANSACTION_MISMATCH' });
  });

  test('trial money is played with like real money and never meets it', async () => {
    const p = await vendor.player({ units: 500n, realm: 'trial' });
    const ids = fresh();
    expect(await bet(p, ids)).toMatchObject({ status: 'OK', balance: '400' });
    expect(await win(p, ids)).toMatchObject({ status: 'OK', balance: '650' });
    const lines = (await audit(database.db)).lines.filter((line) => line.realm === 'trial' && line.kind === 'vendor:NOVA');
    expect(lines).toMatchObject([{ balance: -150n }]);
  });
});

describe('after the token has expired, or the player was blocked', () => {
  test('the balance reports the end of play, with the remaining amount', async () => {
    const p = await vendor.player({ units: 1_000n });
    expect(await vendor.call('balance', { token: p.token })).toMatchObject({ status: 'OK' });
    vendor.blocked.add(p.memberId);
    expect(await vendor.call('balance', { token: p.token })).toMatchObject({ status: 'PLAYER_BLOCKED', balance: '1000' });
    vendor.blocked.delete(p.memberId);
    expect(await vendor.call('balance', { token: p.token })).toMatchObject({ status: 'OK' });
  });

  test('bets are refused; wins, rollbacks and finish still post', async () => {
    const p = await vendor.player({ units: 1_000n });
    const [won, back, finished, late] = [fresh(), fresh(), fresh(), fresh()];
    for (const ids of [won, back, finished]) await bet(p, ids);
    vendor.clock.advance(DAY_MS + 1);
    vendor.blocked.add(p.memberId);
    expect(await bet(p, late)).toMatchObject({ status: 'TOKEN_EXPIRED', balance: '700' });
    expect(await vendor.call('balance', { token: p.token })).toMatchObject({ status: 'TOKEN_EXPIRED' });
    expect(await win(p, won)).toMatchObject({ status: 'OK', balance: '950' });
    expect(await rollback(p, back)).toMatchObject({ status: 'OK', balance: '1050' });
    expect(await finish(p, finished)).toMatchObject({ status: 'OK' });
    expect(await bet(p, won)).toMatchObject({ status: 'OK', balance: '1050' });
  });

  test('the same bet goes through with a renewed token', async () => {
    const p = await vendor.player({ units: 1_000n });
    const ids = fresh();
    expect(await bet(p, ids, '100', { token: 'stale' })).toMatchObject({ status: 'INVALID_TOKEN' });
    expect(await bet(p, ids)).toMatchObject({ status: 'OK', balance: '900' });
  });
});

describe('win', () => {
  test('needs a live bet of the same round and settles it once', async () => {
    const p = await vendor.player({ units: 1_000n });
    const ids = fresh();
    expect(await win(p, ids)).toMatchObject({ status: 'BET_NOT_FOUND', balance: '1000' });
    await bet(p, ids);
    expect(await win(p, ids, '250', { roundId: 'other' })).toMatchObject({ status: 'TRANSACTION_MISMATCH' });
    expect(await win(p, ids, '250', { currency: 'USD' })).toMatchObject({ status: 'WRONG_CURRENCY' });
    const first = await win(p, ids);
    expect(first).toMatchObject({ status: 'OK', balance: '1150' });
    expect(await win(p, ids)).toEqual(first);
    expect(await win(p, ids, '251')).toMatchObject({ status: 'TRANSACTION_MISMATCH' });
    expect(await win(p, { ...ids, win: 'second' })).toMatchObject({ status: 'BET_SETTLED', balance: '1150' });
    expect(await rollback(p, ids)).toMatchObject({ status: 'BET_SETTLED', balance: '1150' });
  });

  test('of zero posts nothing and closes the round', async () => {
    const p = await vendor.player({ units: 1_000n });
    const ids = fresh();
    await bet(p, ids);
    const closed = await win(p, ids, '0');
    expect(closed).toMatchObject({ status: 'OK', balance: '900' });
    expect(closed.transferId).toBeUndefined();
    expect(await win(p, ids, '0')).toEqual(closed);
    expect(await bet(p, { ...fresh(), round: ids.round })).toMatchObject({ status: 'ROUND_CLOSED' });
    expect(await rollback(p, ids)).toMatchObject({ status: 'BET_SETTLED' });
    expect(await finish(p, ids)).toMatchObject({ status: 'OK' });
  });

  test('with endRound marks the bet as settled by its win', async () => {
    const p = await vendor.player({ units: 1_000n });
    const [ids, lost] = [fresh(), fresh()];
    await bet(p, ids);
    await bet(p, { ...lost, round: ids.round });
    expect(await win(p, { ...lost, round: ids.round }, '0')).toMatchObject({ status: 'OK' });
    expect(await win(p, ids, '250', { endRound: true })).toMatchObject({ status: 'OK', balance: '1050' });
    for (const each of [ids, { ...lost, round: ids.round }]) {
      expect(await rollback(p, each)).toMatchObject({ status: 'BET_SETTLED', balance: '1050' });
      expect(await win(p, { ...each, win: `${each.win}-again` })).toMatchObject({ status: 'BET_SETTLED', balance: '1050' });
    }
  });
});

describe('rollback', () => {
  test('returns the original stake once and refuses later instructions', async () => {
    const p = await vendor.player({ units: 1_000n });
    const ids = fresh();
    await bet(p, ids, '400');
    const first = await rollback(p, ids);
    expect(first).toMatchObject({ status: 'OK', balance: '1000' });
    expect(await rollback(p, ids)).toEqual(first);
    expect(await rollback(p, { ...ids, rollback: 'again' })).toMatchObject({ status: 'BET_ROLLED_BACK', balance: '1000' });
    expect(await win(p, ids)).toMatchObject({ status: 'BET_ROLLED_BACK', balance: '1000' });
    expect(await bet(p, ids, '400')).toMatchObject({ status: 'BET_ROLLED_BACK', balance: '1000' });
    expect((await state(ids.bet)).transaction).toEqual({ kind: 'bet', state: 'rolled-back' });
    expect((await state(ids.rollback)).transaction).toEqual({ kind: 'rollback', state: 'accepted' });
  });

  test('of an unknown bet leaves a tombstone that refuses the late bet', async () => {
    const p = await vendor.player({ units: 1_000n });
    const ids = fresh();
    expect(await rollback(p, ids)).toMatchObject({ status: 'OK', balance: '1000' });
    expect(await bet(p, ids)).toMatchObject({ status: 'BET_ROLLED_BACK', balance: '1000' });
    expect(await win(p, ids)).toMatchObject({ status: 'BET_ROLLED_BACK' });
    expect((await state(ids.bet)).transaction).toEqual({ kind: 'bet', state: 'tombstone' });
    expect(await rollback(p, { ...ids, rollback: 'again-too' })).toMatchObject({ status: 'OK' });
  });

  test('of an unknown bet gets the vendor’s configured reply; the tombstone is the same', async () => {
    const p = await vendor.player({ units: 1_000n, provider: 'ORION' });
    const body = { player: p.player, transactionId: 'o-x', betTransactionId: 'o-b', roundId: 'o-r', gameId: 'orion-1' };
    expect(await vendor.call('rollback', body, 'ORION')).toMatchObject({ status: 'BET_NOT_FOUND' });
    expect(await vendor.call('rollback', body, 'ORION')).toMatchObject({ status: 'BET_NOT_FOUND' });
    const late = {
      token: p.token,
      player: p.player,
      transactionId: 'o-b',
      roundId: 'o-r',
      gameId: 'orion-1',
      currency: 'CNY',
      amount: '1',
    };
    expect(await vendor.call('bet', late, 'ORION')).toMatchObject({ status: 'BET_ROLLED_BACK', balance: '1000' });
  });

  test('cannot name itself', async () => {
    const p = await vendor.player();
    const ids = fresh();
    expect(await rollback(p, ids, { transactionId: ids.bet })).toMatchObject({ status: 'BAD_REQUEST' });
  });
});

describe('finish', () => {
  test('ends the round: nothing follows, live bets have lost', async () => {
    const p = await vendor.player({ units: 1_000n });
    const ids = fresh();
    expect(await finish(p, ids)).toMatchObject({ status: 'BET_NOT_FOUND' });
    await bet(p, ids);
    expect(await finish(p, ids)).toMatchObject({ status: 'OK', balance: '900' });
    expect(await finish(p, ids)).toMatchObject({ status: 'OK', balance: '900' });
    expect(await win(p, ids)).toMatchObject({ status: 'ROUND_CLOSED' });
    expect(await rollback(p, ids)).toMatchObject({ status: 'ROUND_CLOSED' });
    expect(await bet(p, { ...fresh(), round: ids.round })).toMatchObject({ status: 'ROUND_CLOSED', balance: '900' });
  });
});

test('one transaction sent by many at once moves money once', async () => {
  const p = await vendor.player({ units: 1_000n });
  const ids = fresh();
  const answers = await Promise.all(Array.from({ length: 8 }, () => bet(p, ids)));
  expect(new Set(answers.map((answer) => answer.transferId)).size).toBe(1);
  expect(answers.every((answer) => answer.status === 'OK' && answer.balance === '900')).toBe(true);
});

test('two bets race for the last coin: one gets it', async () => {
  const p = await vendor.player({ units: 100n });
  const answers = await Promise.all(Array.from({ length: 6 }, () => bet(p, fresh())));
  expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(5).fill('INSUFFICIENT_FUNDS'), 'OK']);
});

test('what a transaction of another vendor is called does not matter', async () => {
  const [p, o] = [await vendor.player({ units: 100n }), await vendor.player({ units: 100n, provider: 'ORION' })];
  const ids = fresh();
  expect(await bet(p, ids)).toMatchObject({ status: 'OK' });
  const same = {
    token: o.token,
    player: o.player,
    transactionId: ids.bet,
    roundId: ids.round,
    gameId: 'orion-1',
    currency: 'CNY',
    amount: '7',
  };
  expect(await vendor.call('bet', same, 'ORION')).toMatchObject({ status: 'OK', balance: '93' });
  expect(await vendor.call('status', { transactionId: 'never' })).toMatchObject({ status: 'TRANSACTION_NOT_FOUND' });
});
