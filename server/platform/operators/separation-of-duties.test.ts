import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { inTransaction } from '../base/db/index.ts';
import { addTestMember } from '../identity/sessions/test-member.ts';
import { readMerchant, saveSettings } from '../merchant/index.ts';
import { addTestPayee, requestedBy } from '../money/withdrawal/test-inputs.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';
import { writeLog } from './log.ts';
import { accessHolders, GRANT_TAINT_DAYS } from './separation-of-duties.ts';
import { browser, OPERATOR_PASSWORD, signInAgain, signInAs, type TestOperator } from './test-operator.ts';

const why = { reason: 'Lost the phone' };
const NO_APP = { totp_secret: null, totp_confirmed_at: null };
let test: TestPlatform;
let memberId: string;
beforeAll(async () => {
  test = await openTestPlatform();
  memberId = (await addTestMember(test)).id;
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const ready = async (role: 'admin' | 'cashier') => opened(await signInAs(test, role));
const opened = async (operator: TestOperator) => {
  await operator.get('');
  return operator;
};
const again = async ({ name }: TestOperator) => opened(await signInAgain(test, name));
const idOf = async ({ name }: TestOperator) =>
  (await test.db.selectFrom('operator').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
const reset = async (by: TestOperator, whom: TestOperator) => by.post('/operators/reset-app', { operatorId: await idOf(whom), ...why });

let count = 0;
/** A correction that needs two operators. */
const proposedBy = async (testOperator: TestOperator) => {
  count += 1;
  const id = `a_tied${count}`;
  await testOperator.post('/adjustments/propose', { id, memberId, direction: 'up', amount: '500', ...why });
  return id;
};
const agrees = async (testOperator: TestOperator, id: string) =>
  (await testOperator.post('/adjustments/approve', { id, ...why })).status === 303;

describe('two persons', () => {
  it('count as one while one has the access of the other, and as two again after it', async () => {
    const [admin, colleague] = [await ready('admin'), await ready('cashier')];
    const before = await proposedBy(colleague);
    await reset(admin, colleague);
    // Approved before the access was shared.
    expect(await agrees(admin, before)).toBe(true);
    const colleagueSession = await again(colleague);
    const after = await proposedBy(colleagueSession);
    const refused = await admin.post('/adjustments/approve', { id: after, ...why });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('do not count as two')]);
    expect(await agrees(colleagueSession, await proposedBy(admin))).toBe(false);
    expect(await agrees(await ready('cashier'), after)).toBe(true);
    test.clock.advance(GRANT_TAINT_DAYS * DAY_MS);
    await test.db.updateTable('operator').set(NO_APP).where('name', 'in', [admin.name, colleague.name]).execute();
    expect(await agrees(await again(admin), await proposedBy(await again(colleague)))).toBe(true);
  });

  it('are two at once when both were added on the command line, and the refusal names that way', async () => {
    const [one, other] = [await ready('admin'), await ready('admin')];
    for (const added of [one, other]) {
      const entry = {
        operator: 'command line',
        action: 'operator.added' as const,
        object: `operator:${await idOf(added)}`,
        reason: '',
        address: '',
      };
      await inTransaction(test.db, (tx) => writeLog(tx, test, entry));
    }
    expect(await agrees(other, await proposedBy(one))).toBe(true);
    await reset(one, other);
    const refused = await (await again(other)).post('/adjustments/approve', { id: await proposedBy(one), ...why });
    expect(refused.text).toContain('npm run operator -- add NAME ROLE');
  });

  it('are one when a third person has set up both, and when one has added the other', async () => {
    const [admin, colleague, friend] = [await ready('admin'), await ready('cashier'), await ready('cashier')];
    await reset(admin, colleague);
    await reset(admin, friend);
    expect(await agrees(await again(friend), await proposedBy(await again(colleague)))).toBe(false);
    await admin.post('/operators/add', { name: 'quay.new', role: 'cashier', password: 'a-first-password', ...why });
    const first = browser(test);
    await first.post('/sign-in', { name: 'quay.new', password: 'a-first-password' });
    await first.get('/sign-in');
    await first.post('/password', { password: OPERATOR_PASSWORD });
    expect(await agrees(await again({ name: 'quay.new' } as TestOperator), await proposedBy(admin))).toBe(false);
  });

  it('are one for withdrawals as well', async () => {
    const { settings } = await readMerchant(test.db, test.merchant);
    await saveSettings(test.db, test.merchant, { ...settings, withdrawals: { ...settings.withdrawals, secondApprovalFrom: '20' } });
    const id = await requestedBy(test, await addTestPayee(test));
    const [admin, colleague] = [await ready('admin'), await ready('cashier')];
    await admin.post('/withdrawals/approve', { id, ...why });
    await reset(admin, colleague);
    expect((await (await again(colleague)).post('/withdrawals/approve', { id, ...why })).text).toContain('do not count as two');
    expect((await (await ready('cashier')).post('/withdrawals/approve', { id, ...why })).headers.location).toContain('done_approved');
  });

  it('are distinguished over several grants', () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const grants = [
      { from: 'ann', to: 'ben', at: at(10) },
      { from: 'ben', to: 'cat', at: at(12) },
      { from: 'dan', to: 'ann', at: at(30) },
    ];
    const holders = (name: string, day: number) => [...accessHolders(grants, { name, at: at(day) })].sort();
    expect(holders('cat', 11)).toEqual(['cat']);
    expect(holders('cat', 13)).toEqual(['ann', 'ben', 'cat']);
    expect(holders('cat', 25)).toEqual(['ben', 'cat']);
    expect(holders('ann', 31)).toEqual(['ann', 'dan']);
  });
});

describe('the demo password', () => {
  it('is refused for sign-in on a public site, and as a new password', async () => {
    const elsewhere = await openTestPlatform({ publicSite: true });
    const demo = elsewhere.demo.member.password;
    const signIn = async (on: TestPlatform) => (await browser(on).post('/sign-in', { name: 'ops01', password: demo })).status;
    // Control: on this machine it is accepted.
    expect([await signIn(test), await signIn(elsewhere)]).toEqual([303, 422]);
    const lines = await elsewhere.db.selectFrom('operator_log').select('action').execute();
    expect(lines).toEqual([{ action: 'sign-in.known-password' }]);
    await elsewhere.close();
  });
});
