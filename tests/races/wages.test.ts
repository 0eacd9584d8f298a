import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTree } from '../../server/platform/agents/tree/test-tree.ts';
import { addContract, fundWages, wagesOn } from '../../server/platform/agents/wages/test-wages.ts';
import { verifyWages } from '../../server/platform/agents/wages/verify.ts';
import { createTeamWindows } from '../../server/platform/agents/windows/index.ts';
import { addFacts, createTestWindows, type TestPlay } from '../../server/platform/agents/windows/test-windows.ts';
import { movableClock } from '../../server/platform/base/clock.ts';
import { type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { createFactStream } from '../../server/platform/play/facts/index.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { openTestDatabase, PATIENT_CONNECT, type TestDatabase } from '../kit/database.ts';

const NODES = 3;
const WINDOWS = 288;
const WINDOW_MS = 300_000;
const START = Date.parse('2026-11-18T00:00:00Z');
const UNIT = 10_000n;
const RATES = [100, 60];
/** As the clock guard of a node. */
const MAX_SKEW_MS = 5_000;

/** The nodes have connections of their own, which alone are ended. */
const NODE_NAME = 'wage-nodes';

let database: TestDatabase;
let nodesDatabase: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ poolSize: 4 });
  const url = new URL(database.url ?? '');
  url.searchParams.set('application_name', NODE_NAME);
  nodesDatabase = await openDatabase({ url: url.href, poolSize: 10, ...PATIENT_CONNECT });
});
afterAll(async () => {
  await nodesDatabase.close();
  await database.close();
});

const random = (below: number) => Math.floor(Math.random() * below);
const at = (ms: number) => new Date(START + ms);

/** A node with its own clock, which refuses work while its clock is wrong. */
function createNode(now: () => number) {
  let stepMs = 0;
  const clock = movableClock({ now: () => new Date(now() + stepMs) });
  const requireTime = () => {
    if (Math.abs(stepMs) > MAX_SKEW_MS) throw new Error('clocks_differ');
  };
  const windows = createTeamWindows({ db: nodesDatabase.db, clock, merchant: 'lagoon', facts: createFactStream(), requireTime });
  const { wages } = wagesOn(nodesDatabase.db, { clock, windows, requireTime });
  return {
    setStep: (ms: number) => {
      stepMs = ms;
    },
    async run() {
      await windows.run();
      await wages.run();
    },
  };
}

/** Ends connections in the middle of their work, as the end of a node does. */
async function killBackends(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = ${NODE_NAME} and state <> 'idle' and random() < 0.4`.execute(database.db);
}

test('three nodes with kills and clock steps settle the 288 windows of a day exactly as due', async () => {
  const { clock } = await createTestWindows(database.db, {
    at: at(0).toISOString(),
    agents: { ceilings: { dividend: 1, daily: 100, hourly: 100, realtime: 100 }, weights: {} },
  });
  let now = START;
  const nodes = Array.from({ length: NODES }, () => createNode(() => now));
  const { wallet } = wagesOn(database.db, {
    clock,
    windows: createTeamWindows({ db: database.db, clock, merchant: 'lagoon', facts: createFactStream(), requireTime: () => undefined }),
  });
  const [top = '', mid = '', player = ''] = await addTree(database.db, [undefined, 0, 1]);
  await sql`update agent_parent set valid_from = ${at(-WINDOW_MS)}`.execute(database.db);
  for (const memberId of [top, mid]) await wallet.openMember(database.db, { memberId, currency: 'USD', realm: 'real' });
  for (const kind of ['realtime', 'hourly'] as const)
    for (const [nr, id] of [top, mid].entries()) {
      const tiers = [{ rateBp: RATES[nr] ?? 0, minValidBet: 0n, minProfit: 0n, minActive: 0 }];
      await addContract(database.db, id, { kind, terms: { tiers, minSingleBet: 0n, carryNegative: true, ownPlay: false }, from: at(0) });
    }
  await fundWages(database.db, wallet, 1_000_000n * UNIT, 'race');

  const bets: TestPlay[] = [];
  let kills = 0;
  for (let window = 0; window < WINDOWS; window += 1) {
    const fresh = Array.from({ length: 1 + random(3) }, () => ({
      memberId: player,
      at: at(window * WINDOW_MS + random(WINDOW_MS)),
      valid: BigInt(1 + random(50)) * UNIT,
    }));
    await addFacts(database.db, fresh);
    bets.push(...fresh);
    now = START + (window + 1) * WINDOW_MS + 1;
    for (const node of nodes) node.setStep(random(6) === 0 ? (random(2) === 0 ? HOUR_MS : -7_200_000) : 0);
    const runs = nodes.map((node) =>
      node.run().catch((error: unknown) => {
        if (!String(error).includes('clocks_differ')) kills += 1;
      }),
    );
    if (random(3) === 0) await pause(random(15)).then(killBackends);
    await Promise.all(runs);
  }
  for (const node of nodes) node.setStep(0);
  const settled = async () =>
    (
      await sql<{ until: Date }>`select min(settled_until) as until from wage_progress where stream in ('realtime', 'hourly')`.execute(
        database.db,
      )
    ).rows[0]?.until.getTime();
  const isOpen = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from wage_statement where state in ('due', 'unfunded')`.execute(database.db))
      .rows[0]?.n !== 0;
  while ((await settled()) !== START + WINDOWS * WINDOW_MS || (await isOpen())) await nodes[random(NODES)]?.run().catch(() => undefined);

  const windowsWithPlay = new Set(bets.map(({ at: time }) => Math.floor(time.getTime() / WINDOW_MS))).size;
  const { rows } = await sql<{ kind: string; n: number; valid: string; amount: string }>`
    select kind, count(*)::int as n, sum(valid_bet) as valid, sum(amount) as amount from wage_statement where agent_id = ${top} group by kind order by kind`.execute(
    database.db,
  );
  const total = bets.reduce((sum, { valid }) => sum + valid, 0n);
  const hundredths = String((total * 40n) / 10_000n);
  expect(rows).toEqual([
    { kind: 'hourly', n: 24, valid: String(total), amount: hundredths },
    { kind: 'realtime', n: windowsWithPlay, valid: String(total), amount: hundredths },
  ]);
  expect(kills).toBeGreaterThan(0);
  expect(await verifyWages(database.db, at(0), at(WINDOWS * WINDOW_MS))).toEqual([]);
  expect((await wallet.balance(database.db, mid))?.units).toBe((2n * total * 60n) / 10_000n);
  expect((await audit(database.db)).differences).toEqual([]);
});
