import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../server/kit/defined.ts';
import { type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { inTransaction } from '../../server/platform/base/db/transaction.ts';
import { audit, memberLegs } from '../../server/platform/ledger/index.ts';
import { createTestWithdrawals, PAYMENT_PASSWORD, type TestWithdrawals } from '../../server/platform/money/withdrawal/test-withdrawals.ts';
import { openTestDatabase, PATIENT_CONNECT, type TestDatabase } from '../kit/database.ts';

/** Real races on PostgreSQL; two pools represent two processes of the platform. */
const CLIENTS = 32;
const ROUNDS = 20;
const WHOLE = 10_000n;

let database: TestDatabase;
let second: OpenedDatabase;
let nodes: readonly [TestWithdrawals, TestWithdrawals];
beforeAll(async () => {
  database = await openTestDatabase({ poolSize: CLIENTS / 2 });
  second = await openDatabase({ ...defined({ url: database.url }), poolSize: CLIENTS / 2, ...PATIENT_CONNECT });
  nodes = [createTestWithdrawals(database.db), createTestWithdrawals(second.db)];
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await second.close();
  await database.close();
});
const node = (n: number) => nodes[n % 2 === 0 ? 0 : 1];
const code = (error: unknown) => (error as { code?: string }).code ?? String(error);

test('32 requests against one balance: never more than the available balance', async () => {
  const [home] = nodes;
  const actor = await home.member(1_000n * WHOLE);
  await home.deps.turnover.require(database.db, actor.memberId, { source: 'd', units: 300n * WHOLE, percent: 100 });
  const outcomes = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) =>
      node(n)
        .request(actor, '50', `race-of-requests-${n}`)
        .then(() => 'held', code),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(14);
  expect(new Set(outcomes)).toEqual(new Set(['held', 'turnover_left']));
  expect(await home.money(actor)).toEqual({ wallet: 300n * WHOLE, hold: 700n * WHOLE });
});

test('the daily number holds, and one reference makes one withdrawal', async () => {
  const [home] = nodes;
  for (const one of nodes) one.setRules({}, { perDay: 3 });
  const actor = await home.member(1_000n * WHOLE);
  const outcomes = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) =>
      node(n)
        .request(actor, '20', `race-of-a-day-000${n % 8}`)
        .then(({ id }) => id, code),
    ),
  );
  expect(new Set(outcomes.filter((outcome) => outcome.startsWith('w_'))).size).toBe(3);
  expect(outcomes.filter((outcome) => outcome === 'withdrawal_too_many')).toHaveLength(CLIENTS - (3 * CLIENTS) / 8);
  expect(await home.money(actor)).toMatchObject({ hold: 60n * WHOLE });
  for (const one of nodes) one.setRules({}, { perDay: 100 });
});

test('two operators approve and reject at once, and others pay: one final state each time, and the money is booked once', async () => {
  const [home] = nodes;
  const actor = await home.member(10_000n * WHOLE);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await home.request(actor, '100');
    const names = ['approve', 'reject', 'markPaid', 'reject', 'markPaid'] as const;
    await Promise.all(
      names.map((name, n) =>
        node(n + round)
          .act(name, id, { operator: `operator-${n}` })
          .catch(code),
      ),
    );
    await Promise.all(
      names.map((name, n) =>
        node(n)
          .act(name, id, { operator: `operator-${n}` })
          .catch(code),
      ),
    );
    const { row, events } = await home.withdrawals.get(actor, id);
    const ends = events.filter(({ action }) => action === 'rejected' || action === 'paid');
    expect(ends.map(({ action }) => action)).toEqual([row.status]);
    await home.withdrawals.answer(actor, { withdrawalId: id, outcome: 'fully_received', images: [] }).catch(code);
  }
  const { hold, wallet } = await home.money(actor);
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from withdrawal where member_id = ${actor.memberId} and status = 'received'`.execute(database.db);
  expect([hold, wallet]).toEqual([0n, 10_000n * WHOLE - BigInt(rows[0]?.n ?? -1) * 100n * WHOLE]);
});

test('requests, rejections and deposits with turnover at once: no deadlock, and no locked money is paid out', async () => {
  const [home] = nodes;
  const actor = await home.member(500n * WHOLE);
  const { memberId } = actor;
  const deposit = (n: number) =>
    inTransaction(node(n).deps.db, async (tx, afterCommit) => {
      const order = { reference: `race-deposit:${n}`, kind: 'deposit', currency: 'CNY', realm: 'real', memberId } as const;
      await home.wallet.transfer(tx, { ...order, legs: memberLegs(memberId, 'cashier', 100n * WHOLE) }, afterCommit);
      await home.deps.turnover.require(tx, memberId, { source: order.reference, units: 100n * WHOLE, percent: 100 });
    });
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, n) => {
      if (n % 3 === 0) return deposit(n);
      const order = { amount: '60', payoutAccountId: `${memberId}-bank`, paymentPassword: PAYMENT_PASSWORD };
      const made = await node(n)
        .withdrawals.request(actor, { ...order, reference: `race-of-all-0000${n}` })
        .catch(code);
      if (typeof made === 'string') expect(made).toBe('turnover_left');
      else if (n % 2 === 0) await node(n + 1).act('reject', made.row.id);
    }),
  );
  const { wallet, hold } = await home.money(actor);
  const deposited = BigInt(Math.ceil(CLIENTS / 3)) * 100n * WHOLE;
  expect(wallet + hold).toBe(500n * WHOLE + deposited);
  expect(wallet).toBeGreaterThanOrEqual(deposited);
  expect(await home.deps.turnover.state(database.db, memberId)).toEqual({ locked: deposited, left: deposited, required: deposited });
});
