import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../shared/time.ts';
import { verifyWages } from '../../agents/wages/index.ts';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { openTestDatabase } from '../../base/db/test-database.ts';
import { TEST_PASSWORD_COST } from '../../identity/members/test-passwords.ts';
import { createPlatform, type Platform, STUDIO_PROVIDER } from '../../index.ts';
import { audit } from '../../ledger/index.ts';
import { TEST_DATA_KEY, TEST_SECRET } from '../../test-platform.ts';
import { createDemoClock } from './demo-clock.ts';
import { DEMO_CLOCK_JOB } from './index.ts';

const NOW = new Date('2026-11-25T05:00:00Z');
const MERCHANT = 'lagoon';

let db: Database;
let clock: MovableClock;
let platform: Platform;
const closers: (() => Promise<unknown>)[] = [];

/** A node of the demo; `clock` follows the database. */
function openNode(nodeClock: MovableClock): Platform {
  const node = createPlatform({
    db,
    clock: nodeClock,
    demoClock: nodeClock,
    log: pino({ level: 'silent' }),
    merchant: MERCHANT,
    providers: [{ code: STUDIO_PROVIDER, secret: TEST_SECRET, launchUrl: '/studio/play' }],
    dataKey: TEST_DATA_KEY,
    passwordCost: TEST_PASSWORD_COST,
  });
  closers.push(() => node.close());
  return node;
}

beforeAll(async () => {
  const database = await openTestDatabase();
  closers.push(database.close);
  db = database.db;
  clock = movableClock({ now: () => NOW });
  platform = openNode(clock);
  await platform.seed({ team: true, history: clock });
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  Number(Object.values((await query.execute(db)).rows[0] as object)[0]);
/** The clock without a node: what the internal interface of the platform calls. */
const clockOf = (moved: MovableClock | undefined, runJobs: () => Promise<void>, merchant = MERCHANT) =>
  createDemoClock({ db, merchant, clock: moved, runJobs });

describe('the clock of the demo', () => {
  it('moves forward by a day, and what is due happens', async () => {
    const paid = sql`select count(*) from wage_statement where kind = 'daily' and state = 'paid'`;
    const before = await count(paid);
    const runDue = async () => {
      for (const name of ['team windows', 'wages', 'money of teams']) await platform.runJob(name);
    };
    expect(await clockOf(clock, runDue).advance(DAY_MS)).toEqual(new Date(NOW.getTime() + DAY_MS));
    expect(clock.now()).toEqual(new Date(NOW.getTime() + DAY_MS));
    expect(await count(paid)).toBeGreaterThan(before);
    const until = await count(sql`select extract(epoch from open_from) from window_clock`);
    expect(until * 1_000).toBeGreaterThan(NOW.getTime() + DAY_MS - 300_001);
    expect(await verifyWages(db, new Date(0), clock.now())).toEqual([]);
    expect((await audit(db)).differences).toEqual([]);
  });

  it('is stored: a node that starts later, or runs elsewhere, is at the same time', async () => {
    const other = movableClock({ now: () => NOW });
    const node = openNode(other);
    await node.runJob(DEMO_CLOCK_JOB);
    const ahead = await count(sql`select ahead_ms from demo_clock`);
    expect(other.now().getTime()).toBe(NOW.getTime() + ahead);
    await node.runJob(DEMO_CLOCK_JOB);
    expect(other.now().getTime()).toBe(NOW.getTime() + ahead);
  });

  it.each([0, -1, 1.5, Number.NaN, DAY_MS + 1])('does not move by %s milliseconds', async (milliseconds) => {
    const before = await count(sql`select ahead_ms from demo_clock`);
    await expect(clockOf(clock, async () => undefined).advance(milliseconds)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await count(sql`select ahead_ms from demo_clock`)).toBe(before);
  });

  it('is refused for a merchant that is no demo, by the service and by the database', async () => {
    const before = await count(sql`select ahead_ms from demo_clock`);
    const never = async () => expect.unreachable();
    await expect(clockOf(undefined, never).advance(1_000)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(clockOf(clock, never, 'other').advance(1_000)).rejects.toMatchObject({ code: 'unauthorized' });
    await sql`update merchant set demo = false`.execute(db);
    await expect(clockOf(clock, never).advance(1_000)).rejects.toMatchObject({ code: 'unauthorized' });
    await sql`update merchant set demo = true`.execute(db);
    expect(await count(sql`select ahead_ms from demo_clock`)).toBe(before);
  });
});
