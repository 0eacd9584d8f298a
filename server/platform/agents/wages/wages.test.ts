import express from 'express';
import { sql } from 'kysely';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomCase, slowWages, type WageCase, withMoves } from '../../../../shared/rules/test-wages.ts';
import type { WageTerms } from '../../../../shared/rules/wages.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit, memberLegs } from '../../ledger/index.ts';
import type { InboxEntry } from '../../notify/inbox/index.ts';
import { createInternal } from '../../ops/internal/internal.ts';
import { createFund, WAGES } from '../../rewards/fund/index.ts';
import { createContracts } from '../contracts/index.ts';
import { createMoves } from '../tree/moves.ts';
import { addTree } from '../tree/test-tree.ts';
import { addFacts, type TestPlay } from '../windows/test-windows.ts';
import { auditWages } from './audit.ts';
import { requireAllPaid } from './desk.ts';
import { exportStatements, listStatements, readStatement } from './statements.ts';
import { readSpans } from './stored.ts';
import { addContract, createTestWages, fundWages, type TestWages } from './test-wages.ts';
import { recomputeWindow, verifyWages } from './verify.ts';

const START = Date.parse('2026-11-16T00:00:00.000Z');
const DAY_MINUTES = 1_440;
const UNIT = 10_000n;
const at = (minutes: number) => new Date(START + minutes * MINUTE_MS);

let database: TestDatabase;
let world: TestWages;
let funded = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
const TABLES = [
  ...['play_fact', 'fact_consumer', 'window_close', 'play_window', 'team_window', 'team_day', 'member_day', 'member_period', 'team_active'],
  ...[
    'merchant',
    'member',
    'agent_closure',
    'agent_parent',
    'protection_member',
    'agent_contract',
    'agent_move',
    'wage_statement',
    'wage_carry',
    'wage_progress',
    'member_cash_day',
    'team_cash_day',
  ],
];
async function open(agents: Parameters<typeof createTestWages>[1]['agents'] = {}): Promise<void> {
  await sql.raw(`truncate ${TABLES.join(', ')} cascade`).execute(database.db);
  await sql`update window_clock set open_from = null`.execute(database.db);
  const ceilings = { dividend: 5_000, daily: 100, hourly: 100, realtime: 100 };
  world = await createTestWages(database.db, { at: at(0).toISOString(), agents: { ceilings, weights: {}, activeValidBet: 10, ...agents } });
  await world.wages.run();
  funded += 1;
  await fundWages(database.db, world.wallet, 1_000_000n * UNIT - (await fundBalance()), `fund-${funded}`);
}
beforeEach(() => open());

const fundBalance = () => createFund(WAGES, world).balance(database.db, 'USD');
const terms = (rateBp: number, more: Partial<WageTerms> = {}): WageTerms => ({
  tiers: [{ rateBp, minValidBet: 0n, minProfit: 0n, minActive: 0 }],
  minSingleBet: 0n,
  carryNegative: true,
  ownPlay: false,
  ...more,
});
/** Agents and players with wallets. */
async function tree(uplines: readonly (number | undefined)[]): Promise<readonly string[]> {
  const ids = await addTree(database.db, uplines);
  // The history of uplines begins before the windows.
  await sql`update agent_parent set valid_from = ${at(-DAY_MINUTES)}`.execute(database.db);
  for (const memberId of ids) await world.wallet.openMember(database.db, { memberId, currency: 'USD', realm: 'real' });
  return ids;
}
const bet = (memberId: string | undefined, minutes: number, whole: number, more: Partial<TestPlay> = {}): TestPlay => ({
  memberId: memberId ?? '',
  at: at(minutes),
  valid: BigInt(whole) * UNIT,
  ...more,
});
let bonuses = 0;
async function giveBonus(memberId: string | undefined, units: bigint): Promise<void> {
  bonuses += 1;
  const legs = memberLegs(memberId ?? '', 'adjustment', units);
  const order = {
    reference: `bonus:${bonuses}`,
    kind: 'adjustment',
    currency: 'USD',
    realm: 'real',
    memberId: memberId ?? '',
    legs,
  } as const;
  expect((await world.wallet.transfer(database.db, order)).outcome).toBe('posted');
}
const balance = async (memberId: string | undefined) => (await world.wallet.balance(database.db, memberId ?? ''))?.units;
const statements = async (agentId: string | undefined) =>
  (
    await database.db
      .selectFrom('wage_statement')
      .selectAll()
      .where('agent_id', '=', agentId ?? '')
      .orderBy('window_start')
      .execute()
  ).map((row) => ({
    window: (row.window_start.getTime() - START) / MINUTE_MS,
    state: row.state,
    amount: Number(row.amount),
    carried: Number(row.carried_out),
  }));

describe('a message to the agent', () => {
  test('follows each payment of a day or a dividend', async () => {
    const [agent, player] = await tree([undefined, 0]);
    await addContract(database.db, agent ?? '', { kind: 'daily', terms: terms(100), from: at(0) });
    await addFacts(database.db, [bet(player, 1, 100)]);
    await world.runAt(at(DAY_MINUTES));
    await world.runAt(at(DAY_MINUTES + 1));
    const { id } = await database.db.selectFrom('wage_statement').select('id').where('state', '=', 'paid').executeTakeFirstOrThrow();
    const params = { amount: '$1.00', reasonKey: 'inbox.wages_daily' };
    expect(world.posted).toEqual([{ memberId: agent, template: 'wage_paid', params, href: `/agent/agentDailyWages?statement=${id}` }]);
  });

  test.each([
    ['realtime', 'wages_of_day', '/agent/agentRealTimeWages'],
    ['hourly', 'hourly_wages_of_day', '/agent/agentHourlyWages'],
  ] as const)('sums the %s wages of a day after its end, once for all nodes', async (kind, template, page) => {
    const [agent, player] = await tree([undefined, 0]);
    await addContract(database.db, agent ?? '', { kind, terms: terms(100), from: at(0) });
    await addFacts(database.db, [bet(player, 1, 100), bet(player, 67, 50)]);
    await world.runAt(at(6));
    await world.runAt(at(120));
    await world.runAt(at(DAY_MINUTES + 4));
    expect(world.posted).toEqual([]);
    await world.runAt(at(DAY_MINUTES + 5));
    await Promise.all([world.wages.run(), world.wages.run()]);
    const day = '2026-11-16';
    expect(world.posted).toEqual([
      { memberId: agent, template, params: { amount: '$1.50', number: 2, day }, href: `${page}?period=custom&from=${day}&to=${day}` },
    ]);
    await addFacts(database.db, [bet(player, 2 * DAY_MINUTES + 1, 10)]);
    await world.runAt(at(2 * DAY_MINUTES + 90));
    await world.runAt(at(3 * DAY_MINUTES + 5));
    expect(world.posted.map(({ params }) => params?.day)).toEqual([day, '2026-11-18']);
  });

  test('sums the wages of each kind by itself', async () => {
    const [agent, player] = await tree([undefined, 0]);
    for (const kind of ['hourly', 'realtime'] as const)
      await addContract(database.db, agent ?? '', { kind, terms: terms(100), from: at(0) });
    await addFacts(
      database.db,
      Array.from({ length: 12 }, (_, hour) => bet(player, 60 * hour + 1, 100)),
    );
    for (let hour = 1; hour <= 24; hour += 1) await world.runAt(at(60 * hour));
    await world.runAt(at(DAY_MINUTES + 6));
    expect(world.posted.map(({ template, params }) => [template, params?.number, params?.amount])).toEqual([
      ['hourly_wages_of_day', 12, '$12.00'],
      ['wages_of_day', 12, '$12.00'],
    ]);
  });
});

describe('wages', () => {
  test('of five minutes, an hour and a day are settled when their windows are complete, and paid once', async () => {
    const [agent, player] = await tree([undefined, 0]);
    for (const kind of ['realtime', 'hourly', 'daily'] as const)
      await addContract(database.db, agent ?? '', { kind, terms: terms(100), from: at(0) });
    await addFacts(database.db, [bet(player, 1, 100), bet(player, 7, 50)]);
    await world.runAt(at(6));
    expect(await statements(agent)).toEqual([{ window: 0, state: 'paid', amount: 10_000, carried: 0 }]);
    await world.runAt(at(60));
    await Promise.all([world.wages.run(), world.wages.run()]);
    expect(await balance(agent)).toBe(10_000n + 5_000n + 15_000n);
    await world.runAt(at(DAY_MINUTES));
    await world.runAt(at(DAY_MINUTES));
    expect(await balance(agent)).toBe(45_000n);
    const rows = await database.db
      .selectFrom('wage_statement')
      .select(['kind', ({ fn }) => fn.countAll<string>().as('n')])
      .groupBy('kind')
      .orderBy('kind')
      .execute();
    expect(rows.map(({ kind, n }) => [kind, Number(n)])).toEqual([
      ['daily', 1],
      ['hourly', 24],
      ['realtime', 2],
    ]);
    expect((await audit(database.db)).differences).toEqual([]);
  });

  test('use the version of a contract that is valid at the start of the window', async () => {
    const [agent, player] = await tree([undefined, 0]);
    await addContract(database.db, agent ?? '', { kind: 'realtime', terms: terms(50), from: at(0), until: at(10) });
    await addContract(database.db, agent ?? '', { kind: 'realtime', terms: terms(100), from: at(10) });
    await addFacts(
      database.db,
      [1, 9, 10, 12].map((minutes) => bet(player, minutes, 100)),
    );
    await world.runAt(at(20));
    expect((await statements(agent)).map(({ amount }) => amount)).toEqual([5_000, 5_000, 20_000]);
  });

  test('of play that is voided later are taken from the next wages', async () => {
    const [agent, player] = await tree([undefined, 0]);
    await addContract(database.db, agent ?? '', { kind: 'realtime', terms: terms(100), from: at(0) });
    await addFacts(database.db, [bet(player, 1, 100)]);
    await world.runAt(at(5));
    await addFacts(database.db, [bet(player, 2, -100), bet(player, 6, 30)]);
    await world.runAt(at(10));
    await addFacts(database.db, [bet(player, 11, 200)]);
    await world.runAt(at(15));
    expect(await statements(agent)).toEqual([
      { window: 0, state: 'paid', amount: 10_000, carried: 0 },
      { window: 5, state: 'nothing', amount: 0, carried: -7_000 },
      { window: 10, state: 'paid', amount: 13_000, carried: 0 },
    ]);
    expect(await balance(agent)).toBe(23_000n);
  });

  test('never count the play of excluded members, and name it', async () => {
    const [agent, player, excluded] = await tree([undefined, 0, 0]);
    await sql`insert into protection_member (member_id, break_kind, break_from) values (${excluded}, 'exclusion', ${at(-60)})`.execute(
      database.db,
    );
    await addContract(database.db, agent ?? '', { kind: 'realtime', terms: terms(100), from: at(0) });
    await addFacts(database.db, [bet(player, 1, 100), bet(excluded, 1, 900)]);
    await world.runAt(at(5));
    expect(await balance(agent)).toBe(10_000n);
    const id = await database.db.selectFrom('wage_statement').select('id').executeTakeFirstOrThrow();
    const statement = await readStatement(database.db, agent ?? '', id.id);
    expect(statement).toMatchObject({
      excludedBet: '900.0000',
      amount: '1.0000',
      lines: [{ excluded: false }, { excluded: true, counted: false }],
    });
    await expect(readStatement(database.db, player ?? '', id.id)).rejects.toMatchObject({ code: 'wage_not_found' });
  });

  test('of dividends are a part of the team’s loss, less the other wages of the window', async () => {
    await open({ dividendLessBonuses: true });
    const [agent, player] = await tree([undefined, 0]);
    await addContract(database.db, agent ?? '', { kind: 'daily', terms: terms(100), from: at(0) });
    await addContract(database.db, agent ?? '', { kind: 'dividend', period: 'W', terms: terms(1_000), from: at(0) });
    await addFacts(database.db, [
      bet(player, 1, 1_000, { payout: 400n * UNIT }),
      bet(player, 3 * DAY_MINUTES, 500, { payout: 600n * UNIT }),
    ]);
    await world.runAt(at(7 * DAY_MINUTES + 1));
    // Daily wages of 10 and 5; a tenth of 500 - 15.
    expect(await balance(agent)).toBe(10n * UNIT + 5n * UNIT + 485_000n);
  });

  test('of dividends are less the bonuses of the agent and the team, which wait until all of them are counted', async () => {
    const [top, agent, player, other] = await tree([undefined, 0, 1, undefined]);
    for (const [id, rate] of [
      [top, 2_000],
      [agent, 1_000],
    ] as const)
      await addContract(database.db, id ?? '', { kind: 'dividend', period: 'D', terms: terms(rate), from: at(0) });
    await addFacts(database.db, [bet(player, 1, 1_000, { payout: 400n * UNIT })]);
    for (const [id, whole] of [
      [top, 20],
      [player, 100],
      [player, -40],
      [other, 500],
    ] as const)
      await giveBonus(id, BigInt(whole) * UNIT);
    await world.runAt(at(DAY_MINUTES));
    expect(await statements(agent)).toEqual([]);
    await world.runAt(at(DAY_MINUTES + 1));
    // A tenth of 600 - 60; a fifth of that less what the agent has, less a fifth of the own bonus.
    expect((await statements(agent)).map(({ amount }) => amount)).toEqual([540_000]);
    expect((await statements(top)).map(({ amount }) => amount)).toEqual([540_000 - 40_000]);
    const rows = await database.db.selectFrom('wage_statement').select(['agent_id', 'costs', 'bonuses']).execute();
    expect(new Map(rows.map(({ agent_id, ...row }) => [agent_id, row]))).toEqual(
      new Map([
        [top, { costs: '800000', bonuses: '800000' }],
        [agent, { costs: '600000', bonuses: '600000' }],
      ]),
    );
    const verified = () => verifyWages(database.db, at(0), at(2 * DAY_MINUTES));
    expect(await verified()).toEqual([]);
    await sql`update wage_statement set bonuses = 0, costs = 0 where agent_id = ${agent}`.execute(database.db);
    expect((await verified()).join('\n')).toMatch(/bonuses are 0, computed again 600000/);
    const internal = createInternal({ db: database.db, merchant: 'lagoon', audits: [auditWages], console: express.Router() } as never);
    const { body } = await supertest(express().use(internal)).get('/audit').expect(200);
    expect([body.ok, body.differences.join('\n')]).toEqual([false, expect.stringMatching(/bonuses are 0, computed again 600000/)]);
  });

  test('of dividends are not raised by bonuses that are taken back', async () => {
    const [agent, player] = await tree([undefined, 0]);
    await addContract(database.db, agent ?? '', { kind: 'dividend', period: 'D', terms: terms(1_000), from: at(0) });
    await giveBonus(player, 300n * UNIT);
    await world.runAt(at(DAY_MINUTES + 2));
    await addFacts(database.db, [bet(player, DAY_MINUTES + 5, 1_000)]);
    await giveBonus(player, -300n * UNIT);
    await world.runAt(at(2 * DAY_MINUTES + 1));
    const [lost, won] = await statements(agent);
    expect([lost?.carried, won?.amount]).toEqual([-300_000, 1_000_000 - 300_000]);
    expect(await verifyWages(database.db, at(0), at(3 * DAY_MINUTES))).toEqual([]);
  });

  test('wait as unfunded until the account covers them, and never take it below zero', async () => {
    await fundWages(database.db, world.wallet, -(await fundBalance()) + 15_000n, `drain-${funded}`);
    const [top, other, one, two] = await tree([undefined, undefined, 0, 1]);
    for (const id of [top, other]) await addContract(database.db, id ?? '', { kind: 'realtime', terms: terms(100), from: at(0) });
    await addFacts(database.db, [bet(one, 1, 100), bet(two, 1, 100)]);
    await world.runAt(at(5));
    expect([(await statements(top))[0]?.state, (await statements(other))[0]?.state].toSorted()).toEqual(['paid', 'unfunded']);
    expect(await fundBalance()).toBe(5_000n);
    await fundWages(database.db, world.wallet, 5_000n, `more-${funded}`);
    await Promise.all([world.wages.run(), world.wages.run()]);
    expect([await balance(top), await balance(other), await fundBalance()]).toEqual([10_000n, 10_000n, 0n]);
  });

  test('above the merchant’s limit, and of blocked agents, are held', async () => {
    await open({ payoutLimit: 1 });
    const [rich, blocked, one, two] = await tree([undefined, undefined, 0, 1]);
    for (const id of [rich, blocked]) await addContract(database.db, id ?? '', { kind: 'realtime', terms: terms(100), from: at(0) });
    await sql`update member set status = 'blocked' where id = ${blocked}`.execute(database.db);
    await addFacts(database.db, [bet(one, 1, 101), bet(two, 1, 100), bet(one, 6, 100)]);
    await world.runAt(at(10));
    expect((await statements(rich)).map(({ state }) => state)).toEqual(['held', 'paid']);
    expect((await statements(blocked)).map(({ state }) => state)).toEqual(['held']);
    expect(await balance(blocked)).toBe(0n);
  });

  test('are listed by day, a page at a time', async () => {
    const [agent, player] = await tree([undefined, 0]);
    await addContract(database.db, agent ?? '', { kind: 'hourly', terms: terms(100), from: at(0) });
    await addFacts(database.db, [bet(player, 61, 100)]);
    await world.runAt(at(DAY_MINUTES));
    const calendar = {
      timeZone: 'UTC',
      now: at(DAY_MINUTES),
      dayOf: (time: number) => new Date(time).toISOString().slice(0, 10),
      startOf: (day: string) => Date.parse(day),
    };
    const list = (page: number, from?: string) => listStatements(database.db, agent ?? '', { kind: 'hourly', page, from }, calendar);
    expect(await list(1)).toMatchObject({ fromDay: '2026-10-19', toDay: '2026-11-17', total: 24, pages: 2, paid: '1.0000' });
    expect((await list(2)).statements).toHaveLength(4);
    expect((await list(1)).next).toEqual({ at: at(DAY_MINUTES + 60).toISOString(), now: at(DAY_MINUTES).toISOString() });
    await expect(list(1, '2026-01-01')).rejects.toMatchObject({ code: 'wage_period' });
    const paid = await listStatements(database.db, agent ?? '', { kind: 'hourly', page: 1, state: 'paid' }, calendar);
    expect(paid).toMatchObject({ total: 1, paid: '1.0000', waiting: '0.0000', statements: [{ state: 'paid' }] });
    const file = (cursor?: string) => exportStatements(database.db, agent ?? '', { kind: 'hourly', cursor }, calendar);
    const { statements: all, next } = await file();
    expect([all.length, next]).toEqual([24, null]);
    expect((await file(all[20]?.statementId)).statements).toEqual(all.slice(21));
    await addContract(database.db, agent ?? '', { kind: 'dividend', period: 'W', terms: terms(100), from: at(7 * DAY_MINUTES) });
    const dividends = await listStatements(database.db, agent ?? '', { kind: 'dividend', page: 1 }, calendar);
    expect(dividends.next?.at).toBe(at(14 * DAY_MINUTES).toISOString());
    expect((await listStatements(database.db, player ?? '', { kind: 'hourly', page: 1 }, calendar)).next).toBeNull();
    expect((await exportStatements(database.db, player ?? '', { kind: 'hourly' }, calendar)).statements).toEqual([]);
  });
});

/** Changes uplines at 21 minutes; first those that leave theirs, so that no step makes a cycle. */
async function moveAll({ parents, later }: WageCase, idOf: (name: string) => string): Promise<void> {
  const moved = [...(later ?? [])].filter(([name, upline]) => parents.get(name) !== upline);
  await inTransaction(database.db, async (tx) => {
    await sql`select set_config('agents.at', ${at(21).toISOString()}, true)`.execute(tx);
    for (const [name] of moved) await sql`update member set agent_id = null where id = ${idOf(name)}`.execute(tx);
    for (const [name, upline] of moved)
      if (upline !== undefined) await sql`update member set agent_id = ${idOf(upline)} where id = ${idOf(name)}`.execute(tx);
  });
}

/** Settles a random case through facts, windows and contracts, and compares with the slow computation. */
async function settleCase(given: WageCase): Promise<void> {
  await open({
    ceilings: {
      dividend: given.rules.ceilingBp,
      daily: given.rules.ceilingBp,
      hourly: given.rules.ceilingBp,
      realtime: given.rules.ceilingBp,
    },
    weights: given.rules.weights,
    activeValidBet: 1,
    betSteps: [1, 10],
    dividendLessBonuses: given.kind === 'dividend',
    payoutLimit: null,
  });
  const names = [...given.parents.keys()];
  const ids = await tree(
    names.map((name) => (given.parents.get(name) === undefined ? undefined : names.indexOf(given.parents.get(name) ?? ''))),
  );
  const idOf = (name: string) => ids[names.indexOf(name)] ?? '';
  for (const { agent, terms: made, carriedIn, lastRateBp } of given.contracts) {
    const id = idOf(agent);
    await addContract(database.db, id, { kind: given.kind, period: given.kind === 'dividend' ? 'D' : null, terms: made, from: at(0) });
    await sql`insert into wage_carry values (${id}, ${given.kind}, ${carriedIn.toString()}::bigint, ${lastRateBp ?? null})`.execute(
      database.db,
    );
  }
  const excluded = new Set(given.bets.filter((one) => one.excluded).map(({ player }) => idOf(player)));
  for (const id of excluded)
    await sql`insert into protection_member (member_id, break_kind, break_from) values (${id}, 'exclusion', ${at(-60)})`.execute(
      database.db,
    );
  const play = async (later: boolean) => {
    const bets = given.bets.filter((one) => (one.later ?? false) === later);
    await addFacts(
      database.db,
      bets.map(({ player, size, later: _, ...facts }) => ({ ...facts, memberId: idOf(player), at: at(later ? 31 : 1), bet: size })),
    );
    for (const bonus of given.bonuses) if ((bonus.later ?? false) === later) await giveBonus(idOf(bonus.member), bonus.units);
  };
  await play(false);
  if (given.later) {
    await world.runAt(at(20));
    await moveAll(given, idOf);
    world.clock.advance(5 * MINUTE_MS);
    await play(true);
  }
  await world.runAt(at(DAY_MINUTES + 1));
  expect(await verifyWages(database.db, at(0), at(DAY_MINUTES))).toEqual([]);
  const slow = slowWages(given);
  const rows = await database.db
    .selectFrom('wage_statement')
    .select(['agent_id', 'amount', 'carried_out'])
    .where('window_start', '=', at(0))
    .execute();
  const stored = new Map(rows.map((row) => [row.agent_id, { amount: BigInt(row.amount), carriedOut: BigInt(row.carried_out) }]));
  for (const [name, expected] of slow) {
    // Without play, real-time wages have no statement.
    const found = stored.get(idOf(name));
    if (found || given.kind !== 'realtime') expect([name, found]).toEqual([name, expected]);
    else expect([name, expected.amount]).toEqual([name, 0n]);
  }
}

describe('a recomputation', () => {
  const all = () => verifyWages(database.db, at(0), at(DAY_MINUTES));
  /** A top agent with one below, a late void, and an excluded player. */
  async function settled(): Promise<void> {
    const [top, mid, player, excluded] = await tree([undefined, 0, 1, 1]);
    for (const [id, rate] of [
      [top, 100],
      [mid, 60],
    ] as const)
      await addContract(database.db, id ?? '', { kind: 'realtime', terms: terms(rate), from: at(0) });
    await sql`insert into protection_member (member_id, break_kind, break_from) values (${excluded}, 'exclusion', ${at(-60)})`.execute(
      database.db,
    );
    await addFacts(database.db, [bet(player, 1, 100), bet(excluded, 1, 900), bet(player, 7, 40)]);
    await world.runAt(at(5));
    await addFacts(database.db, [bet(player, 2, -100), bet(player, 11, 500)]);
    await world.runAt(at(20));
  }

  test('from facts and the history of uplines finds no difference, also after a change of upline', async () => {
    await settled();
    expect(await all()).toEqual([]);
    await sql`update member set agent_id = null where account like '%00002'`.execute(database.db);
    expect(await all()).toEqual([]);
    const id = await database.db.selectFrom('wage_statement').select(['kind', 'window_start']).executeTakeFirstOrThrow();
    expect((await recomputeWindow(database.db, id)).map(({ wage }) => wage.amount)).toEqual([4_000n, 6_000n]);
  });

  test.each<readonly [fault: string, plant: ReturnType<typeof sql>, found: RegExp]>([
    [
      'a window that was counted twice',
      sql`update play_window set valid = 2 * valid, stake = 2 * stake`,
      /counted 2000000, in facts 1000000/,
    ],
    ['a lost window', sql`delete from play_window where window_start = ${at(10)}`, /counted 0, in facts 5000000/],
    ['a lost fact', sql`delete from play_fact where id = (select min(id) from play_fact)`, /in facts 0/],
    ['an excluded member who is counted', sql`update play_window set excluded = false`, /the play of the team is/],
    ['a member on a break', sql`update play_window set excluded = false`, /counted, but excluded since/],
    ['other active members', sql`update wage_statement set active = active + 1`, /active members are 2, computed again 1/],
    [
      'another amount',
      sql`update wage_statement set amount = amount + 1, state = 'held', transfer_id = null, paid_at = null where amount > 0`,
      /amount is 4001, computed again 4000/,
    ],
    ['another rate', sql`update wage_statement set terms = jsonb_set(terms, '{tiers,0,rateBp}', '90')`, /rate is 100, computed again 90/],
    ['a lost carry', sql`update wage_statement set carried_in = 0 where carried_in < 0`, /the one before left -/],
    ['a lost statement', sql`delete from wage_statement where window_start = ${at(10)}`, /has no wage for the window/],
    [
      'another contract above',
      sql`update wage_statement set spans = '[{"from":null,"uplineContractId":"c"},{"from":"2026-11-16T00:03:00.000Z","uplineContractId":"d"}]'`,
      /contracts above are/,
    ],
    ['another transfer', sql`update ledger_transfer set reference = 'other:' || reference where kind = 'wage'`, /transfer \d+ moves/],
  ])('finds %s', async (_fault, plant, found) => {
    await settled();
    expect(await all()).toEqual([]);
    const rollback = new Error('rolled back');
    const work = database.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await plant.execute(tx);
      expect((await verifyWages(tx, at(0), at(DAY_MINUTES))).join('\n')).toMatch(found);
      throw rollback;
    });
    await expect(work).rejects.toBe(rollback);
  });
});

describe('an agent who is moved within a window', () => {
  /** Wages of the hour of the move and of the next one, by agent. */
  async function hours(agents: readonly (string | undefined)[]) {
    const all = await Promise.all(agents.map(statements));
    return [0, 60].map((start) => all.map((list) => list.find(({ window }) => window === start)?.amount ?? 0));
  }
  const spansOfWage = async (agentId: string) => {
    const row = await database.db
      .selectFrom('wage_statement')
      .select('spans')
      .where('agent_id', '=', agentId)
      .where('window_start', '=', at(0))
      .executeTakeFirstOrThrow();
    return readSpans(row.spans).map(({ uplineContractId }) => uplineContractId);
  };
  async function contractWith(agentId: string, uplineId: string | null, rate: number, until: Date | null = null): Promise<void> {
    const id = await addContract(database.db, agentId, { kind: 'hourly', terms: terms(rate), from: at(0), until });
    await database.db.updateTable('agent_contract').set({ upline_id: uplineId }).where('id', '=', id).execute();
  }

  test('is paid for it by the former contract, and no bet is paid twice', async () => {
    const [old, next, mid, player] = (await tree([undefined, undefined, 0, 2])) as [string, string, string, string];
    await contractWith(old, null, 100);
    await contractWith(next, null, 90);
    await contractWith(mid, old, 40);
    await addFacts(database.db, [bet(player, 1, 1_000)]);
    await world.runAt(at(20));
    const inbox = { post: async (_executor: unknown, entry: InboxEntry) => void posted.push(entry), unread: async () => 0 };
    const posted: InboxEntry[] = [];
    const contracts = createContracts({ db: database.db, clock: world.clock, merchant: 'lagoon', inbox });
    const moves = createMoves({ clock: world.clock, merchant: 'lagoon', ties: contracts, inbox });
    world.clock.advance(1_000);
    await inTransaction(database.db, async (tx, afterCommit) => {
      await moves.request(tx, { id: 'move-within', memberId: mid, uplineId: next, reason: 'Test.' });
      await moves.carryOut(tx, afterCommit, 'move-within');
    });
    expect(posted.map(({ memberId, template }) => [memberId, template])).toEqual([
      [mid, 'contract_ended'],
      [old, 'contract_ended'],
      [old, 'team_left'],
      [next, 'team_joined'],
    ]);
    await addFacts(database.db, [bet(player, 30, 200), bet(player, 61, 500)]);
    await world.runAt(at(121));
    const unit = Number(UNIT);
    const [first, second] = await hours([old, mid, next]);
    expect(await spansOfWage(mid)).toEqual([`c_${old}_hourly_1`, `c_${next}_hourly_1`]);
    // The former upline had 1,000 and the new one 200 above the contract that is paid for the whole hour.
    expect(first).toEqual([6 * unit, 4.8 * unit, unit]);
    expect(second).toEqual([0, 0, 4.5 * unit]);
    expect(await verifyWages(database.db, at(0), at(DAY_MINUTES))).toEqual([]);
    const [from, until] = [at(0), at(60)];
    const ended = await database.db
      .selectFrom('agent_contract')
      .select(['state', 'valid_from', 'valid_until'])
      .where('agent_id', '=', mid)
      .executeTakeFirst();
    expect(ended).toEqual({ state: 'ended', valid_from: from, valid_until: until });
  });

  test('takes wages and bonuses to the upline at their time, which pay no dividend twice', async () => {
    await open({ dividendLessBonuses: true });
    const [old, next, mid, player] = (await tree([undefined, undefined, 0, 2])) as [string, string, string, string];
    for (const [id, rate] of [
      [old, 2_000],
      [next, 2_000],
      [mid, 1_000],
    ] as const)
      await addContract(database.db, id, { kind: 'dividend', period: 'W', terms: terms(rate), from: at(0) });
    await addContract(database.db, mid, { kind: 'daily', terms: terms(100), from: at(0) });
    await addFacts(database.db, [bet(player, 1, 1_000)]);
    await giveBonus(player, 40n * UNIT);
    await world.runAt(at(2 * DAY_MINUTES + 60));
    await inTransaction(database.db, async (tx) => {
      await sql`select set_config('agents.at', ${at(2 * DAY_MINUTES + 61).toISOString()}, true)`.execute(tx);
      await sql`update member set agent_id = ${next} where id = ${mid}`.execute(tx);
    });
    world.clock.advance(2 * MINUTE_MS);
    await giveBonus(player, 20n * UNIT);
    await world.runAt(at(3 * DAY_MINUTES));
    await addFacts(database.db, [bet(player, 3 * DAY_MINUTES + 1, 500)]);
    await world.runAt(at(7 * DAY_MINUTES + 2));
    const unit = Number(UNIT);
    const paid = async (id: string) => {
      const { rows } = await sql<{ amount: string; costs: string }>`
        select amount, costs from wage_statement where agent_id = ${id} and kind = 'dividend'`.execute(database.db);
      return [Number(rows[0]?.amount) / unit, Number(rows[0]?.costs) / unit];
    };
    // Daily wages of 10 and 5; bonuses of 40 before the change and 20 after it.
    expect(await paid(mid)).toEqual([142.5, 75]);
    expect(await paid(old)).toEqual([95, 50]);
    expect(await paid(next)).toEqual([47.5, 25]);
    expect(await verifyWages(database.db, at(0), at(8 * DAY_MINUTES))).toEqual([]);
  });

  test('must be without a contract of the merchant', async () => {
    const [agent, next] = (await tree([undefined, undefined])) as [string, string];
    await contractWith(agent, null, 40);
    const inbox = { post: async () => undefined, unread: async () => 0 };
    const contracts = createContracts({ db: database.db, clock: world.clock, merchant: 'lagoon', inbox });
    const leave = (uplineId: string | undefined) =>
      inTransaction(database.db, (tx, afterCommit) => contracts.leaveUpline(tx, afterCommit, agent, uplineId));
    await expect(leave(next)).rejects.toMatchObject({ code: 'agent_move_contract' });
    const { id } = await database.db.selectFrom('agent_contract').select('id').where('agent_id', '=', agent).executeTakeFirstOrThrow();
    await inTransaction(database.db, (tx, afterCommit) => contracts.end(tx, afterCommit, id, 'hourly'));
    await expect(leave(next)).rejects.toMatchObject({ code: 'agent_move_contract' });
    const demote = () =>
      inTransaction(database.db, async (tx) => {
        await contracts.requireNone(tx, agent);
        await requireAllPaid(tx, agent);
      });
    await expect(demote()).rejects.toMatchObject({ code: 'agent_demote_contracts' });
    world.clock.advance(61 * MINUTE_MS);
    await leave(next);
    await expect(demote()).rejects.toMatchObject({ code: 'agent_demote_wages' });
    await world.runAt(at(70));
    await demote();
  });
});

describe('settlements of random trees, contracts and bets', () => {
  test('equal the independent computation', async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const given = randomCase(seed);
      const scaled = { ...given, activeFrom: 1n * UNIT, bets: given.bets.map((one) => ({ ...one, size: one.size * 100n })) };
      const contracts = scaled.contracts.map((one) => ({ ...one, terms: { ...one.terms, minSingleBet: one.terms.minSingleBet * 100n } }));
      await settleCase({ ...scaled, contracts });
    }
  });

  test('equal it when uplines change within the window', async () => {
    for (let seed = 1; seed <= 40; seed += 1)
      await settleCase(withMoves(randomCase(seed, { kinds: ['dividend', 'daily', 'hourly'], singleTier: true }), seed));
  });
});
