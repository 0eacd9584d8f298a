import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../../ledger/index.ts';
import { readMerchant, saveSettings } from '../../../merchant/index.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';
import { addTestContract } from '../../contracts/test-inputs.ts';
import { addTestWage } from '../test-inputs.ts';

let test: TestPlatform;
let admin: TestOperator;
let cashier: TestOperator;
let agentId = '';
let contractId = '';
const why = { reason: 'Agreed with the agent' };

beforeAll(async () => {
  test = await openTestPlatform();
  [admin, cashier] = [await signInAs(test, 'admin'), await signInAs(test, 'cashier')];
  await Promise.all([admin.get(''), cashier.get('')]);
  contractId = await addTestContract(test, 'daily');
  agentId = (await test.db.selectFrom('member').select('id').where('account', '=', 'agent01').executeTakeFirstOrThrow()).id;
});
afterAll(async () => {
  expect(await audit(test.db)).toMatchObject({ ok: true });
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

let windows = 0;
/** A wage that waits for operators, in whole units. */
function held(whole: number): Promise<string> {
  windows += 1;
  return addTestWage(test, { contractId, amount: BigInt(whole) * 10_000n, daysAgo: windows });
}
const stateOf = async (id: string) =>
  (await test.db.selectFrom('wage_statement').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const balanceOf = async (owner: string, kind: string) =>
  Number(
    (
      await sql<{ n: string }>`select coalesce(sum(balance), 0) as n from ledger_account where owner = ${owner} and kind = ${kind}`.execute(
        test.db,
      )
    ).rows[0]?.n,
  ) / 10_000;

describe('money for wages', () => {
  it('is added by two different operators, once', async () => {
    const order = { id: 'f_test1', amount: '100', ...why };
    expect((await cashier.post('/wages/propose', order)).headers.location).toContain('done_oneMore');
    expect((await cashier.post('/wages/propose', { ...order, amount: '200' })).status).toBe(422);
    expect((await cashier.post('/wages/fund', { id: order.id, ...why })).status).toBe(422);
    expect(await balanceOf('house', 'wages')).toBe(0);
    expect((await admin.get('/wages')).text).toContain('/console/wages/fund');
    const answers = await Promise.all([1, 2].map(() => admin.post('/wages/fund', { id: order.id, ...why })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422]);
    expect([await balanceOf('house', 'wages'), await balanceOf('house', 'operations')]).toEqual([100, -100]);
  });

  it('is not added after a rejection', async () => {
    await cashier.post('/wages/propose', { id: 'f_test2', amount: '70', ...why });
    expect((await cashier.post('/wages/fund-reject', { id: 'f_test2', ...why })).headers.location).toContain('done_rejected');
    expect((await admin.post('/wages/fund', { id: 'f_test2', ...why })).status).toBe(422);
    expect(await balanceOf('house', 'wages')).toBe(100);
  });
});

describe('a wage above the limit', () => {
  it('is paid after one approval, or two from the merchant’s amount on', async () => {
    const before = await balanceOf(agentId, 'wallet');
    const small = await held(40);
    expect((await cashier.post('/wages/approve', { id: small, ...why })).headers.location).toContain('done_wagePaid');
    expect([await stateOf(small), (await balanceOf(agentId, 'wallet')) - before]).toEqual(['paid', 40]);
    expect((await cashier.post('/wages/approve', { id: small, ...why })).status).toBe(422);
    const large = await held(500);
    await cashier.post('/wages/approve', { id: large, ...why });
    await cashier.post('/wages/approve', { id: large, ...why });
    expect(await stateOf(large)).toBe('held');
    await admin.post('/wages/approve', { id: large, ...why });
    // The account has 60 left.
    expect([await stateOf(large), await balanceOf('house', 'wages')]).toEqual(['unfunded', 60]);
  });

  it('is not paid after a rejection', async () => {
    const id = await held(10);
    await admin.post('/wages/reject', { id, ...why });
    expect((await cashier.post('/wages/approve', { id, ...why })).status).toBe(422);
    expect(await stateOf(id)).toBe('rejected');
  });
});

describe('a contract of the merchant', () => {
  it('is offered to an agent without an upline, with a line for each rate', async () => {
    const { settings } = await readMerchant(test.db, test.merchant);
    await saveSettings(test.db, test.merchant, { ...settings, features: { ...settings.features, realTimeSalary: false } });
    const order = { account: 'agent01', kind: 'hourly', period: 'D', tiers: '0.2 0\n0.5 1000 0 5', ...why };
    expect((await cashier.post('/wages/offer', { ...order, tiers: 'much' })).status).toBe(422);
    expect((await cashier.post('/wages/offer', { ...order, account: 'demo01' })).status).toBe(422);
    expect((await cashier.post('/wages/offer', { ...order, kind: 'realtime' })).status).toBe(422);
    expect((await cashier.post('/wages/offer', order)).headers.location).toContain('done_wageOffered');
    const row = await test.db.selectFrom('agent_contract').selectAll().where('kind', '=', 'hourly').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ agent_id: agentId, upline_id: null, state: 'requested', top_bp: 50 });
  });
  it('is listed with state and terms, found by account, and ended with its present window', async () => {
    const list = async (account: string) => (await cashier.get(`/wages?list=contracts&account=${account}`)).text;
    expect(await list('AGENT01')).toMatch(
      /Daily wages.*Valid.*0\.1%.*Hourly wages.*Offered.*0\.5%; valid bets from.*active members from 5/s,
    );
    expect(await list('demo01')).not.toContain('Daily wages</td>');
    expect((await cashier.post('/wages/end', { id: contractId, kind: 'hourly', ...why })).status).toBe(422);
    expect((await cashier.post('/wages/end', { id: contractId, kind: 'daily', ...why })).headers.location).toContain(
      'done_wageContractEnded',
    );
    const row = await test.db.selectFrom('agent_contract').selectAll().where('id', '=', contractId).executeTakeFirstOrThrow();
    expect(row.state).toBe('ended');
    expect(row.valid_until?.getTime()).toBeGreaterThan(test.clock.now().getTime());
    expect(await list('agent01')).toMatch(/Daily wages.*Ends.*<time/s);
    expect((await cashier.post('/wages/end', { id: contractId, kind: 'daily', ...why })).status).toBe(422);
  });
});
