import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenLocally, localUrl } from '../../net/test-server.ts';
import { readMerchant, saveSettings } from '../merchant/index.ts';
import { addTestPayee, requestedBy, type TestPayee } from '../money/withdrawal/test-inputs.ts';
import { signInAgain, signInAs, type TestOperator } from '../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';

const why = { reason: 'Checked with the bank' };
let provider: Server;
let answer: string | undefined;
let test: TestPlatform;
let admin: TestOperator;
let cashier: TestOperator;
let payee: TestPayee;

beforeAll(async () => {
  // Answers every order with the same text; without one it closes the connection.
  provider = createServer((request, response) => {
    request.resume();
    if (answer === undefined) request.socket.destroy();
    else response.end(answer);
  });
  await listenLocally(provider);
  const url = `${localUrl(provider)}/payouts`;
  const payouts = {
    providers: [{ code: 'acme', secret: 'k'.repeat(32), url, desk: 'https://acme.example/desk' }],
    routes: [{ provider: 'acme' }],
  };
  test = await openTestPlatform({}, { payouts });
  // The provider answers each order with the whole amount: no level takes a fee.
  const { settings } = await readMerchant(test.db, test.merchant);
  const vipLevels = settings.vipLevels.map((level) => ({ ...level, withdrawalFee: null }));
  await saveSettings(test.db, test.merchant, { ...settings, vipLevels });
  [admin, cashier] = [await signInAs(test, 'admin'), await signInAs(test, 'cashier')];
  await Promise.all([admin.get(''), cashier.get('')]);
  payee = await addTestPayee(test);
});
afterAll(async () => {
  expect(test.faults).toEqual([]);
  await test.close();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

const statusOf = async (id: string) =>
  (await test.db.selectFrom('withdrawal').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const payoutOf = (id: string) =>
  test.db.selectFrom('payout').selectAll().where('withdrawal_id', '=', id).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
const logOf = (object: string) => test.db.selectFrom('operator_log').select('action').where('object', '=', object).orderBy('id').execute();
const approvals = async (id: string) =>
  (await test.db.selectFrom('withdrawal_approval').select('operator').where('withdrawal_id', '=', id).orderBy('at').execute()).map(
    ({ operator }) => operator,
  );
const needTwo = async (from: string | null) => {
  const { settings } = await readMerchant(test.db, test.merchant);
  await saveSettings(test.db, test.merchant, { ...settings, withdrawals: { ...settings.withdrawals, secondApprovalFrom: from } });
};
const approved = async () => {
  const id = await requestedBy(test, payee);
  await cashier.post('/withdrawals/approve', { id, ...why });
  return id;
};

describe('a payment by a provider', () => {
  it('is shown with its state, and its outcome is recorded by hand if the provider does not answer', async () => {
    answer = undefined;
    const [paid, failed] = [await approved(), await approved()];
    await test.platform.runJob('payouts');
    const page = await cashier.get(`/withdrawals/${paid}`);
    expect([page.text.includes('No answer'), page.text.includes('<a href="https://acme.example/desk">acme</a>')]).toEqual([true, true]);
    // What would be refused is not offered.
    expect(['/withdrawals/paid', '/withdrawals/reject'].map((form) => page.text.includes(`/console${form}"`))).toEqual([false, false]);
    expect((await cashier.get('/withdrawals?status=approved')).text).toContain('No answer');
    expect((await cashier.post('/withdrawals/paid', { id: paid, ...why })).text).toContain('A payment provider has this withdrawal');
    for (const [id, outcome] of [
      [paid, 'paid'],
      [failed, 'failed'],
    ] as const)
      expect((await cashier.post('/payouts/settle', { id: (await payoutOf(id)).id, outcome, ...why })).headers.location).toContain(
        'done_payoutSettled',
      );
    expect([await statusOf(paid), await statusOf(failed)]).toEqual(['paid', 'approved']);
    expect(await logOf(`payout:${(await payoutOf(paid)).id}`)).toEqual([{ action: 'payout.paid' }]);
    expect((await cashier.post('/payouts/settle', { id: (await payoutOf(paid)).id, outcome: 'failed', ...why })).status).toBe(422);
    await cashier.post('/withdrawals/paid', { id: failed, ...why });
    expect(await statusOf(failed)).toBe('paid');
  });

  it('is recorded by two operators if the withdrawal needed two', async () => {
    await needTwo('20');
    answer = undefined;
    const id = await requestedBy(test, payee);
    for (const operator of [admin, cashier]) await operator.post('/withdrawals/approve', { id, ...why });
    await test.platform.runJob('payouts');
    const settle = async (operator: TestOperator) =>
      operator.post('/payouts/settle', { id: (await payoutOf(id)).id, outcome: 'paid', ...why });
    expect((await settle(cashier)).headers.location).toContain('done_oneMore');
    expect((await settle(cashier)).text).toContain('must come from another operator');
    expect((await settle(admin)).headers.location).toContain('done_payoutSettled');
    expect(await statusOf(id)).toBe('paid');
    await needTwo(null);
  });

  it('is left to operators on request, and pauses a provider that fails, which readiness and console show', async () => {
    answer = undefined;
    const id = await requestedBy(test, payee);
    await cashier.post('/withdrawals/by-hand', { id, by: 'hand', ...why });
    await cashier.post('/withdrawals/approve', { id, ...why });
    await test.platform.runJob('payouts');
    expect(await test.db.selectFrom('payout').select('id').where('withdrawal_id', '=', id).execute()).toEqual([]);
    await cashier.post('/withdrawals/paid', { id, ...why });
    expect(await statusOf(id)).toBe('paid');
    const other = await approved();
    for (let times = 0; times < 4; times += 1) {
      await test.platform.runJob('payouts');
      test.clock.advance(60_000);
    }
    expect((await cashier.get('/channels')).text).toMatch(/acme[\s\S]*(?:Paused|Fails)/);
    answer = JSON.stringify({ status: 'OK', state: 'paid', paid: '25.5000', returned: '0.0000' });
    test.clock.advance(240_000);
    await test.platform.runJob('payouts');
    expect(await statusOf(other)).toBe('paid');
    expect((await cashier.get('/channels')).text).toContain('Responds');
  });
});

describe('several withdrawals', () => {
  it('are approved after one confirmation with their number and sum, each with its own check and line of the log', async () => {
    const [one, two] = [await requestedBy(test, payee), await requestedBy(test, payee)];
    expect((await cashier.get('/withdrawals?status=review')).text).toContain(`value="${two}"`);
    const page = await test
      .request('POST', '/internal/console/withdrawals/select')
      .set('Cookie', cashier.cookie())
      .type('form')
      .send(`formKey=${cashier.formKey()}&id=${one}&id=${two}`);
    expect([page.status, page.text.includes('51.00 USD'), page.text.includes('Approve 2 withdrawals')]).toEqual([200, true, true]);
    expect(await statusOf(one)).toBe('review');
    const done = await cashier.post('/withdrawals/approve-selected', { ids: `${one},${two},w_unknown`, ...why });
    expect(done.text).toContain('2 of 3 approved or recorded.');
    expect([await statusOf(one), await statusOf(two)]).toEqual(['approved', 'approved']);
    expect(await logOf(`withdrawal:${one}`)).toEqual([{ action: 'withdrawal.approve' }]);
    expect((await cashier.post('/withdrawals/select', {})).text).toContain('Select at least one withdrawal.');
  });

  it('that need two operators get one approval each, and none twice from the same operator', async () => {
    await needTwo('20');
    const [one, two] = [await requestedBy(test, payee), await requestedBy(test, payee)];
    const first = await cashier.post('/withdrawals/approve-selected', { ids: `${one},${two}`, ...why });
    expect(first.text).toContain('A second operator has to approve.');
    const again = await cashier.post('/withdrawals/approve-selected', { ids: `${one},${two}`, ...why });
    expect(again.text).toContain('0 of 2 approved or recorded.');
    await admin.post('/withdrawals/approve-selected', { ids: one, ...why });
    expect([await statusOf(one), await statusOf(two)]).toEqual(['approved', 'review']);
    await needTwo(null);
  });

  it('get no second approval from an operator who shares access with the first, in any order of the list', async () => {
    await needTwo('20');
    const [tied, other] = [await signInAs(test, 'cashier'), await signInAs(test, 'cashier')];
    for (const operator of [tied, other]) await operator.get('');
    const [one, two] = [await requestedBy(test, payee), await requestedBy(test, payee)];
    await admin.post('/withdrawals/approve-selected', { ids: one, ...why });
    const { id } = await test.db.selectFrom('operator').select('id').where('name', '=', tied.name).executeTakeFirstOrThrow();
    await admin.post('/operators/reset-app', { operatorId: id, ...why });
    const again = await signInAgain(test, tied.name);
    await again.get('');
    const refused = await again.post('/withdrawals/approve-selected', { ids: `${two},${one}`, ...why });
    expect([refused.text.includes('do not count as two'), refused.text.includes('1 of 2 approved or recorded.')]).toEqual([true, true]);
    expect(await approvals(one)).toEqual([admin.name]);
    expect((await other.post('/withdrawals/approve-selected', { ids: `${one},${two}`, ...why })).text).toContain(
      '2 of 2 approved or recorded.',
    );
    expect([await statusOf(one), await statusOf(two)]).toEqual(['approved', 'approved']);
    await needTwo(null);
  });

  it('are approved once by the same operator, named twice in a list or sent at the same time', async () => {
    await needTwo('20');
    const id = await requestedBy(test, payee);
    const twice = await cashier.post('/withdrawals/approve-selected', { ids: `${id},${id}`, ...why });
    expect(twice.text).toContain('must come from another operator');
    await Promise.all([0, 1, 2].map(() => cashier.post('/withdrawals/approve-selected', { ids: id, ...why })));
    expect([await approvals(id), await statusOf(id)]).toEqual([[cashier.name], 'review']);
    await needTwo(null);
    const single = await requestedBy(test, payee);
    const pages = await Promise.all([0, 1, 2].map(() => cashier.post('/withdrawals/approve-selected', { ids: single, ...why })));
    expect(pages.filter(({ text }) => text.includes('1 of 1 approved or recorded.'))).toHaveLength(1);
    expect(await logOf(`withdrawal:${single}`)).toEqual([{ action: 'withdrawal.approve' }]);
  });

  it('that two operators approve at the same time are approved once each, and paid once', async () => {
    await needTwo('20');
    answer = JSON.stringify({ status: 'OK', state: 'paid', paid: '25.5000', returned: '0.0000' });
    const ids = [await requestedBy(test, payee), await requestedBy(test, payee), await requestedBy(test, payee)];
    // In opposite order, so that each waits for the other's rows.
    await Promise.all([
      cashier.post('/withdrawals/approve-selected', { ids: ids.join(','), ...why }),
      admin.post('/withdrawals/approve-selected', { ids: ids.toReversed().join(','), ...why }),
    ]);
    for (const id of ids)
      expect([await statusOf(id), (await approvals(id)).sort()]).toEqual(['approved', [admin.name, cashier.name].sort()]);
    await Promise.all([test.platform.runJob('payouts'), test.platform.runJob('payouts')]);
    for (const id of ids) {
      expect(await statusOf(id)).toBe('paid');
      expect(await test.db.selectFrom('payout').select('status').where('withdrawal_id', '=', id).execute()).toEqual([{ status: 'paid' }]);
    }
    await needTwo(null);
  });
});
