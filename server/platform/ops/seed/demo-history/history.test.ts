import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../../shared/time.ts';
import { verifyWages } from '../../../agents/wages/index.ts';
import { type MovableClock, movableClock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db/index.ts';
import { openTestDatabase } from '../../../base/db/test-database.ts';
import { TEST_PASSWORD_COST } from '../../../identity/members/test-passwords.ts';
import { createPlatform, type Platform, STUDIO_PROVIDER } from '../../../index.ts';
import { audit } from '../../../ledger/index.ts';
import { verifyBonuses } from '../../../rewards/bonus/index.ts';
import { verifyCashback } from '../../../rewards/cashback/index.ts';
import { verifyMissions } from '../../../rewards/missions/index.ts';
import { listMissions } from '../../../rewards/missions/present.ts';
import { verifyReferrals } from '../../../rewards/referral/index.ts';
import { readReferral } from '../../../rewards/referral/present.ts';
import { verifyLevels } from '../../../rewards/vip/index.ts';
import { TEST_DATA_KEY, TEST_SECRET } from '../../../test-platform.ts';

/** In the morning of the merchant's zone, so that the present day has little play. */
const NOW = new Date('2026-11-25T01:00:00Z');

let db: Database;
let clock: MovableClock;
let platform: Platform;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await openTestDatabase();
  db = database.db;
  clock = movableClock({ now: () => NOW });
  const providers = [{ code: STUDIO_PROVIDER, secret: TEST_SECRET, launchUrl: '/studio/play' }];
  const log = pino({ level: 'silent' });
  platform = createPlatform({ db, clock, log, merchant: 'lagoon', providers, dataKey: TEST_DATA_KEY, passwordCost: TEST_PASSWORD_COST });
  close = async () => {
    await platform.close();
    await database.close();
  };
  await platform.seed({ team: true, history: clock });
});
afterAll(() => close());

async function rows(query: ReturnType<typeof sql>): Promise<unknown[][]> {
  return (await query.execute(db)).rows.map((row) => Object.values(row as object));
}
const count = async (query: ReturnType<typeof sql>) => Number((await rows(query))[0]?.[0]);

describe('the history of the demo', () => {
  it('fills every report of the agent', async () => {
    const kinds = await rows(sql`select distinct kind from wage_statement where state = 'paid' order by 1`);
    expect(kinds.flat()).toEqual(['daily', 'dividend', 'hourly', 'realtime']);
    const states = await rows(sql`select distinct state from agent_contract order by 1`);
    expect(states.flat()).toEqual(['active', 'ended', 'requested']);
    expect(await count(sql`select count(*) from agent_contract where kind = 'dividend' and state = 'active'`)).toBeGreaterThan(2);
    expect(await count(sql`select max(jsonb_array_length(terms -> 'tiers')) from agent_contract`)).toBe(3);
    expect(await count(sql`select count(distinct vassalage) from vendor_round`)).toBeGreaterThan(4);
    expect(await count(sql`select count(distinct day) from team_day`)).toBeGreaterThan(20);
    const cash = await rows(sql`
      select bool_or(deposits > 0) as d, bool_or(withdrawals > 0) as o, bool_or(bonuses > 0) as b, bool_or(wages > 0) as w
        from team_cash_day c join member m on m.id = c.agent_id where m.account = 'agent01'`);
    expect(cash).toEqual([[true, true, true, true]]);
  });

  it('gives the player a bonus with most of its wagering done', async () => {
    const [bonus] = await rows(sql`
      select state, wagered / required as percent from bonus b join member m on m.id = b.member_id where m.account = 'player01' and state = 'running'`);
    expect(bonus?.[0]).toBe('running');
    expect(Number(bonus?.[1])).toBeGreaterThan(50);
    expect(Number(bonus?.[1])).toBeLessThanOrEqual(60);
    expect(await verifyBonuses(db)).toEqual([]);
  });

  it('has members who joined in the course of it, an excluded and a blocked one, and a voided bet', async () => {
    const joined = await count(sql`select count(distinct m.created_at::date) from member m where m.agent_id is not null`);
    expect(joined).toBeGreaterThan(8);
    expect(await count(sql`select count(*) from member where status = 'blocked'`)).toBe(1);
    expect(await count(sql`select count(*) from protection_member where break_kind = 'exclusion'`)).toBe(1);
    expect(await count(sql`select count(*) from play_fact where kind = 'voided'`)).toBe(1);
    expect(await count(sql`select count(*) from member where last_login_at < created_at`)).toBe(0);
    expect(await count(sql`select count(*) from member where last_login_at > first_login_at - interval '1 s'`)).toBeGreaterThan(30);
  });

  it('has messages of which those of before the last day are read', async () => {
    expect(await count(sql`select count(*) from inbox_message where read_at is not null`)).toBeGreaterThan(0);
    expect(await count(sql`select count(*) from inbox_message where read_at is null`)).toBeGreaterThan(0);
    const dayBefore = new Date(NOW.getTime() - DAY_MS);
    expect(await count(sql`select count(*) from inbox_message where read_at is null and created_at < ${dayBefore}`)).toBe(0);
  });

  it('has balanced books, and wages that equal the computation from the facts', async () => {
    expect((await audit(db)).differences).toEqual([]);
    expect(await verifyWages(db, new Date(0), NOW)).toEqual([]);
    expect(await count(sql`select count(*) from wage_statement where state in ('due', 'unfunded')`)).toBe(0);
  });

  it('has a player with cashback in every state, and one period that runs', async () => {
    const states = await rows(sql`
      select state, count(*) > 1 from cashback_statement s join member m on m.id = s.member_id
       where m.account = 'player01' and state <> 'nothing' group by 1 order by 1`);
    expect(states).toEqual([
      ['claimable', true],
      ['expired', true],
      ['paid', true],
    ]);
    const pending = sql`
      select count(*) from cashback_play p join member m on m.id = p.member_id, cashback_clock c
       where m.account = 'player01' and p.day_start >= c.open_from`;
    expect(await count(pending)).toBeGreaterThan(0);
    expect(await count(sql`select count(*) from cashback_statement where state in ('due', 'unfunded')`)).toBe(0);
    expect(await count(sql`select count(distinct member_id) from cashback_statement where state = 'paid'`)).toBeGreaterThan(5);
    expect(await verifyCashback(db, new Date(0), NOW)).toEqual([]);
  });

  it('has a player on the third VIP level, with the history of it', async () => {
    const changes = await rows(sql`
      select from_level, to_level, cause from vip_change c join member m on m.id = c.member_id where m.account = 'player01' order by c.id`);
    expect(changes).toEqual([
      [1, 2, 'progress'],
      [2, 3, 'progress'],
    ]);
    expect(await verifyLevels(db)).toEqual([]);
  });

  it('has a player with two missions nearly done, one to claim, and claimed ones', async () => {
    const { id } = await db.selectFrom('member').select('id').where('account', '=', 'player01').executeTakeFirstOrThrow();
    const protection = { mayBeAdvertised: async () => true, refusePlay: async () => undefined, roomAtVendor: async () => null };
    const { missions } = await listMissions(db, id, { merchant: 'lagoon', protection, now: NOW });
    const shown = missions.map(({ missionId, have, need, step }) => [missionId, have, need, step].join(' '));
    for (const one of ['lottery-rounds 9 10 open', 'keno-stake 45.0000 50.0000 open', 'keno-games 2 2 claim']) expect(shown).toContain(one);
    expect(await count(sql`select count(*) from mission_reward where member_id = ${id} and state = 'paid'`)).toBeGreaterThan(0);
    expect(await verifyMissions(db)).toEqual([]);
  });

  it('has a player with friends in each stage, and rewards to claim, held and claimed', async () => {
    const { id } = await db.selectFrom('member').select('id').where('account', '=', 'player01').executeTakeFirstOrThrow();
    const protection = { mayBeAdvertised: async () => true };
    const { friends, earnings, counts } = await readReferral(db, { merchant: 'lagoon', protection }, { memberId: id, page: 1, now: NOW });
    expect(counts.registered).toBe(5);
    const stages = new Set(friends.map(({ depositedAt, playedAt }) => (playedAt ? 'played' : depositedAt ? 'deposited' : 'registered')));
    expect([...stages].toSorted()).toEqual(['deposited', 'played', 'registered']);
    expect(friends.some(({ invited }) => invited.length > 0)).toBe(true);
    const steps = new Set(earnings.map(({ step }) => step));
    for (const step of ['claim', 'held', 'claimed', 'pending'] as const) expect(steps).toContain(step);
    expect(await verifyReferrals(db)).toEqual([]);
  });

  it('is in the order of time, up to the first start', async () => {
    const late = sql`select count(*) from (
      select created_at < lag(created_at) over (order by id) as early from ledger_transfer where kind <> 'wage') as t where early`;
    expect(await count(late)).toBe(0);
    expect(await count(sql`select count(*) from ledger_transfer where created_at > ${NOW}`)).toBe(0);
    expect(clock.now()).toEqual(NOW);
  });

  it('continues with wages that equal the computation, dividends less the bonuses of the first days too', async () => {
    const days = 8;
    for (let day = 0; day < days; day += 1) {
      clock.advance(DAY_MS);
      for (const job of ['team windows', 'money of teams', 'money of teams', 'wages']) await platform.runJob(job);
    }
    const last = sql`select count(*) from wage_statement where kind = 'dividend' and window_end > ${NOW} and bonuses > 0`;
    expect(await count(last)).toBeGreaterThan(0);
    expect(await verifyWages(db, new Date(0), clock.now())).toEqual([]);
    clock.advance(-days * DAY_MS);
  });

  it('is made once', async () => {
    const before = await rows(sql`select count(*), max(id) from ledger_transfer`);
    await platform.seed({ team: true, history: clock });
    expect(await rows(sql`select count(*), max(id) from ledger_transfer`)).toEqual(before);
  });
});
