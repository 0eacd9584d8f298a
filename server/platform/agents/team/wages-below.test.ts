import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseWireAmount } from '../../../../shared/money/money.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { addTree, type Uplines } from '../tree/test-tree.ts';
import { addContract, createTestWages, fundWages, type TestWages } from '../wages/test-wages.ts';
import { addFacts } from '../windows/test-windows.ts';
import type { TeamDeps, TeamReader } from './contracts.ts';
import { createTestTeam, testReader } from './test-team.ts';
import { exportWagesBelow, listWagesBelow } from './wages-below.ts';

const START = Date.parse('2026-11-16T00:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * 60_000);
const DAYS = { fromDay: '2026-11-16', toDay: '2026-11-17' };
const UNIT = 10_000n;

let database: TestDatabase;
let world: TestWages;
let deps: TeamDeps;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let funded = 0;
async function open(): Promise<void> {
  const tables = ['play_fact', 'fact_consumer', 'window_close', 'play_window', 'team_window', 'team_day', 'member_day', 'member_period'];
  const others = ['team_active', 'merchant', 'member', 'agent_closure', 'agent_parent', 'agent_contract', 'wage_statement', 'wage_carry'];
  await sql.raw(`truncate ${[...tables, ...others, 'wage_progress'].join(', ')} cascade`).execute(database.db);
  await sql`update window_clock set open_from = null`.execute(database.db);
  world = await createTestWages(database.db, { at: at(0).toISOString(), agents: { payoutLimit: null } });
  await world.wages.run();
  funded += 1;
  await fundWages(database.db, world.wallet, 100_000n * UNIT, `below-${funded}`);
  deps = createTestTeam(database.db, world.clock);
}
const terms = {
  tiers: [{ rateBp: 50, minValidBet: 0n, minProfit: 0n, minActive: 0 }],
  minSingleBet: 0n,
  carryNegative: true,
  ownPlay: true,
};

/** Agents, each with own play of the amount and an hourly contract with the one above, who has the same rate and so gets nothing from below. */
async function pay(uplines: Uplines, bets: readonly number[]): Promise<readonly string[]> {
  const ids = await addTree(database.db, uplines);
  await sql`update agent_parent set valid_from = ${at(-1_440)}`.execute(database.db);
  for (const [nr, agent] of ids.entries()) {
    await world.wallet.openMember(database.db, { memberId: agent, currency: 'USD', realm: 'real' });
    const contract = await addContract(database.db, agent, { kind: 'hourly', terms, from: at(0) });
    const upline = uplines[nr];
    await database.db
      .updateTable('agent_contract')
      .set({ upline_id: upline === undefined ? null : (ids[upline] ?? null) })
      .where('id', '=', contract)
      .execute();
  }
  await addFacts(
    database.db,
    ids.map((memberId, nr) => ({ memberId, at: at(1), valid: BigInt(bets[nr] ?? 0) * 200n * UNIT })),
  );
  await world.runAt(at(70));
  return ids;
}
const list = (reader: TeamReader, more: object = {}) => listWagesBelow(deps, reader, { ...DAYS, pageNo: 1, ...more });

test('an agent sees the wages of the agents directly below, and of no one else: random trees', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.option(fc.nat(999), { nil: undefined }), fc.nat(9)), { minLength: 2, maxLength: 9 }),
      fc.integer({ min: 0, max: 2 }),
      async (seeds, maskBelow) => {
        await open();
        const uplines = seeds.map(([seed], nr) => (seed === undefined || nr === 0 ? undefined : seed % nr));
        const bets = seeds.map(([, bet]) => bet);
        const ids = await pay(uplines, bets);
        for (const [reader, id] of ids.entries()) {
          const below = ids.flatMap((_, nr) => (uplines[nr] === reader && bets[nr] !== 0 ? [nr] : []));
          const { lines, total, count } = await list(testReader(id, { maskBelow }));
          const seen = lines.map(({ person, amount, by }) => [person.memberId, amount, by]).toSorted();
          expect(seen).toEqual(below.map((nr) => [ids[nr], `${bets[nr]}.0000`, 'me']).toSorted());
          expect(parseWireAmount(total)).toBe(below.reduce((sum, nr) => sum + BigInt(bets[nr] ?? 0) * UNIT, 0n));
          expect(count).toBe(below.length);
          for (const { person } of lines) expect(person.account.includes('•••')).toBe(maskBelow < 1);
          expect((await exportWagesBelow(deps, testReader(id, { maskBelow }), DAYS)).lines).toEqual(lines);
        }
      },
    ),
    { numRuns: 8 },
  );
}, 120_000);

test('filters by kind, agent and day, and refuses a person outside of the team', async () => {
  await open();
  const [top, mid, low, other] = (await pay([undefined, 0, 1, 0], [1, 2, 3, 4])) as [string, string, string, string];
  const found = async (more: object) => (await list(testReader(top), more)).lines.map(({ person }) => person.memberId);
  expect((await found({})).toSorted()).toEqual([mid, other].toSorted());
  expect(await found({ memberId: mid })).toEqual([mid]);
  expect(await found({ memberId: low })).toEqual([]);
  expect(await found({ kind: 'daily' })).toEqual([]);
  expect(await found({ fromDay: '2026-11-15', toDay: '2026-11-15' })).toEqual([]);
  await expect(list(testReader(mid), { memberId: other })).rejects.toMatchObject({ code: 'agent_person_not_found' });
  expect(await list(testReader(top, { visibleDepth: 0 }))).toMatchObject({ lines: [], total: '0.0000' });
});

test('the new agent above has no wages of the time before', async () => {
  await open();
  const [top, mid, other] = (await pay([undefined, 0, undefined], [0, 2, 0])) as [string, string, string];
  await database.db.transaction().execute(async (tx) => {
    await sql`select set_config('agents.at', ${world.clock.now().toISOString()}, true)`.execute(tx);
    await sql`update member set agent_id = ${other} where id = ${mid}`.execute(tx);
  });
  await addFacts(database.db, [{ memberId: mid, at: at(75), valid: 200n * UNIT }]);
  await world.runAt(at(125));
  expect((await list(testReader(top))).lines).toEqual([]);
  const lines = (await list(testReader(other))).lines;
  expect(lines.map(({ amount, by, windowStart }) => [amount, by, windowStart])).toEqual([['1.0000', 'former', at(60).toISOString()]]);
});
