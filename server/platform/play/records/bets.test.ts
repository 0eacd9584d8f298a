import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bettingRecord } from '../../../../shared/api/records/contract.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { testActor } from '../../identity/accounts/test-actor.ts';
import type { DescribeRounds } from '../vendors/index.ts';
import { latestWins, openRounds } from '../vendors/reads.ts';
import { createTestVendor, GAME, type TestPlayer, type TestVendor } from '../vendors/test-vendor.ts';
import { betRoutes } from './bet-routes.ts';
import { roundCounts, stakesByMember } from './week.ts';

let database: TestDatabase;
let vendor: TestVendor;

beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
});
afterAll(() => database.close());

async function play(p: TestPlayer, id: string, stake: string, end: 'win' | 'lose' | 'cancel' | 'leave', payout = '0') {
  const named = { player: p.player, roundId: `r-${id}`, gameId: GAME };
  const bet = { ...named, token: p.token, transactionId: `b-${id}`, currency: 'CNY', amount: stake };
  expect((await vendor.call('bet', bet)).status).toBe('OK');
  const end_ = { ...named, transactionId: `e-${id}`, betTransactionId: `b-${id}` };
  if (end === 'cancel') expect((await vendor.call('rollback', end_)).status).toBe('OK');
  else if (end !== 'leave') expect((await vendor.call('win', { ...end_, currency: 'CNY', amount: payout })).status).toBe('OK');
}

async function record(p: TestPlayer, query: Record<string, string> = {}, describe: DescribeRounds = async () => new Map()) {
  const [route] = betRoutes({
    db: database.db,
    games: vendor.deps.games,
    providers: vendor.deps.providers,
    currencySymbol: () => '¥',
    timeZone: async () => 'Asia/Shanghai',
    describeRounds: describe,
    clock: vendor.clock,
    log: { error: () => undefined },
  });
  if (!route) throw new Error('no route');
  const actor = testActor(p.memberId);
  const context = {
    actor,
    language: 'EN',
    merchant: 'm',
    ticket: null,
    clientAddress: '::1',
    country: null,
    regionRestricted: false,
    deviceToken: null,
    siteOrigin: 'http://localhost',
    userAgent: '',
    requestId: 'r',
    log: pino({ level: 'silent' }),
  };
  const value = await route.handle(context, { query: v.parse(bettingRecord.query, query), body: undefined });
  return v.parse(bettingRecord.value, value);
}

test('lists rounds with totals of the whole period and ledger references', async () => {
  const [p, other] = [await vendor.player({ units: 1_000_000n }), await vendor.player({ units: 1_000_000n })];
  await play(other, 'other', '10000', 'win', '20000');
  await play(p, '1', '10000', 'win', '25000');
  await play(p, '2', '20000', 'lose');
  await play(p, '3', '30000', 'cancel');
  await play(p, '4', '40000', 'leave');

  const all = await record(p, { pageSize: '2' });
  expect(all.totals).toEqual({ count: 4, stake: '7.0000', validStake: '3.0000', payout: '2.5000', net: '-0.5000' });
  expect(all).toMatchObject({ pageNum: 1, totalPages: 2, currencySymbol: '¥' });
  expect(all.bets.map((bet) => [bet.roundId, bet.status, bet.stake, bet.payout, bet.net])).toEqual([
    ['r-4', 'open', '4.0000', '0.0000', '0.0000'],
    ['r-3', 'cancelled', '3.0000', '3.0000', '0.0000'],
  ]);
  // Rows add up to the totals; an open bet has neither won nor lost.
  const rows = (await record(p)).bets.reduce((sum, { net }) => sum + Number(net), 0);
  expect(rows).toBe(-0.5);
  const open = { count: 1, stake: '4.0000', validStake: '0.0000', payout: '0.0000', net: '0.0000' };
  expect((await record(p, { status: 'open' })).totals).toEqual(open);
  expect((await record(p, { betId: all.bets[0]?.betId ?? '' })).totals).toEqual(open);
  const [lost, won] = (await record(p, { pageSize: '2', pageNo: '2' })).bets;
  expect(lost).toMatchObject({
    status: 'lost',
    verifyUrl: 'https://vendor.test/verify/r-2',
    transfers: [{ kind: 'bet', amount: '-2.0000' }],
  });
  expect(won).toMatchObject({
    status: 'won',
    gameName: `Game ${GAME}`,
    vassalage: 'NOVA_SLOTS',
    transfers: [
      { kind: 'bet', reference: 'seamless:NOVA:b-1', amount: '-1.0000' },
      { kind: 'win', reference: 'seamless:NOVA:e-1', amount: '2.5000' },
    ],
  });
  const transfer = await database.db
    .selectFrom('ledger_transfer')
    .select(['reference', 'member_id'])
    .where('id', '=', won?.transfers[0]?.transferId ?? '')
    .executeTakeFirst();
  expect(transfer).toEqual({ reference: 'seamless:NOVA:b-1', member_id: p.memberId });

  expect((await record(p, { status: 'won' })).totals).toMatchObject({ count: 1, net: '1.5000' });
  expect((await record(p, { vassalage: 'ORION_SLOTS' })).bets).toEqual([]);
  expect((await record(p, { gameCategory: 'LIVE' })).totals.count).toBe(0);
  expect((await record(p, { from: new Date(Date.now() + 60_000).toISOString() })).totals.count).toBe(0);
});

test('a bet is found by the id of its round by its owner only, and comes with the complete description of its vendor', async () => {
  const [p, other] = [await vendor.player({ units: 1_000_000n }), await vendor.player({ units: 1_000_000n })];
  await play(p, 'described', '10000', 'lose');
  const requests: unknown[] = [];
  const detail = { summary: 'Head · Issue 12 · 4', lines: [{ name: 'bets' as const, value: '4' }] };
  const describe: DescribeRounds = async (rounds, language, isWhole) => {
    requests.push([rounds.map(({ round_id }) => round_id), language, isWhole]);
    return new Map(rounds.map(({ id }) => [id, detail]));
  };
  const one = await record(p, { roundId: 'r-described' }, describe);
  expect(one.bets).toMatchObject([{ roundId: 'r-described', detail }]);
  expect(one.totals.count).toBe(1);
  await record(p, {}, describe);
  expect(requests).toEqual([
    [['r-described'], 'EN', true],
    [['r-described'], 'EN', false],
  ]);
  expect((await record(p, { roundId: 'r-described' })).bets[0]?.detail).toBeUndefined();
  await expect(record(other, { roundId: 'r-described' })).rejects.toThrow('bet_not_found');
  await expect(record(p, { roundId: 'r-unknown' })).rejects.toThrow('bet_not_found');
});

test.each([
  ['less than the stake is a loss', '2000', 'lost'],
  ['the stake itself is no loss', '10000', 'won'],
  ['more than the stake is a win', '10001', 'won'],
])('a payout of %s', async (_name, payout, status) => {
  const p = await vendor.player({ units: 1_000_000n });
  await play(p, `${p.memberId}-edge`, '10000', 'win', payout);
  expect((await record(p, {})).bets.map((bet) => bet.status)).toEqual([status]);
});

test('a round that returned exactly its stake is found as even, not as won, and the totals follow', async () => {
  const p = await vendor.player({ units: 1_000_000n });
  await play(p, 'even-win', '10000', 'win', '25000');
  await play(p, 'even-push', '20000', 'win', '20000');
  await play(p, 'even-lost', '30000', 'lose');
  const idsOf = async (status: string) => {
    const { bets, totals } = await record(p, { status });
    expect(totals.count).toBe(bets.length);
    return bets.map(({ roundId }) => roundId);
  };
  expect(await idsOf('won')).toEqual(['r-even-win']);
  expect(await idsOf('even')).toEqual(['r-even-push']);
  expect(await idsOf('lost')).toEqual(['r-even-lost']);
  expect((await record(p, { status: 'won' })).totals).toMatchObject({ stake: '1.0000', payout: '2.5000', net: '1.5000' });
  expect((await record(p, { status: 'even' })).totals).toMatchObject({ stake: '2.0000', payout: '2.0000', net: '0.0000' });
  expect((await record(p, {})).totals.count).toBe(3);
});

test('lists: latest wins above the stake, most played games, unfinished rounds', async () => {
  const [p, trial] = [await vendor.player({ units: 1_000_000n }), await vendor.player({ units: 1_000_000n, realm: 'trial' })];
  await play(p, 'big', '10000', 'win', '90000');
  await play(p, 'small', '10000', 'win', '5000');
  await play(trial, 'trial', '10000', 'win', '90000');
  await play(p, 'left', '10000', 'leave');
  const wins = await latestWins(database.db, { limit: 50 });
  expect(wins.filter((win) => win.memberId === p.memberId)).toMatchObject([{ payout: 90_000n, stake: 10_000n, gameId: GAME }]);
  expect(wins.some((win) => win.memberId === trial.memberId)).toBe(false);
  // Play money and open rounds do not count.
  const before = await roundCounts(database.db, new Date(0));
  await play(trial, 'trial-again', '10000', 'win', '90000');
  await play(p, 'left-again', '10000', 'leave');
  expect(await roundCounts(database.db, new Date(0))).toEqual(before);
  await play(p, 'lost', '10000', 'win', '0');
  expect((await roundCounts(database.db, new Date(0))).get(GAME)).toBe((before.get(GAME) ?? 0) + 1);
  const stakes = await stakesByMember(database.db, { since: new Date(0), limit: 50 });
  expect(stakes.map(({ stake }) => stake)).toEqual(stakes.map(({ stake }) => stake).toSorted((a, b) => Number(b - a)));
  expect(await stakesByMember(database.db, { since: new Date(0), limit: 1 })).toEqual(stakes.slice(0, 1));
  const own = { memberId: p.memberId, currency: 'CNY', stake: 30_000n, rounds: 3 };
  expect(stakes.find(({ memberId }) => memberId === p.memberId)).toEqual(own);
  expect(stakes.some(({ memberId }) => memberId === trial.memberId)).toBe(false);
  const later = await openRounds(database.db, { before: new Date(Date.now() + 1_000) });
  expect(later.map((round) => round.round_id)).toContain('r-left');
  expect(await openRounds(database.db, { before: new Date(0) })).toEqual([]);
});

test('a bet on matches shows its latest slip, and slips of unknown rounds are rejected', async () => {
  const p = await vendor.player({ units: 1_000_000n });
  await play(p, 'slip', '30000', 'leave');
  const leg = (state: string, score: unknown) => ({
    eventId: 'e-1',
    league: 'Northern Isles Cup',
    home: 'Skerry',
    away: 'Fenwold',
    market: 'handicap',
    line: '-1.5',
    pick: 'away',
    odds: '2.35',
    state,
    score,
  });
  const sendSlip = (roundId: string, legs: unknown, gameId = GAME) => vendor.call('slips', { slips: [{ roundId, gameId, legs }] });
  expect((await record(p)).bets[0]?.legs).toEqual([]);
  expect(await sendSlip('r-slip', [leg('open', null)])).toEqual({ status: 'OK' });
  expect((await record(p)).bets[0]?.legs).toEqual([leg('open', null)]);
  expect(await sendSlip('r-slip', [leg('won', { home: 1, away: 0 })])).toEqual({ status: 'OK' });
  expect((await record(p)).bets[0]?.legs).toEqual([leg('won', { home: 1, away: 0 })]);
  expect(await sendSlip('r-nobody', [leg('open', null)])).toEqual({ status: 'OK', message: 'left out: r-nobody' });
  expect(await sendSlip('r-slip', [leg('open', null)], 'ANOTHER_GAME')).toMatchObject({ message: 'left out: r-slip' });
  expect((await sendSlip('r-slip', [{ ...leg('open', null), odds: '2.3' }])).status).toBe('BAD_REQUEST');
  expect((await record(p)).bets[0]?.legs).toEqual([leg('won', { home: 1, away: 0 })]);
});
