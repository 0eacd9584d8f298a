import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/platform/base/db/open.ts';
import { createSharedHub, type SharedHub } from '../../server/platform/base/events/shared-hub.ts';
import type { MemberEvent } from '../../shared/api/live/schemas.ts';
import { openTestDatabase, type TestDatabase } from '../kit/database.ts';
import { openTcpProxy, type TcpProxy } from '../kit/tcp-proxy.ts';

const MEMBER = 'member-1';
const log = pino({ level: 'silent' });
const ROUND: MemberEvent = { type: 'protection', refused: 'stake' };

/** Long enough for a heartbeat to arrive in time on a busy machine: a missed one counts as a gap, which some of these tests rule out. */
const BEAT_MS = 2_000;
/** The same for a statement. */
const SILENCE_MS = 3_000;

let database: TestDatabase;
let line: TcpProxy;
/** `b` reaches the database through a TCP proxy that can be cut. */
let a: SharedHub;
let b: SharedHub;
beforeAll(async () => {
  database = await openTestDatabase();
  const url = new URL(database.url ?? '');
  line = await openTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  const through = new URL(url);
  through.host = `127.0.0.1:${line.port}`;
  a = createSharedHub({ url: url.href, log, heartbeatMs: BEAT_MS });
  b = createSharedHub({ url: through.href, log, heartbeatMs: BEAT_MS });
  await Promise.all([joined(a, true), joined(b, true)]);
});
afterAll(async () => {
  await Promise.all([a.close(), b.close()]);
  await line.close();
  await database.close();
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(20);
}
const joined = (hub: SharedHub, wanted: boolean) => until(() => hub.isJoined === wanted);
function listen(hub: SharedHub, channel = MEMBER) {
  const received: MemberEvent[] = [];
  let gaps = 0;
  const stops = [hub.subscribe(channel, (event) => void received.push(event)), hub.watchGaps(() => void gaps++)];
  return {
    received,
    gaps: () => gaps,
    count: (wanted: number) => until(() => received.length >= wanted),
    gap: () => until(() => gaps > 0),
    stop: () => stops.forEach((stop) => void stop()),
  };
}

describe('hubs of two nodes', () => {
  it('receive what the other publishes, in order, once, and no events of other members', async () => {
    const [here, there, others] = [listen(a), listen(b), listen(b, 'member-2')];
    const events = Array.from({ length: 500 }, (_, version): MemberEvent => ({ type: 'balance', sumBalance: '1.0000', version, at: '' }));
    for (const event of events) a.publish(MEMBER, event);
    expect(here.received).toEqual(events);
    await there.count(events.length);
    expect([there.received, others.received, there.gaps()]).toEqual([events, [], 0]);
    for (const one of [here, there, others]) one.stop();
  });

  it('do not forward what each of them detects locally', async () => {
    const there = listen(b);
    a.publishLocally(MEMBER, ROUND);
    a.broadcast(ROUND);
    a.publish(MEMBER, { type: 'hello' });
    await there.count(1);
    expect(there.received).toEqual([{ type: 'hello' }]);
    there.stop();
  });

  it('request a refresh where an event is too long to publish', async () => {
    const there = listen(b);
    a.publish(MEMBER, { type: 'protection', refused: 'x'.repeat(9_000) });
    await there.gap();
    there.stop();
  });

  it.each(['refused', 'silent'] as const)('both refresh after a connection that was %s', async (state) => {
    line.set(state);
    await joined(b, false);
    const [here, there] = [listen(a), listen(b)];
    a.publish(MEMBER, ROUND);
    b.publish(MEMBER, ROUND);
    expect([here.gaps(), there.gaps()]).toEqual([0, 0]);
    line.set('whole');
    await joined(b, true);
    await Promise.all([here.gap(), there.gap()]);
    a.publish(MEMBER, { type: 'hello' });
    await until(() => there.received.at(-1)?.type === 'hello');
    here.stop();
    there.stop();
  });
});

describe('a pool', () => {
  it.each(['refused', 'silent'] as const)(
    'survives a connection that is %s in the middle of a transaction, which is rolled back',
    async (state) => {
      const through = new URL(database.url ?? '');
      through.host = `127.0.0.1:${line.port}`;
      const { db, close } = await openDatabase({ url: through.href, silenceTimeoutMs: SILENCE_MS });
      await sql`create table if not exists test_cut (state text)`.execute(db);
      const cut = db.transaction().execute(async (tx) => {
        await sql`insert into test_cut values (${state})`.execute(tx);
        line.set(state);
        await pause(50);
        await sql`select 1`.execute(tx);
      });
      await expect(cut).rejects.toThrow();
      line.set('whole');
      const count = async () =>
        Number((await sql<{ n: string }>`select count(*) as n from test_cut where state = ${state}`.execute(db)).rows[0]?.n);
      expect(await count()).toBe(0);
      await db.transaction().execute((tx) => sql`insert into test_cut values (${state})`.execute(tx));
      expect(await count()).toBe(1);
      await close();
    },
  );
});
