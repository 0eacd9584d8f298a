import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STUDIO_GAMES } from '../../../../shared/games/contract.ts';
import { CURRENCY_STEPS, offeredAmount } from '../../../../shared/money/currency-steps.ts';
import type { SeamlessAnswer } from '../../../../shared/seamless/wallet.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { addMerchant } from '../../merchant/index.ts';
import { perform } from '../../play/vendors/seamless.ts';
import { PROVIDER } from '../../play/vendors/test-vendor.ts';
import { bonusSettings, GAME, LIVE_GAME, MERCHANT } from '../bonus/test-bonus.ts';
import { codeOf } from '../bonus/test-model.ts';
import { verifyBonuses } from '../bonus/verify.ts';
import { DEMO_GAMES, DEMO_STAKE } from './demo.ts';
import { endGrants } from './end.ts';
import { createFreeRounds } from './play.ts';
import { requireStake } from './stakes.ts';
import { freeRoundsOn, STAKE, type TestFreeRounds } from './test-free-rounds.ts';
import { playRandomly } from './test-model.ts';
import { verifyFreeRounds } from './verify.ts';

/** Two nodes on one database. On PostgreSQL their transactions run at the same time. */
let database: TestDatabase;
let one: TestFreeRounds;
let two: TestFreeRounds;
beforeAll(async () => {
  database = await openTestDatabase();
  await addMerchant(database.db, MERCHANT, bonusSettings());
  [one, two] = [freeRoundsOn(database.db), freeRoundsOn(database.db)];
  await one.bonus.run();
});
afterAll(async () => {
  expect(await audit(database.db)).toMatchObject({ ok: true });
  expect(await verifyFreeRounds(database.db)).toEqual([]);
  expect(await verifyBonuses(database.db)).toEqual([]);
  await database.close();
});

const TURNS = 6;
const nodeOf = (index: number) => (index % 2 === 0 ? one : two);
const moneyOf = async (memberId: string) => (await one.bonus.pools(memberId))[0];
const statusOf = ({ status, message }: SeamlessAnswer) => (message === undefined ? status : `${status}: ${message}`);

test('a free round costs nothing, pays real money from the account of free rounds, and is no fact of play', async () => {
  const player = await one.bonus.player(1_000n);
  const grant = await one.give(player.memberId, { rounds: 2 });
  expect(await one.play(player, grant.id, { id: 'f1' })).toMatchObject({ status: 'OK', balance: '1000' });
  expect(await one.win(player, { id: 'f1' }, 700n)).toMatchObject({ status: 'OK', balance: '1700' });
  expect(await one.play(player, grant.id, { id: 'f2' })).toMatchObject({ status: 'OK', balance: '1700' });
  expect(await one.win(player, { id: 'f2' }, 0n)).toMatchObject({ status: 'OK', balance: '1700' });
  const facts = await sql`select id from play_fact where member_id = ${player.memberId}`.execute(database.db);
  const turnover = await sql`select settled from member_stake where member_id = ${player.memberId}`.execute(database.db);
  expect([facts.rows, turnover.rows]).toEqual([[], []]);
  const rounds = await database.db
    .selectFrom('vendor_round')
    .select(['stake', 'payout', 'state', 'closed'])
    .where('member_id', '=', player.memberId)
    .orderBy('id')
    .execute();
  expect(rounds).toEqual([
    { stake: '0', payout: '700', state: 'won', closed: true },
    { stake: '0', payout: '0', state: 'lost', closed: true },
  ]);
  await one.run();
  expect(await one.find(grant.id)).toMatchObject({ state: 'played', played: 2, won: '700' });
});

test('refuses with a reason: none left, expired, another stake, another game, another member; repeats answer the same', async () => {
  const player = await one.bonus.player(100n);
  const other = await one.bonus.player(100n);
  const grant = await one.give(player.memberId, { rounds: 1 });
  const late = await one.give(player.memberId, { until: one.bonus.clock.now() });
  const refused = async (answer: Promise<SeamlessAnswer>) => statusOf(await answer);
  expect(await refused(one.play(other, grant.id, { id: 'x1' }))).toBe('FREE_ROUND_REFUSED: unknown');
  expect(await refused(one.play(player, '99999999', { id: 'x2' }))).toBe('FREE_ROUND_REFUSED: unknown');
  expect(await refused(one.play(player, 'no-number', { id: 'x3' }))).toBe('FREE_ROUND_REFUSED: unknown');
  expect(await refused(one.play(player, grant.id, { id: 'x4', stake: STAKE + 1n }))).toBe('FREE_ROUND_REFUSED: wrong_stake');
  expect(await refused(one.play(player, grant.id, { id: 'x5', gameId: LIVE_GAME }))).toBe('FREE_ROUND_REFUSED: wrong_game');
  expect(await refused(one.play(player, late.id, { id: 'x6' }))).toBe('FREE_ROUND_REFUSED: expired');
  expect(await refused(one.play(player, grant.id, { id: 'x7' }))).toBe('OK');
  expect(await refused(one.play(player, grant.id, { id: 'x8' }))).toBe('FREE_ROUND_REFUSED: none_left');
  expect(await refused(one.play(player, grant.id, { id: 'x8' }))).toBe('FREE_ROUND_REFUSED');
  expect(await refused(two.play(player, grant.id, { id: 'x7' }))).toBe('OK');
  expect(await refused(two.play(player, grant.id, { id: 'x7', stake: 1n }))).toBe('TRANSACTION_MISMATCH');
  expect(await one.find(grant.id)).toMatchObject({ played: 1, won: '0' });
  await one.win(player, { id: 'x7' }, 0n);
});

test('a bet without money needs a free round, and a bet with money none; no further bet joins a free round', async () => {
  const player = await one.bonus.player(100n);
  const grant = await one.give(player.memberId);
  const ids = { player: player.player, gameId: GAME, currency: 'USD', token: player.token, roundId: 'r-s1', transactionId: 's1' };
  const freeRound = { grantId: grant.id, stake: STAKE.toString() };
  const bet = (more: object) => perform(one.bonus.vendor, PROVIDER, 'bet', { ...ids, ...more });
  expect(await bet({ amount: '0' })).toEqual({ status: 'BAD_REQUEST', message: 'amount' });
  expect(await bet({ amount: '5', freeRound })).toEqual({ status: 'BAD_REQUEST', message: 'amount' });
  expect(await one.play(player, grant.id, { id: 's1' })).toMatchObject({ status: 'OK' });
  expect((await bet({ transactionId: 's2', amount: '5' })).status).toBe('TRANSACTION_MISMATCH');
  expect((await one.play(player, grant.id, { id: 's3', roundId: 'r-s1' })).status).toBe('TRANSACTION_MISMATCH');
  expect(await one.finish(player, { id: 's1' })).toMatchObject({ status: 'OK' });
  expect(await one.find(grant.id)).toMatchObject({ played: 1 });
});

test('a rolled-back round can be played again, a settled one is not given back', async () => {
  const player = await one.bonus.player(100n);
  const grant = await one.give(player.memberId, { rounds: 1 });
  await one.play(player, grant.id, { id: 'v1' });
  expect(await one.rollback(player, { id: 'v1' })).toMatchObject({ status: 'OK', balance: '100' });
  expect(await two.rollback(player, { id: 'v1' })).toMatchObject({ status: 'OK' });
  expect((await one.win(player, { id: 'v1' }, 9n)).status).toBe('BET_ROLLED_BACK');
  expect(await one.find(grant.id)).toMatchObject({ played: 0, state: 'open' });
  expect((await one.play(player, grant.id, { id: 'v2' })).status).toBe('OK');
  await one.win(player, { id: 'v2' }, 9n);
  expect((await one.rollback(player, { id: 'v2' })).status).toBe('BET_SETTLED');
  expect([(await one.find(grant.id)).played, await moneyOf(player.memberId)]).toEqual([1, 109n]);
});

test('wins with wagering become one bonus offer at the end, also after the time, and a break only delays it', async () => {
  const player = await one.bonus.player(100n);
  const grant = await one.give(player.memberId, { bonus: { wagering: 3, days: 5 } });
  await one.play(player, grant.id, { id: 'b1' });
  expect(await one.win(player, { id: 'b1' }, 40n)).toMatchObject({ status: 'OK', balance: '100' });
  await one.play(player, grant.id, { id: 'b2' });
  const ahead = { ...one.deps, clock: { now: () => new Date(one.bonus.clock.now().getTime() + 2 * DAY_MS) } };
  await endGrants(ahead);
  expect(await one.find(grant.id)).toMatchObject({ state: 'open' });
  await one.win(player, { id: 'b2' }, 15n);
  one.bonus.resting.add(player.memberId);
  await endGrants(ahead);
  expect(await one.find(grant.id)).toMatchObject({ state: 'open' });
  one.bonus.resting.delete(player.memberId);
  await endGrants(ahead);
  await endGrants(ahead);
  expect(await one.find(grant.id)).toMatchObject({ state: 'expired', won: '55' });
  const offers = await database.db.selectFrom('bonus').selectAll().where('member_id', '=', player.memberId).execute();
  expect(offers).toMatchObject([{ amount: '55', wagering: 3, days: 5, state: 'offered', source: 'operator' }]);
  expect(await moneyOf(player.memberId)).toBe(100n);
});

test('grants: once for a reference, never to a member at rest, for slots of one provider only; withdrawn while no round is open', async () => {
  const player = await one.bonus.player(100n);
  const order = { reference: `same-${player.memberId}` };
  const grant = await one.give(player.memberId, order);
  expect((await one.give(player.memberId, order)).id).toBe(grant.id);
  const posted = one.posted.filter(({ memberId }) => memberId === player.memberId);
  expect(posted).toMatchObject([{ template: 'free_rounds_given', params: { rounds: 3 }, href: `/game?gameId=${GAME}` }]);
  expect(String(posted[0]?.params?.until)).toContain(grant.expires_at.toISOString().slice(0, 4));
  expect(await codeOf(one.give(player.memberId, { ...order, rounds: 9 }))).toBe('reference_conflict');
  expect(await codeOf(one.give(player.memberId, { games: [LIVE_GAME] }))).toBe('free_rounds_game');
  expect(await codeOf(one.give(player.memberId, { games: [GAME, 'orion-1'] }))).toBe('free_rounds_providers');
  one.bonus.resting.add(player.memberId);
  expect(await codeOf(one.give(player.memberId))).toBe('bonus_member_resting');
  one.bonus.resting.delete(player.memberId);
  await one.play(player, grant.id, { id: 'w1' });
  expect(await codeOf(one.withdraw(grant.id))).toBe('free_rounds_open');
  await one.win(player, { id: 'w1' }, 30n);
  expect(await one.withdraw(grant.id)).toMatchObject({ state: 'withdrawn', won: '30' });
  expect(await codeOf(two.withdraw(grant.id))).toBe('free_rounds_over');
  expect(statusOf(await one.play(player, grant.id, { id: 'w2' }))).toBe('FREE_ROUND_REFUSED: expired');
  expect(await moneyOf(player.memberId)).toBe(130n);
  // One message of the end, which counts what was not played.
  const withdrawn = one.posted.filter(({ memberId, template }) => memberId === player.memberId && template === 'free_rounds_withdrawn');
  expect(withdrawn).toMatchObject([{ params: { left: 2 } }]);
});

/** A slot of the built-in vendor with stakes from 0.20 in steps of 0.20. */
const OWN = { gameId: 'EMBER_IRON_HARBOUR', gameName: 'Iron Harbour', provider: 'studio', gameCategory: 'RNG', enabled: true } as const;
const BRAND = { vassalage: 'EMBER', vendorName: 'Ember Forge' } as const;

test('of own slots only stakes that all of the games take are given, and a grant of another stake is not offered', async () => {
  const player = await one.bonus.player(100n);
  one.bonus.games.set(OWN.gameId, { ...OWN, ...BRAND });
  one.bonus.games.set('EMBER_ANVIL_ROLL', { ...OWN, ...BRAND, gameId: 'EMBER_ANVIL_ROLL' });
  const own = (stake: bigint, games: readonly string[] = [OWN.gameId]) => one.give(player.memberId, { games, stake });
  for (const stake of [1_000n, 3_700n, 1_002_000n]) expect(await codeOf(own(stake))).toBe('free_rounds_stake');
  expect(await codeOf(own(2_000n, [GAME, OWN.gameId]))).toBe('free_rounds_providers');
  expect(await codeOf(own(10_000n, ['EMBER_ANVIL_ROLL']))).toBe('free_rounds_game');
  const [old, sound] = [await own(2_000n), await own(2_000n)];
  // As grants are that were given before stakes were checked.
  await sql`update free_round_grant set stake = 3700 where id = ${old.id}::bigint`.execute(database.db);
  const offered = await createFreeRounds(one.deps).offered(database.db, { ...player, provider: 'studio', gameId: OWN.gameId });
  expect(offered.map(({ grantId }) => grantId)).toEqual([sound.id]);
});

test('the grants of the demo have a stake that their games take, in each currency', () => {
  const names: readonly string[] = Object.values(DEMO_GAMES);
  const games = STUDIO_GAMES.filter(({ name }) => names.includes(name)).map(({ gameId }) => ({ gameId, provider: 'studio' }));
  expect(games).toHaveLength(names.length);
  for (const currency of Object.keys(CURRENCY_STEPS)) requireStake(games, offeredAmount(DEMO_STAKE, currency), currency);
});

test('the message of given rounds says what wins must be bet', async () => {
  const player = await one.bonus.player();
  await one.give(player.memberId, { bonus: { wagering: 3, days: 5 } });
  const [message] = one.posted.filter(({ memberId }) => memberId === player.memberId);
  expect(message).toMatchObject({ template: 'free_rounds_given_bonus', params: { rounds: 3, times: 3 } });
});

test('the last round is played once from many connections of two nodes', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const player = await one.bonus.player();
    const grant = await one.give(player.memberId, { rounds: 2 });
    await one.play(player, grant.id, { id: `last-${player.memberId}-first` });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => nodeOf(index).play(player, grant.id, { id: `last-${player.memberId}-${index}` })),
    );
    expect(answers.map(statusOf).toSorted()).toEqual(
      ['FREE_ROUND_REFUSED: none_left', 'OK'].flatMap((one, i) => (i ? [one] : Array(7).fill(one))),
    );
    expect(await one.find(grant.id)).toMatchObject({ played: 2 });
  }
});

test('the same bet, win and rollback at once from two nodes count once', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const player = await one.bonus.player();
    const grant = await one.give(player.memberId);
    const ids = { id: `same-${player.memberId}` };
    const bets = await Promise.all([0, 1, 2, 3].map((index) => nodeOf(index).play(player, grant.id, ids)));
    expect(bets.map(statusOf)).toEqual(['OK', 'OK', 'OK', 'OK']);
    const ends = await Promise.all(
      [0, 1, 2, 3].map((index) => (index < 2 ? nodeOf(index).win(player, ids, 20n) : nodeOf(index).rollback(player, ids))),
    );
    const isWon = ends[0]?.status === 'OK';
    expect(ends.map(statusOf)).toEqual(
      isWon ? ['OK', 'OK', 'BET_SETTLED', 'BET_SETTLED'] : ['BET_ROLLED_BACK', 'BET_ROLLED_BACK', 'OK', 'OK'],
    );
    expect([(await one.find(grant.id)).played, await moneyOf(player.memberId)]).toEqual(isWon ? [1, 20n] : [0, 0n]);
  }
});

test('a round at the end of the grant is played or the grant has ended, never both', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const player = await one.bonus.player();
    const grant = await one.give(player.memberId, { bonus: { wagering: 2, days: 3 } });
    await one.play(player, grant.id, { id: `end-${player.memberId}-0` });
    await one.win(player, { id: `end-${player.memberId}-0` }, 10n);
    // The clock of the other node is ahead.
    const later = { ...two.deps, clock: { now: () => new Date(one.bonus.clock.now().getTime() + 2 * DAY_MS) } };
    const [answer] = await Promise.all([one.play(player, grant.id, { id: `end-${player.memberId}-1` }), endGrants(later)]);
    const row = await one.find(grant.id);
    expect([statusOf(answer), row.state, row.played]).toEqual(
      row.state === 'open' ? ['OK', 'open', 2] : ['FREE_ROUND_REFUSED: expired', 'expired', 1],
    );
    expect(await verifyFreeRounds(database.db)).toEqual([]);
  }
});

test('a process that dies within a bet or a win leaves nothing: the same instruction counts afterwards, once', async () => {
  const player = await one.bonus.player();
  const grant = await one.give(player.memberId, { rounds: 2 });
  const dying = freeRoundsOn(database.db, (sound) => ({
    async play(...round) {
      await sound.play(...round);
      throw new Error('killed');
    },
    async settle(...end) {
      await sound.settle(...end);
      throw new Error('killed');
    },
  }));
  await expect(dying.play(player, grant.id, { id: 'k1' })).rejects.toThrow('killed');
  expect((await one.find(grant.id)).played).toBe(0);
  expect((await one.play(player, grant.id, { id: 'k1' })).status).toBe('OK');
  await expect(dying.win(player, { id: 'k1' }, 25n)).rejects.toThrow('killed');
  expect(await one.find(grant.id)).toMatchObject({ played: 1, won: '0' });
  for (const node of [one, two, one]) expect(await node.win(player, { id: 'k1' }, 25n)).toMatchObject({ status: 'OK', balance: '25' });
  expect(await one.find(grant.id)).toMatchObject({ played: 1, won: '25' });
});

test('random play agrees with a slow reference', async () => {
  await playRandomly([one, two], 6, 60);
});

test('the audit names planted faults: a round that was not counted, a wrong win, a fact', async () => {
  const faulty = async (change: Parameters<typeof freeRoundsOn>[1], fault: RegExp) => {
    const node = freeRoundsOn(database.db, change);
    const player = await one.bonus.player();
    const grant = await one.give(player.memberId);
    const ids = { id: `fault-${player.memberId}` };
    await node.play(player, grant.id, ids);
    await node.win(player, ids, 10n);
    expect((await verifyFreeRounds(database.db)).join('\n')).toMatch(fault);
    return { player, grant, ids };
  };
  const uncounted = await faulty(
    (sound) => ({
      async play(tx, round) {
        const refused = await sound.play(tx, round);
        await sql`update free_round_grant set played = played - 1 where id = ${round.grantId}::bigint`.execute(tx);
        return refused;
      },
    }),
    /counts 0 free rounds with 10 won, but its rounds are 1/,
  );
  await sql`update free_round_grant set played = 1 where id = ${uncounted.grant.id}::bigint`.execute(database.db);
  const doubled = await faulty(
    (sound) => ({ settle: (tx, end) => sound.settle(tx, { ...end, units: 2n * end.units }) }),
    /is settled with 20 won, but the vendor says won with 10/,
  );
  await sql`update free_round_grant set won = 10 where id = ${doubled.grant.id}::bigint`.execute(database.db);
  await sql`update free_round set won = 10 where transaction_id = ${doubled.ids.id}`.execute(database.db);
  expect(await verifyFreeRounds(database.db)).toEqual([]);
});
