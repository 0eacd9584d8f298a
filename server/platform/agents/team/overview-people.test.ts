import fc from 'fast-check';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, shiftDay, zonedDay } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { waitForHorizon } from '../../play/facts/test-horizon.ts';
import { addTree } from '../tree/test-tree.ts';
import * as activeGaps from '../windows/migrations/166-active-gaps.ts';
import * as activeDays from '../windows/migrations/168-active-days.ts';
import { addFacts, createTestWindows, MERCHANT, type TestWindows } from '../windows/test-windows.ts';
import type { TeamDays, TeamDeps } from './contracts.ts';
import { createJoinCounter, JOIN_CONSUMER } from './joins.ts';
import { overviewOf } from './overview.ts';
import { createTestTeam, testReader } from './test-team.ts';

const ZONE = 'Asia/Bangkok';
const DAY = '2026-11-20';
/** Midnight of the day in the zone. */
const START = '2026-11-19T17:00:00.000Z';
const UNIT = 10_000n;
const LEAST = 10;
const MINUTES_OF_DAY = 1_440;
const PLAYED_DAYS = 10;

let database: TestDatabase;
let world: TestWindows;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(begin);
afterEach(reset);

async function begin(): Promise<void> {
  world = await createTestWindows(database.db, { at: START, timeZone: ZONE, agents: { activeValidBet: LEAST } });
}
async function reset(): Promise<void> {
  const tables = ['play_fact', 'fact_consumer', 'window_close', 'play_window', 'team_window', 'team_day', 'member_day', 'member_period'];
  const people = [
    'team_active',
    'team_active_gap',
    'member_active_day',
    'team_joined_day',
    'merchant',
    'member',
    'agent_closure',
    'agent_parent',
  ];
  await sql.raw(`truncate ${[...tables, ...people].join(', ')} cascade`).execute(database.db);
  await sql`update window_clock set open_from = null`.execute(database.db);
}

async function overview(memberId: string, days: TeamDays) {
  const deps: TeamDeps = createTestTeam(database.db, world.clock);
  return overviewOf(deps, testReader(memberId, {}, ZONE), days);
}
async function advanceTo(minutes: number): Promise<void> {
  world.clock.advance(Date.parse(START) + minutes * 60_000 - world.clock.now().getTime());
  await world.windows.run();
}

interface Act {
  readonly day: number;
  readonly minute: number;
  readonly who: number;
  /** Whole units; negative: a void. */
  readonly amount: number;
}
interface Move {
  readonly before: number;
  readonly who: number;
  readonly to: number;
}
/** Two agents below a top one, and players below both. */
const TREE = [undefined, 0, 0, 1, 1, 1, 2, 2];
const AGENTS = 3;
const PLAYERS = TREE.length - AGENTS;

/** Players who reach the least bet on a day, for the agents on that day: the oracle. */
function activeOn(acts: readonly Act[], moves: readonly Move[], agent: number, day: number): number[] {
  return Array.from({ length: PLAYERS }, (_, nr) => nr).filter((nr) => {
    const moved = moves.filter((move) => move.who === nr && move.before <= day).at(-1);
    const upline = moved ? 1 + moved.to : TREE[AGENTS + nr];
    const played = acts.filter((act) => act.who === nr && act.day === day).reduce((sum, { amount }) => sum + amount, 0);
    return played >= LEAST && (agent === 0 || agent === upline);
  });
}

/** One window after the other; uplines change between days. */
async function play(ids: readonly string[], acts: readonly Act[], moves: readonly Move[]): Promise<void> {
  const player = (nr: number) => ids[AGENTS + nr] ?? '';
  for (let day = 0; day < PLAYED_DAYS; day += 1) {
    for (const { who, to } of moves.filter(({ before }) => before === day))
      await sql`update member set agent_id = ${ids[1 + to]} where id = ${player(who)}`.execute(database.db);
    for (const { minute, who, amount } of acts.filter((act) => act.day === day)) {
      const minutes = day * MINUTES_OF_DAY + minute;
      await addFacts(database.db, [
        { memberId: player(who), at: new Date(Date.parse(START) + minutes * 60_000), valid: BigInt(amount) * UNIT },
      ]);
      await advanceTo(minutes);
    }
    await advanceTo((day + 1) * MINUTES_OF_DAY);
  }
}

/** Rows of the gaps and active days, and the same made by the migrations from the periods of members. */
async function gapsTwice() {
  const rowsOf = async (query: RawBuilder<unknown>) => (await query.execute(database.db)).rows;
  const read = async () => [
    await rowsOf(sql`select agent_id, starts, gap, members from team_active_gap where members <> 0 order by 1, 2, 3`),
    await rowsOf(sql`select member_id, starts, agents from member_active_day order by 1, 2`),
  ];
  const counted = await read();
  await sql`drop table team_active_gap, member_active_day`.execute(database.db);
  for (const { up } of [activeGaps, activeDays]) await up(database.db as unknown as Kysely<unknown>);
  return [counted, await read()];
}

describe('the people of an overview', () => {
  const dayOf = (nr: number) => new Date(Date.parse(DAY) + nr * DAY_MS).toISOString().slice(0, 10);
  /** No whole week, half-month or month: these have counts of their own, by the play of the whole period. */
  const ranges = [0, 1, 2, 4, 5].flatMap((from) => [from + 1, from + 3, PLAYED_DAYS - 1].map((to) => [from, to] as const));
  const who = fc.nat(PLAYERS - 1);
  const minute = fc.nat(MINUTES_OF_DAY - 10);
  const act = fc.record({ day: fc.nat(PLAYED_DAYS - 1), minute, who, amount: fc.constantFrom(4, 9, 10, 25, -4, -10, -25) });
  const move = fc.record({ before: fc.integer({ min: 1, max: PLAYED_DAYS - 1 }), who, to: fc.nat(1) });

  test('are active in any days, each once, for the agents at the time of the play', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), fc.array(move, { maxLength: 3 }), async (anyActs, anyMoves) => {
        const acts = anyActs.toSorted((one, other) => one.minute - other.minute);
        const moves = anyMoves.toSorted((one, other) => one.before - other.before);
        const ids = await addTree(database.db, TREE);
        await play(ids, acts, moves);
        for (let agent = 0; agent < AGENTS; agent += 1)
          for (const [from, to] of ranges) {
            const days = Array.from({ length: to - from + 1 }, (_, nr) => activeOn(acts, moves, agent, from + nr));
            const { totals } = await overview(ids[agent] ?? '', { fromDay: dayOf(from), toDay: dayOf(to) });
            expect({ agent, from, to, active: totals.active }).toEqual({ agent, from, to, active: new Set(days.flat()).size });
          }
        const [counted, migrated] = await gapsTwice();
        expect(migrated).toEqual(counted);
        await reset();
        await begin();
      }),
      { numRuns: 12 },
    );
  });

  test('are new on the day of their registration, for the agents above then, each once', async () => {
    const today = zonedDay(Date.now(), ZONE);
    const [top, one, other, member] = (await addTree(database.db, [undefined, 0, 0, 1, 1, 2])) as [string, string, string, string];
    const loose = (await addTree(database.db, [undefined]))[0];
    const counter = createJoinCounter({ db: database.db, merchant: MERCHANT });
    const joined = async (id: string) => {
      const { totals, days } = await overview(id, { fromDay: shiftDay(today, -1), toDay: shiftDay(today, 1) });
      expect(days.reduce((sum, { newMembers }) => sum + newMembers, 0)).toBe(totals.newMembers);
      return totals.newMembers;
    };
    const allJoined = async () => {
      await counter.run();
      await waitForHorizon(database.db, JOIN_CONSUMER);
      await counter.run();
      return [await joined(top), await joined(one), await joined(other)];
    };
    expect(await allJoined()).toEqual([5, 2, 1]);
    await sql`update member set agent_id = ${other} where id = ${member}`.execute(database.db);
    await sql`update member set agent_id = ${other} where id = ${loose}`.execute(database.db);
    expect(await allJoined()).toEqual([5, 2, 1]);
  });
});
