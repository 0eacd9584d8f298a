import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WINDOW_BET_GROUPS } from '../../../../shared/api/agent-team/constants.ts';
import { parseWireAmount } from '../../../../shared/money/money.ts';
import { WAGE_KINDS } from '../../../../shared/rules/wages.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { addTree } from '../tree/test-tree.ts';
import { addContract, createTestWages, type TestWages } from '../wages/test-wages.ts';
import { addFacts } from '../windows/test-windows.ts';
import type { TeamDeps } from './contracts.ts';
import { createTestTeam, testReader } from './test-team.ts';
import { exportWindowPlay, listWindowPlay } from './window-play.ts';

const START = Date.parse('2026-11-16T00:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * 60_000);
const DAY = 1_440;
const UNIT = 10_000n;
const units = (wire: string) => parseWireAmount(wire) ?? 0n;

let database: TestDatabase;
let world: TestWages;
let deps: TeamDeps;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function open(): Promise<void> {
  const tables = ['play_fact', 'fact_consumer', 'window_close', 'play_window', 'team_window', 'team_day', 'member_day', 'member_period'];
  const others = ['team_active', 'merchant', 'member', 'agent_closure', 'agent_parent', 'agent_contract', 'wage_statement', 'wage_carry'];
  await sql.raw(`truncate ${[...tables, ...others, 'wage_progress'].join(', ')} cascade`).execute(database.db);
  await sql`update window_clock set open_from = null`.execute(database.db);
  world = await createTestWages(database.db, { at: at(0).toISOString(), agents: { activeValidBet: 1 } });
  await world.wages.run();
  deps = createTestTeam(database.db, world.clock);
}
const readerFor = (memberId: string, visibleDepth = 21) => testReader(memberId, { visibleDepth, maskBelow: 21 });

async function tree(uplines: readonly (number | undefined)[]): Promise<readonly string[]> {
  const ids = await addTree(database.db, uplines);
  await sql`update agent_parent set valid_from = ${at(-DAY)}`.execute(database.db);
  for (const memberId of ids) await world.wallet.openMember(database.db, { memberId, currency: 'USD', realm: 'real' });
  return ids;
}
/** Changes an upline a second after the last windows were closed. */
async function move(memberId: string, uplineId: string): Promise<void> {
  world.clock.advance(1_000);
  await database.db.transaction().execute(async (tx) => {
    await sql`select set_config('agents.at', ${world.clock.now().toISOString()}, true)`.execute(tx);
    await sql`update member set agent_id = ${uplineId} where id = ${memberId}`.execute(tx);
  });
}
const terms = {
  tiers: [{ rateBp: 10, minValidBet: 0n, minProfit: 0n, minActive: 0 }],
  minSingleBet: 0n,
  carryNegative: true,
  ownPlay: false,
};

interface Sums {
  readonly stake: bigint;
  readonly validBet: bigint;
  readonly payout: bigint;
}
const sumOf = (lines: readonly { stake: string; validBet: string; payout: string }[]): Sums =>
  lines.reduce<Sums>(
    (sum, { stake, validBet, payout }) => ({
      stake: sum.stake + units(stake),
      validBet: sum.validBet + units(validBet),
      payout: sum.payout + units(payout),
    }),
    { stake: 0n, validBet: 0n, payout: 0n },
  );

/** The inputs of every statement equal the play of its window, grouped in any way. */
async function compareStatements(visibleDepth: number): Promise<number> {
  const statements = await database.db.selectFrom('wage_statement').select(['agent_id', 'window_start', 'window_end', 'lines']).execute();
  let compared = 0;
  for (const { agent_id, window_start, window_end, lines } of statements) {
    const expected = (lines as { stake: string; valid: string; payout: string }[]).reduce<Sums>(
      (sum, line) => ({
        stake: sum.stake + BigInt(line.stake),
        validBet: sum.validBet + BigInt(line.valid),
        payout: sum.payout + BigInt(line.payout),
      }),
      { stake: 0n, validBet: 0n, payout: 0n },
    );
    const window = { from: window_start.toISOString(), until: window_end.toISOString() };
    const reader = readerFor(agent_id, visibleDepth);
    for (const by of WINDOW_BET_GROUPS) {
      const { totals, count } = await listWindowPlay(deps, reader, 'EN', { ...window, by, pageNo: 1 });
      expect([by, window, sumOf([totals])]).toEqual([by, window, expected]);
      const file = await exportWindowPlay(deps, reader, 'EN', { ...window, by });
      expect([by, window, file.lines.length, sumOf(file.lines)]).toEqual([by, window, count, expected]);
    }
    compared += 1;
  }
  return compared;
}

test('the play of a window is the input of the wage, with a late void, a change of upline and people who are not seen', async () => {
  await open();
  const [top, mid, other, player] = (await tree([undefined, 0, undefined, 1])) as [string, string, string, string];
  for (const agent of [top, mid, other])
    for (const kind of ['hourly', 'realtime', 'daily'] as const) await addContract(database.db, agent, { kind, terms, from: at(0) });
  await addFacts(database.db, [
    { memberId: player, at: at(1), valid: 100n * UNIT, payout: 30n * UNIT },
    { memberId: mid, at: at(3), valid: 7n * UNIT, category: 'SLOT' },
    { memberId: player, at: at(62), valid: 40n * UNIT },
  ]);
  await world.runAt(at(61));
  await addFacts(database.db, [{ memberId: player, at: at(1), valid: -100n * UNIT, stake: -100n * UNIT, payout: -30n * UNIT }]);
  await world.runAt(at(66));
  await move(player, other);
  await addFacts(database.db, [{ memberId: player, at: at(70), valid: 9n * UNIT }]);
  await world.runAt(at(DAY + 6));
  expect(await compareStatements(21)).toBeGreaterThan(70);
  const hour = { from: at(60).toISOString(), until: at(120).toISOString() };
  const changes = await listWindowPlay(deps, readerFor(other), 'EN', { ...hour, by: 'bet', pageNo: 1 });
  expect(changes.lines.map(({ stake, person, change }) => [stake, person?.memberId, change?.kind])).toEqual([
    ['9.0000', player, 'settled'],
  ]);
  // The former agent sees the sums of the time before, without the name.
  const before = await listWindowPlay(deps, readerFor(top), 'EN', { ...hour, by: 'person', pageNo: 1 });
  expect(before.lines.map(({ key, label, person, stake }) => [key, label, person, stake])).toEqual([['', '', null, '-60.0000']]);
  const hidden = await listWindowPlay(deps, readerFor(top), 'EN', { ...hour, by: 'bet', pageNo: 1 });
  expect(hidden.lines.map(({ person, change }) => [person, change?.kind, change?.betId])).toEqual([
    [null, 'voided', null],
    [null, 'settled', null],
  ]);
  await expect(listWindowPlay(deps, readerFor(top), 'EN', { ...hour, by: 'bet', memberId: player, pageNo: 1 })).rejects.toMatchObject({
    code: 'agent_person_not_found',
  });
});

test('random trees, bets, late voids and changes of upline: each statement equals its bets', async () => {
  const play = fc.record({
    who: fc.nat(999),
    minutes: fc.nat(179),
    stake: fc.integer({ min: 1, max: 99 }),
    payout: fc.nat(150),
    voided: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.nat(999), { nil: undefined }), { minLength: 2, maxLength: 8 }),
      fc.array(play, { minLength: 1, maxLength: 12 }),
      fc.record({
        visibleDepth: fc.integer({ min: 1, max: 3 }),
        first: fc.integer({ min: 5, max: 100 }),
        moved: fc.nat(999),
        to: fc.nat(999),
      }),
      async (seeds, plays, { visibleDepth, first, moved, to }) => {
        await open();
        const ids = await tree(seeds.map((seed, nr) => (seed === undefined || nr === 0 ? undefined : seed % nr)));
        const idOf = (seed: number) => ids[seed % ids.length] ?? '';
        for (const agent of ids)
          for (const kind of WAGE_KINDS)
            await addContract(database.db, agent, { kind, period: kind === 'dividend' ? 'D' : null, terms, from: at(0) });
        const factOf = ({ who, minutes, stake, payout }: (typeof plays)[number], sign: bigint) => ({
          memberId: idOf(who),
          at: at(minutes),
          valid: sign * BigInt(stake) * UNIT,
          payout: sign * BigInt(payout) * UNIT,
          bet: BigInt(stake) * UNIT,
        });
        await addFacts(
          database.db,
          plays.filter(({ minutes }) => minutes < first).map((one) => factOf(one, 1n)),
        );
        await world.runAt(at(first));
        await addFacts(
          database.db,
          plays.filter(({ minutes }) => minutes >= first).map((one) => factOf(one, 1n)),
        );
        const [member, upline] = [idOf(moved), idOf(to)];
        const cycle = await database.db
          .selectFrom('agent_closure')
          .select('depth')
          .where('ancestor_id', '=', member)
          .where('member_id', '=', upline)
          .execute();
        if (cycle.length === 0) await move(member, upline);
        await world.runAt(at(190));
        await addFacts(
          database.db,
          plays.filter(({ voided }) => voided).map((one) => factOf(one, -1n)),
        );
        await world.runAt(at(DAY + 7));
        await compareStatements(visibleDepth);
      },
    ),
    { numRuns: 8 },
  );
}, 120_000);
