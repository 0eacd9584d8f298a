import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../server/platform/base/db/transaction.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { addTestPayee, requestedBy, type TestPayee, testDesk } from '../../server/platform/money/withdrawal/test-inputs.ts';
import { openTestPlatform, type TestPlatform } from '../../server/platform/test-platform.ts';
import { depositCreate, depositGet } from '../../shared/api/deposit/calls.ts';
import { withdrawalGet } from '../../shared/api/withdrawal/calls.ts';
import { type AcmePayments, startAcme } from '../kit/acme-payments.ts';

/** Deposits and payouts over a provider that was written from docs/payments/protocol.md alone. */
const SECRET = 'the-key-that-acme-and-the-site-share-01';
let site: TestPlatform;
let acme: AcmePayments;
let payee: TestPayee;
beforeAll(async () => {
  acme = await startAcme({ secret: SECRET, callbackUrl: () => `${site.url}/payments/acme`, now: () => site.clock.now().getTime() });
  site = await openTestPlatform(
    {},
    {
      gateways: [{ code: 'acme', secret: SECRET, payUrl: `${acme.url}/page`, scan: false }],
      payouts: { providers: [{ code: 'acme', secret: SECRET, url: `${acme.url}/v2/pay` }], routes: [{ provider: 'acme' }] },
    },
  );
  await site.db.updateTable('deposit_channel').set({ provider: 'acme' }).where('code', '=', 'DEMO_QR').execute();
  payee = await addTestPayee(site);
});
afterAll(async () => {
  expect((await audit(site.db)).differences).toEqual([]);
  expect(site.faults).toEqual([]);
  await acme.close();
  await site.close();
});

const answerOf = async (sent: ReturnType<TestPlatform['call']>) => (await sent).body.value;
const balanceOf = async () => {
  const account = site.db.selectFrom('ledger_account').select('balance').where('owner', '=', payee.memberId).where('kind', '=', 'wallet');
  return BigInt((await account.executeTakeFirstOrThrow()).balance);
};
const allOk = (answers: readonly string[]) => expect(new Set(answers)).toEqual(new Set(['200 OK']));

it.each([
  ['the announced amount', '50.0000', 'credited', null],
  ['less', '30.0000', 'credited', '50.0000'],
  ['more', '75.5000', 'credited', '50.0000'],
])(
  'a deposit that is paid with %s is credited once, although each event comes three times',
  async (_name, amount, status, announcedAmount) => {
    const before = await balanceOf();
    const { token } = payee;
    const deposit = await answerOf(
      site.call(depositCreate, { token, body: { channel: 'DEMO_QR', amount: '50', reference: randomUUID() } }),
    );
    const depositId = acme.payDeposit(deposit.instructions.payUrl, amount);
    allOk(await acme.deliver());
    expect((await balanceOf()) - before).toBe(BigInt(Math.round(Number(amount) * 10_000)));
    const after = await answerOf(site.call(depositGet, { token, query: { depositId } }));
    expect(after).toMatchObject({ status, amount, announcedAmount, reason: announcedAmount === null ? null : 'other_amount' });
    expect(() => acme.payDeposit(deposit.instructions.payUrl.replace('amount=50', 'amount=5'), '5.0000')).toThrow('was changed');
  },
);

it('a payout that is accepted, and paid later, ends paid although its events come in the wrong order', async () => {
  const withdrawalId = await ordered();
  acme.payPayouts();
  allOk(await acme.deliver());
  expect(await withdrawal(withdrawalId)).toMatchObject({ status: 'paid', net: '25.5000' });
  expect([...acme.payouts.values()].at(-1)).toMatchObject({ amount: '25.5000', paid: '25.5000' });
  expect((await withdrawal(withdrawalId)).events.map(({ action }: { action: string }) => action)).toEqual([
    'requested',
    'approved',
    'payment_sent',
    'paid',
  ]);
});

it('a payout that ends with a part, or comes back, is shown to the member and goes to operators', async () => {
  const part = await ordered();
  acme.payPayouts('half');
  allOk(await acme.deliver());
  expect(await withdrawal(part)).toMatchObject({ status: 'disputed', receivedAmount: '12.7500', remainingAmount: '12.7500' });
  const back = await ordered();
  acme.payPayouts();
  allOk(await acme.deliver());
  acme.returnPayout([...acme.payouts.keys()].at(-1) ?? '');
  allOk(await acme.deliver());
  // Less one percent: the level has two withdrawals of a month without a fee.
  expect(await withdrawal(back)).toMatchObject({ status: 'disputed', remainingAmount: '25.2500' });
  expect((await withdrawal(back)).events.at(-1)).toMatchObject({ action: 'payment_returned', amount: '25.2500' });
});

it('a payout whose events are lost is paid by the state that the platform requests', async () => {
  const id = await ordered();
  acme.payPayouts();
  site.clock.advance(20_000);
  await site.platform.runJob('payouts');
  expect((await withdrawal(id)).status).toBe('paid');
  allOk(await acme.deliver());
});

/** A withdrawal that is approved and whose order the provider has accepted. */
async function ordered(): Promise<string> {
  const id = await requestedBy(site, payee);
  const by = { operator: 'operator-1', reason: 'checked' };
  await inTransaction(site.db, (tx, afterCommit) => testDesk(site).approve(tx, afterCommit, id, by));
  await site.platform.runJob('payouts');
  return id;
}
const withdrawal = (withdrawalId: string) => answerOf(site.call(withdrawalGet, { token: payee.token, query: { withdrawalId } }));
