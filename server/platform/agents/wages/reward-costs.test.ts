import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/index.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit, BONUS, BONUS_HELD, HOUSE, type Leg, type TransferKind, WALLET } from '../../ledger/index.ts';
import { addTree, followUplines, type Uplines } from '../tree/test-tree.ts';
import { addContract, createTestWages, fundWages, type TestWages } from './test-wages.ts';
import { verifyWages } from './verify.ts';

const START = Date.parse('2026-11-16T00:00:00.000Z');
const DAY_MINUTES = 1_440;
const UNIT = 10_000n;
const at = (minutes: number) => new Date(START + minutes * MINUTE_MS);
const TABLES = `play_fact, fact_consumer, window_close, play_window, team_window, team_day, member_day, member_period, team_active, merchant, member,
  agent_closure, agent_parent, protection_member, agent_contract, agent_move, wage_statement, wage_carry, wage_progress, member_cash_day, team_cash_day`;

let database: TestDatabase;
let world: TestWages;
let opened = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
async function open(): Promise<void> {
  opened += 1;
  await sql.raw(`truncate ${TABLES} cascade`).execute(database.db);
  await sql`update window_clock set open_from = null`.execute(database.db);
  const ceilings = { dividend: 5_000, daily: 100, hourly: 100, realtime: 100 };
  world = await createTestWages(database.db, { at: at(0).toISOString(), agents: { ceilings, weights: {}, activeValidBet: 10 } });
  await world.wages.run();
  await fundWages(database.db, world.wallet, 1_000_000n * UNIT, `reward-costs-${opened}`);
}
beforeEach(open);
afterAll(async () => {
  expect(await audit(database.db)).toMatchObject({ ok: true });
  await database.close();
});

/** Members with accounts of bonuses, by the place of the one above. Those named have a dividend of each day. */
async function tree(uplines: Uplines, agents: readonly number[]): Promise<readonly string[]> {
  const ids = await addTree(database.db, uplines);
  await sql`update agent_parent set valid_from = ${at(-DAY_MINUTES)}`.execute(database.db);
  for (const memberId of ids) {
    await world.wallet.openMember(database.db, { memberId, currency: 'USD', realm: 'real' });
    await inTransaction(database.db, (tx) => world.wallet.setPools(tx, { memberId, currency: 'USD', playable: 'pools' }));
  }
  const tiers = [{ rateBp: 1_000, minValidBet: 0n, minProfit: 0n, minActive: 0 }];
  for (const nr of agents)
    await addContract(database.db, ids[nr] ?? '', {
      kind: 'dividend',
      period: 'D',
      terms: { tiers, minSingleBet: 0n, carryNegative: true, ownPlay: false },
      from: at(0),
    });
  return ids;
}

let transfers = 0;
async function post(kind: TransferKind, memberId: string, legs: readonly (readonly [account: string, units: bigint])[]): Promise<void> {
  transfers += 1;
  const own: readonly Leg[] = legs
    .filter(([, units]) => units !== 0n)
    .map(([account, units]) => ({ owner: memberId, kind: account, units }));
  const rest = own.reduce((sum, { units }) => sum + units, 0n);
  const all = rest === 0n ? own : [...own, { owner: HOUSE, kind: 'rewards', units: -rest }];
  const order = { reference: `reward-cost:${transfers}`, kind, currency: 'USD', realm: 'real', memberId, legs: all } as const;
  expect((await world.wallet.transfer(database.db, order)).outcome).toBe('posted');
}

const costsOf = async (agentId: string) =>
  (await database.db.selectFrom('wage_statement').select('bonuses').where('agent_id', '=', agentId).orderBy('window_start').execute()).map(
    ({ bonuses }) => BigInt(bonuses),
  );
const verified = () => verifyWages(database.db, at(0), at(5 * DAY_MINUTES));

test('a bonus costs what was granted less what was given up, and rewards cost what was paid', async () => {
  const [agent = '', player = '', stranger = ''] = await tree([undefined, 0, undefined], [0]);
  await post('bonus-granted', player, [[BONUS, 100n * UNIT]]);
  await post('cashback', player, [[WALLET, 7n * UNIT]]);
  await post('points', agent, [[WALLET, 3n * UNIT]]);
  await post('cashback', stranger, [[WALLET, 900n * UNIT]]);
  // Own money that waits, and returns with the end.
  await post('bonus-held', player, [
    [WALLET, -5n * UNIT],
    [BONUS_HELD, 5n * UNIT],
  ]);
  await world.runAt(at(DAY_MINUTES + 1));
  expect(await costsOf(agent)).toEqual([110n * UNIT]);
  await post('bonus-ended', player, [
    [BONUS, -40n * UNIT],
    [BONUS_HELD, -5n * UNIT],
    [WALLET, 5n * UNIT],
  ]);
  for (const kind of ['vip-gift', 'mission', 'referral', 'promotion', 'raffle'] as const) await post(kind, player, [[WALLET, 20n * UNIT]]);
  // Bonus money that became real was a cost when it was granted.
  await post('bonus-completed', player, [
    [BONUS, -60n * UNIT],
    [WALLET, 60n * UNIT],
  ]);
  await world.runAt(at(2 * DAY_MINUTES + 1));
  expect(await costsOf(agent)).toEqual([110n * UNIT, 60n * UNIT]);
  expect(await verified()).toEqual([]);
  await sql`update wage_statement set bonuses = bonuses - 70000, costs = costs - 70000 where agent_id = ${agent} and window_start = ${at(0)}`.execute(
    database.db,
  );
  expect((await verified()).join('\n')).toMatch(/bonuses are 1030000, computed again 1100000/);
});

const DAYS = [0, 1, 2];
/** The places in the tree, the first one on top. */
const UPLINES: Uplines = [undefined, 0, 1, 1, 0, undefined];
const KINDS = ['cashback', 'points', 'raffle', 'free-round-win', 'bonus-granted', 'bonus-ended', 'adjustment', 'wage'] as const;
const gift = fc.record({
  day: fc.integer({ min: 0, max: 2 }),
  member: fc.integer({ min: 0, max: UPLINES.length - 1 }),
  kind: fc.constantFrom(...KINDS),
  whole: fc.integer({ min: 1, max: 500 }),
});

interface Gift {
  readonly day: number;
  readonly member: number;
  readonly kind: (typeof KINDS)[number];
  readonly whole: number;
}
const unitsOf = ({ kind, whole }: Gift) => BigInt(kind === 'bonus-ended' ? -whole : whole) * UNIT;

async function give(memberId: string, one: Gift): Promise<void> {
  const units = unitsOf(one);
  // Bonus money for the end of a bonus, of a kind that is no reward.
  if (units < 0n) await post('bonus-held', memberId, [[BONUS, -units]]);
  await post(one.kind, memberId, [[one.kind.startsWith('bonus') ? BONUS : WALLET, units]]);
}

/** What the agent and the team got on a day, at least zero. */
function costOf(gifts: readonly Gift[], agent: number, day: number): bigint {
  const units = gifts
    .filter((one) => one.day === day && one.kind !== 'wage')
    .filter(({ member }) => member === agent || followUplines(UPLINES, member).includes(agent))
    .reduce((sum, one) => sum + unitsOf(one), 0n);
  return units > 0n ? units : 0n;
}

test('random rewards of a tree cost each agent what the agent and the team got', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(gift, { minLength: 10, maxLength: 40 }), async (gifts) => {
        const agents = [0, 1, 5];
        const ids = await tree(UPLINES, agents);
        for (const day of DAYS) {
          for (const one of gifts.filter((each) => each.day === day)) await give(ids[one.member] ?? '', one);
          await world.runAt(at((day + 1) * DAY_MINUTES + 1));
        }
        for (const agent of agents) expect(await costsOf(ids[agent] ?? '')).toEqual(DAYS.map((day) => costOf(gifts, agent, day)));
        expect(await verified()).toEqual([]);
      })
      .beforeEach(open),
    { numRuns: 8 },
  );
});
