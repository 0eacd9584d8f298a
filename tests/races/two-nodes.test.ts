import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../server/platform/base/clock.ts';
import { createEventHub } from '../../server/platform/base/events/hub.ts';
import { audit, createWallet, memberLegs } from '../../server/platform/ledger/index.ts';
import { openTestDatabase, type TestDatabase } from '../kit/database.ts';
import type { NodeReport } from './node.ts';
import { MEMBERS, NODES, OPENING } from './orders.ts';

/** Two processes with a pool each; `TEST_TRANSFERS` is the number of orders that they share. */
const ORDERS = Number(process.env.TEST_TRANSFERS ?? 3_000);
const NODE = fileURLToPath(new URL('./node.mjs', import.meta.url));

let database: TestDatabase;
const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  for (const memberId of MEMBERS) {
    await wallet.openMember(database.db, { memberId, currency: 'CNY', realm: 'real' });
    const order = { reference: `open:${memberId}`, kind: 'adjustment', currency: 'CNY', realm: 'real', memberId } as const;
    await wallet.transfer(database.db, { ...order, legs: memberLegs(memberId, 'opening', OPENING) });
  }
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database.close();
});

async function startNode(node: number): Promise<ChildProcess> {
  const child = fork(NODE, ['./node.ts', database.url ?? '', String(node), String(ORDERS)], { execArgv: [] });
  children.push(child);
  await once(child, 'message');
  return child;
}

async function reportOf(child: ChildProcess): Promise<NodeReport> {
  child.send('begin');
  const [report] = (await once(child, 'message')) as [NodeReport];
  return report;
}

test(`${ORDERS} transfers on two nodes, a fifth of them repeats: no drift, no negative balance, no double posting`, async () => {
  const nodes = await Promise.all(Array.from({ length: NODES }, (_, node) => startNode(node)));
  const reports = await Promise.all(nodes.map(reportOf));
  const outcomes: Record<string, number> = {};
  const byReference = new Map<string, Set<string>>();
  for (const report of reports) {
    for (const [outcome, times] of Object.entries(report.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + times;
    for (const [reference, id] of report.transfers) byReference.set(reference, (byReference.get(reference) ?? new Set()).add(id));
  }
  const balances = await Promise.all(MEMBERS.map(async (id) => (await wallet.balance(database.db, id))?.units ?? -1n));
  const { rows } = await sql<{ n: string }>`select count(*) as n from ledger_transfer where reference like 'node:%'`.execute(database.db);
  const drift = balances.reduce((sum, units) => sum + units, 0n) - OPENING * BigInt(MEMBERS.length);
  const found = {
    drift,
    negatives: balances.filter((units) => units < 0n).length,
    doubles: [...byReference.values()].filter((ids) => ids.size > 1).length,
    unanswered: Number(rows[0]?.n) - byReference.size,
    differences: (await audit(database.db)).differences,
  };
  if (process.env.TEST_TRANSFERS)
    process.stdout.write(`${JSON.stringify({ outcomes, milliseconds: reports.map(({ milliseconds }) => milliseconds) })}\n`);
  expect(found).toEqual({ drift: 0n, negatives: 0, doubles: 0, unanswered: 0, differences: [] });
  expect(Object.values(outcomes).reduce((sum, times) => sum + times, 0)).toBe(ORDERS);
  expect(Object.keys(outcomes).toSorted()).toEqual(['insufficient', 'posted', 'repeated']);
});
