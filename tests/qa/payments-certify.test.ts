import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { pino } from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { listenLocally, localUrl } from '../../server/net/test-server.ts';
import { createPaysim, PAYSIM_DESK_PATH, PAYSIM_PAY_PATH, PAYSIM_PAYOUT_PATH } from '../../server/paysim/index.ts';
import { openTestDatabase } from '../../server/platform/base/db/test-database.ts';
import { inTransaction } from '../../server/platform/base/db/transaction.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { addTestPayee, requestedBy, testDesk } from '../../server/platform/money/withdrawal/test-inputs.ts';
import { openTestPlatform } from '../../server/platform/test-platform.ts';
import { startEventServer } from '../../server/tools/certify/payments/event-server.ts';
import { certifyMerchant } from '../../server/tools/certify/payments/merchant.ts';
import { startOrderServer } from '../../server/tools/certify/payments/order-server.ts';
import { certifyProvider } from '../../server/tools/certify/payments/provider.ts';
import { table } from '../../server/tools/certify/report.ts';
import { runPaymentsCertify } from '../../server/tools/payments-certify.ts';
import { depositCreate } from '../../shared/api/deposit/calls.ts';
import { startAcme } from '../kit/acme-payments.ts';

const SECRET = 'the-key-of-this-certificate-0000000001';
const PAYEE = { kind: 'EWALLET', provider: 'WAVE', holder: 'A Payee', number: '0812345678' } as const;
const SHARED = { secret: SECRET, amount: '10.0000' as const, currency: 'THB', payee: PAYEE, timeoutMs: 60_000 };
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Repeats an action until the test ends. */
function repeatedly(action: () => Promise<unknown>): void {
  let isOver = false;
  const run = async () => {
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 50))) await action();
  };
  const running = run();
  onTestFinished(async () => {
    isOver = true;
    await running;
  });
}

it('the provider that was written from the document alone passes', async () => {
  const events = await startEventServer({ provider: 'acme', secret: SECRET, port: 0 });
  closers.push(events.close);
  const acme = await startAcme({ secret: SECRET, callbackUrl: () => `${events.url}/payments/acme`, now: Date.now });
  closers.push(acme.close);
  repeatedly(async () => {
    acme.payPayouts();
    await acme.deliver();
  });
  const pay = async (address: string) =>
    void (await fetch(address, { method: 'POST', body: new URLSearchParams({ do: 'pay', amount: '10' }) }));
  const under = { ...SHARED, provider: 'acme', payouts: `${acme.url}/v2/pay`, page: `${acme.url}/page`, events, pay };
  const outcomes = await certifyProvider(under);
  const open = outcomes.filter(({ state }) => state !== 'passed').map(({ scenario, state }) => `${scenario} ${state}`);
  expect(open, table(outcomes)).toEqual(['refused left out', 'health left out']);
});

it('the payment simulator passes', async () => {
  const database = await openTestDatabase();
  closers.push(() => database.close());
  const events = await startEventServer({ provider: 'ewallet', secret: SECRET, port: 0 });
  closers.push(events.close);
  const paysim = createPaysim({
    db: database.db,
    platformUrl: events.url,
    secretOf: (code) => (code === 'ewallet' ? SECRET : undefined),
    siteName: async () => 'The Shop',
    backHref: () => '/',
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    retryMs: 50,
  });
  await paysim.start();
  closers.push(() => paysim.close());
  const server = createServer(paysim.app as RequestListener);
  await listenLocally(server);
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = localUrl(server);
  const post = (address: string, body: Record<string, string>) =>
    fetch(address, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
  repeatedly(async () => {
    const desk = await (await fetch(url + PAYSIM_DESK_PATH)).text();
    for (const [, payout = ''] of desk.matchAll(/name="payout" value="([^"]+)"><button name="outcome" value="paid"/g))
      await post(url + PAYSIM_DESK_PATH, {
        payout,
        outcome: desk.includes(`…0000</bdi></dd></div><div><dt>Order</dt><dd><bdi>${payout}<`) ? 'failed' : 'paid',
      });
  });
  const pay = async (address: string) => void (await post(address, { outcome: 'paid' }));
  const under = {
    ...SHARED,
    provider: 'ewallet',
    payouts: `${url}${PAYSIM_PAYOUT_PATH}/ewallet`,
    page: url + PAYSIM_PAY_PATH,
    events,
    pay,
  };
  const outcomes = await certifyProvider({ ...under, refused: { ...PAYEE, number: '0000000000' }, health: url + PAYSIM_DESK_PATH });
  expect(
    outcomes.filter(({ state }) => state !== 'passed'),
    table(outcomes),
  ).toEqual([]);
});

it('the platform passes as a merchant, with a deposit and a payout, and its books are balanced afterwards', async () => {
  const orders = await startOrderServer({ secret: SECRET, port: 0 });
  closers.push(orders.close);
  const gateways = [{ code: 'acme', secret: SECRET, payUrl: 'https://pay.example/page', scan: false }];
  const payouts = { providers: [{ code: 'acme', secret: SECRET, url: orders.url }], routes: [{ provider: 'acme' }] };
  const site = await openTestPlatform({}, { gateways, payouts });
  closers.push(() => site.close());
  await site.db.updateTable('deposit_channel').set({ provider: 'acme' }).where('code', '=', 'DEMO_QR').execute();
  const payee = await addTestPayee(site);
  const { token } = payee;
  const { body } = await site.call(depositCreate, { token, body: { channel: 'DEMO_QR', amount: '50', reference: randomUUID() } });
  const id = await requestedBy(site, payee);
  await inTransaction(site.db, (tx, afterCommit) =>
    testDesk(site).approve(tx, afterCommit, id, { operator: 'operator-1', reason: 'checked' }),
  );
  let runs = 0;
  repeatedly(async () => {
    // The clock of the platform stays within the time that signatures allow.
    if (runs < 4) site.clock.advance(20_000);
    runs += 1;
    await site.platform.runJob('payouts');
  });
  const outcomes = await certifyMerchant({
    ...SHARED,
    url: site.url,
    provider: 'acme',
    deposit: body.value.instructions.payUrl,
    orders,
  });
  expect(
    outcomes.filter(({ state }) => state !== 'passed'),
    table(outcomes),
  ).toEqual([]);
  expect((await audit(site.db)).differences).toEqual([]);
});

it('the command prints a table, what it leaves out, and its usage', async () => {
  const site = await openTestPlatform(
    {},
    { gateways: [{ code: 'acme', secret: SECRET, payUrl: 'https://pay.example/page', scan: false }] },
  );
  closers.push(() => site.close());
  const certify = async (...args: readonly string[]) => {
    const printed: string[] = [];
    return { code: await runPaymentsCertify(args, { KEY: SECRET }, (text) => printed.push(text)), text: printed.join('\n') };
  };
  const line = ['merchant', '--url', site.url, '--provider', 'acme', '--secret-env', 'KEY'];
  const plain = await certify(...line);
  expect(plain, plain.text).toMatchObject({
    code: 0,
    text: expect.stringMatching(/order +left out.*needs --deposit[\s\S]*13 passed, 0 failed, 9 left out$/),
  });
  expect(await certify('merchant', '--url', site.url, '--provider', 'other', '--secret-env', 'KEY', '--only', 'form')).toMatchObject({
    code: 1,
  });
  for (const args of [[], ['bank'], line.slice(0, 5), [...line, '--deposit', 'https://pay.example/page'], ['provider', ...line.slice(3)]])
    expect(await certify(...args)).toMatchObject({ code: 2, text: expect.stringContaining('Usage: npm run payments:certify') });
  const provider = [
    'provider',
    '--provider',
    'acme',
    '--secret-env',
    'KEY',
    '--payouts',
    `${site.url}/nowhere`,
    '--listen',
    '0',
    '--wait',
    '1',
  ];
  const none = await certify(...provider, '--only', 'order,page');
  expect(none, none.text).toMatchObject({ code: 1, text: expect.stringMatching(/order +FAILED.*HTTP 404[\s\S]*page +left out/) });
  expect(await certify(...provider, '--payee', '{}')).toMatchObject({ code: 2 });
});
