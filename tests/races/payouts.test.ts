import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../server/kit/defined.ts';
import { type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import {
  createTestPayouts,
  startTestProvider,
  type TestPayouts,
  type TestProvider,
} from '../../server/platform/money/payout/test-payouts.ts';
import { openTestDatabase, PATIENT_CONNECT, type TestDatabase } from '../kit/database.ts';

/** Payouts by two nodes and by processes that are killed, on PostgreSQL. */
const WHOLE = 10_000n;
let database: TestDatabase;
let second: OpenedDatabase;
let provider: TestProvider;
let other: TestProvider;
let nodes: readonly [TestPayouts, TestPayouts];
beforeAll(async () => {
  database = await openTestDatabase({ poolSize: 16 });
  second = await openDatabase({ ...defined({ url: database.url }), poolSize: 16, ...PATIENT_CONNECT });
  const now = () => nodes[0].under.clock.now();
  [provider, other] = [await startTestProvider('first', now), await startTestProvider('second', now)];
  nodes = [createTestPayouts(database.db, [provider, other]), createTestPayouts(second.db, [provider, other])];
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await provider.close();
  await other.close();
  await second.close();
  await database.close();
});

/** The clocks follow the system's; a process of its own gets the same offset. */
let advanced = 0;
const advance = (milliseconds: number) => {
  advanced += milliseconds;
  for (const { under } of nodes) under.clock.advance(milliseconds);
};

test('two nodes, operators and callbacks at once pay each withdrawal once', async () => {
  const [home] = nodes;
  const actor = await home.under.member(10_000n * WHOLE);
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) ids.push((await home.under.withdrawalIn(actor, '100', 'approved')).id);
  const before = provider.paidOut() + other.paidOut();
  for (const mode of ['lost', 'fails', 'accepts', 'pays'] as const) {
    provider.mode = mode;
    other.mode = mode === 'fails' ? 'lost' : 'accepts';
    await Promise.all([
      ...nodes.flatMap((node) => [node.run(), node.run()]),
      ...ids.map((id, n) =>
        nodes[n % 2 === 0 ? 0 : 1].under.act(n % 3 === 0 ? 'markPaid' : n % 3 === 1 ? 'reject' : 'approve', id).catch(() => undefined),
      ),
    ]);
    for (const one of [provider, other])
      await Promise.all(
        [...one.orders.keys()].flatMap((id) => nodes.flatMap((node) => [0, 1].map(() => node.event(one.code, id, one.report(id))))),
      );
    advance(700_000);
  }
  provider.mode = 'pays';
  other.mode = 'pays';
  for (const one of [provider, other])
    for (const id of one.orders.keys()) if (one.report(id).state === 'accepted') one.set(id, 'paid', 100n * WHOLE);
  for (let round = 0; round < 6; round += 1) {
    advance(700_000);
    await Promise.all(nodes.map((node) => node.run()));
  }
  const rows = await Promise.all(ids.map(async (id) => (await home.under.withdrawals.get(actor, id)).row));
  const byOperators = (await Promise.all(ids.map(async (id) => (await home.under.withdrawals.get(actor, id)).events))).filter((events) =>
    events.some(({ action, actor: who }) => action === 'paid' && who === 'operator'),
  ).length;
  const paid = rows.filter(({ status }) => status === 'paid' || status === 'received').length;
  expect(provider.paidOut() + other.paidOut() - before).toBe(BigInt(paid - byOperators) * 100n * WHOLE);
  expect(rows.every(({ status }) => ['paid', 'received', 'rejected'].includes(status))).toBe(true);
  expect((await home.under.money(actor)).hold).toBe(0n);
});

test('a process that is killed while its order is on the way is followed by one that repeats it under the same id', async () => {
  const [home] = nodes;
  const urls = JSON.stringify([provider].map(({ code, url }) => ({ code, url })));
  const start = async (): Promise<ChildProcess> => {
    const child = fork(new URL('node.mjs', import.meta.url), ['payout-node.ts', database.url ?? '', urls]);
    await once(child, 'message');
    return child;
  };
  for (let kill = 0; kill < 3; kill += 1) {
    const actor = await home.under.member();
    const { id } = await home.under.withdrawalIn(actor, '100', 'approved');
    const [before, requests] = [provider.paidOut(), provider.requests.length];
    provider.mode = 'silent';
    const child = await start();
    child.send(advanced / 1_000);
    await expect.poll(() => provider.requests.length).toBe(requests + 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const [payout] = await home.payoutsOf(id);
    expect(payout?.status).toBe('unknown');
    provider.mode = 'pays';
    advance(60_000);
    await home.run();
    expect((await home.payoutsOf(id)).map(({ status }) => status)).toEqual(['paid']);
    expect(new Set(provider.requests.slice(requests).map((line) => line.split(' ')[1]))).toEqual(new Set([payout?.id]));
    expect([provider.paidOut() - before, (await home.under.withdrawals.get(actor, id)).row.status]).toEqual([100n * WHOLE, 'paid']);
  }
});
