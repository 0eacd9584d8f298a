import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../server/kit/defined.ts';
import { type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { DEFAULT_DEPOSIT_RULES } from '../../server/platform/merchant/deposit-rules.ts';
import { DEMO_QR, DEMO_VOUCHER } from '../../server/platform/money/deposit/index.ts';
import { createTestDeposits, type TestDeposits } from '../../server/platform/money/deposit/test-deposits.ts';
import { openTestDatabase, PATIENT_CONNECT, type TestDatabase } from '../kit/database.ts';

/**
 * Two pools of 16 connections represent two processes of the platform. A server accepts a hundred connections, and another file
 * races at the same time.
 */
const CLIENTS = 32;
const AMOUNT = 500_000n;

let database: TestDatabase;
let second: OpenedDatabase;
let processes: readonly [TestDeposits, TestDeposits];

beforeAll(async () => {
  database = await openTestDatabase({ poolSize: CLIENTS / 2 });
  second = await openDatabase({ ...defined({ url: database.url }), poolSize: CLIENTS / 2, ...PATIENT_CONNECT });
  processes = [createTestDeposits(database.db), createTestDeposits(second.db)];
  for (const at of processes) at.knobs.rules = { ...DEFAULT_DEPOSIT_RULES, maxOpen: 4 };
  await processes[0].seed();
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await second.close();
  await database.close();
});

const each = <T>(work: (at: TestDeposits, client: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: CLIENTS }, (_, n) => work(processes[n % 2 === 0 ? 0 : 1], n)));
const fulfilled = <T>(all: readonly PromiseSettledResult<T>[]) => all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));

test('32 callbacks, confirmations and approvals at once credit once', async () => {
  const [at] = processes;
  const actor = await at.member();
  const { id } = (await at.memberDeposits.create(actor, { channel: DEMO_QR, amount: '50', reference: 'race-reference-of-one' })).deposit;
  const same = at.event(id, 'paid', AMOUNT);
  await each(async (mine, client) => {
    if (client % 4 === 0) return mine.sendEvent(same);
    if (client % 4 === 1) return mine.sendEvent(mine.event(id, 'paid', AMOUNT, { eventId: `own-${client}` }));
    return client % 4 === 2 ? mine.memberDeposits.confirm(actor, id) : mine.desk.approve('ops', id, 'race');
  });
  expect((await at.memberDeposits.get(actor, id)).deposit.status).toBe('credited');
  expect(await at.balance(actor)).toBe(AMOUNT);
  // Each later payment of the same deposit is reported as a duplicate of the credited one.
  const delivered = 1 + CLIENTS / 4;
  const waiting = await at.suspense.list({ depositId: id });
  expect(waiting.reduce((sum, { held }) => sum + held, 0n)).toBe(BigInt(delivered - 1) * AMOUNT);
});

test('of concurrent releases from suspense on two processes during a reversal, at most one succeeds', async () => {
  const [at] = processes;
  const actor = await at.member();
  const { id } = (await at.memberDeposits.create(actor, { channel: DEMO_QR, amount: '50', reference: 'race-reference-of-suspense' }))
    .deposit;
  for (let n = 0; n < 2; n += 1) await at.sendEvent(at.event(id, 'paid', AMOUNT, { eventId: `suspense-${n}` }));
  const [item] = await at.suspense.list({ depositId: id });
  const back = at.event(id, 'reversed', AMOUNT);
  const completed = fulfilled(
    await each<string | undefined>(async (mine, client) => {
      if (client === 20) return mine.sendEvent(back).then(() => undefined);
      if (client % 2 === 0) return mine.suspense.credit(item?.id ?? '');
      return mine.suspense.sendBack(item?.id ?? '', `race-${client}`).then(() => 'sent back');
    }),
  ).filter((one) => one !== undefined);
  expect(completed.length).toBeLessThanOrEqual(1);
  // Two payments arrived and one was reversed; the returned amount is not there either.
  const [after] = await at.suspense.list({ depositId: id });
  expect(await at.balance(actor)).toBe(after?.status === 'sent_back' ? 0n : AMOUNT);
});

test('payment and reversal at once end reversed, with nothing in the balance', async () => {
  const [at] = processes;
  const actor = await at.member();
  const { id } = (await at.memberDeposits.create(actor, { channel: DEMO_QR, amount: '50', reference: 'race-reference-of-two' })).deposit;
  await each((mine, client) =>
    mine.sendEvent(
      mine.event(id, client % 2 === 0 ? 'paid' : 'reversed', AMOUNT, { eventId: client % 2 === 0 ? 'turn-paid' : 'turn-reversed' }),
    ),
  );
  expect((await at.memberDeposits.get(actor, id)).deposit.status).toBe('reversed');
  expect(await at.balance(actor)).toBe(0n);
});

test('a voucher redeemed by 32 members at once goes to one', async () => {
  const [at] = processes;
  await at.addVoucher('RACE-CODE-0001', AMOUNT);
  const actors = await Promise.all(Array.from({ length: CLIENTS }, () => at.member()));
  const redeemed = fulfilled(
    await each(async (mine, client) => {
      const actor = actors[client];
      if (!actor) throw new Error('no member');
      return mine.memberDeposits.create(actor, {
        channel: DEMO_VOUCHER,
        voucher: 'RACE-CODE-0001',
        reference: `race-voucher-reference-${client}`,
      });
    }),
  );
  expect(redeemed).toHaveLength(1);
  const balances = await Promise.all(actors.map((actor) => at.balance(actor)));
  expect(balances.reduce<bigint>((sum, units) => sum + (units ?? 0n), 0n)).toBe(AMOUNT);
});

test('one reference opens one deposit, and the limit of open ones holds', async () => {
  const [at] = processes;
  const [twin, many] = [await at.member(), await at.member()];
  const opened = fulfilled(
    await each((mine) => mine.memberDeposits.create(twin, { channel: DEMO_QR, amount: '50', reference: 'race-reference-of-twins' })),
  );
  expect(new Set(opened.map(({ deposit }) => deposit.id)).size).toBe(1);
  expect(opened).toHaveLength(CLIENTS);
  await each((mine, client) =>
    mine.memberDeposits.create(many, { channel: DEMO_QR, amount: '50', reference: `race-reference-of-many-${client}` }),
  );
  expect(await at.memberDeposits.list(many)).toHaveLength(4);
});
