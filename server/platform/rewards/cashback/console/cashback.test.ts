import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cashbackClaim, cashbackOverview } from '../../../../../shared/api/cashback/calls.ts';
import { rewardClaim, rewardCount, rewardList } from '../../../../../shared/api/reward-centre/calls.ts';
import { testCounts } from '../../../../../shared/test-reward-counts.ts';
import { HOUR_MS } from '../../../../../shared/time.ts';
import { addTestMember, openTestSession } from '../../../identity/sessions/test-member.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';
import { fundRewards } from '../../points/test-inputs.ts';
import { addTestStatement } from '../test-inputs.ts';

let test: TestPlatform;
let cashier: TestOperator;
const why = { reason: 'Asked by the licence holder' };
beforeAll(async () => {
  test = await openTestPlatform();
  await fundRewards(test);
  cashier = await signInAs(test, 'cashier');
  await cashier.get('');
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

async function newMember() {
  const member = await addTestMember(test);
  const { token } = await openTestSession(test, member);
  const value = async (call: typeof cashbackOverview | typeof rewardCount | typeof rewardList) =>
    (await test.call(call, { token })).body.value;
  return {
    id: member.id,
    account: member.account,
    value,
    claim: async (statementId: string) => (await test.call(cashbackClaim, { token, body: { statementId } })).body,
    claimAll: async () => (await test.call(rewardClaim, { token, body: { rewardId: 'all' } })).body,
  };
}

const untilOf = async (id: string) =>
  (await test.db.selectFrom('cashback_statement').select('claim_until').where('id', '=', id).executeTakeFirstOrThrow()).claim_until;

describe('cashback in the console', () => {
  it('lists claims by state and member, and saves them as a file', async () => {
    const member = await newMember();
    const [first, second] = [await addTestStatement(test, member.account), await addTestStatement(test, member.account)];
    expect((await member.claim(first)).success).toBe(true);
    const at = `member=${member.id}`;
    expect((await cashier.get(`/cashback?status=paid&${at}`)).text).toContain(member.account);
    const file = async (status: string) => (await cashier.get(`/cashback.csv?status=${status}&${at}`)).text.trim().split('\n').slice(1);
    expect([await file('paid'), await file('claimable'), await file('expired')]).toEqual([
      [expect.stringContaining(`${first},`)],
      [expect.stringContaining(`${second},`)],
      [],
    ]);
    expect((await file('all')).map((row) => row.includes(member.account))).toEqual([true, true]);
  });

  it('shows the cashback of a member with its rates', async () => {
    const member = await newMember();
    await addTestStatement(test, member.account);
    const { text } = await cashier.get(`/member-cashback/${member.id}`);
    for (const words of [member.account, '0.50 USD', 'Rates now', 'Pause cashback']) expect(text).toContain(words);
    expect((await cashier.get('/member-cashback/m_none')).status).toBe(404);
  });

  it('pauses and resumes with a reason in the log, and nothing is claimed or lost meanwhile', async () => {
    const member = await newMember();
    const id = await addTestStatement(test, member.account);
    const until = await untilOf(id);
    expect((await cashier.post('/cashback/pause', { id: member.id })).status).toBe(422);
    expect((await cashier.post('/cashback/pause', { id: member.id, ...why })).status).toBe(303);
    // A second one changes nothing.
    expect((await cashier.post('/cashback/pause', { id: member.id, reason: 'Again' })).status).toBe(422);
    expect([await member.claim(id), await member.claim('all'), await member.claimAll()]).toMatchObject([
      { success: false, code: 'cashback_paused' },
      { success: false, code: 'cashback_paused' },
      { success: false, code: 'reward_nothing' },
    ]);
    expect(await member.value(rewardCount)).toEqual({ counts: testCounts() });
    expect((await member.value(rewardList)).rewards).toMatchObject([{ step: 'paused' }]);
    expect(await member.value(cashbackOverview)).toMatchObject({ held: true, paused: false });
    const { text } = await cashier.get(`/member-cashback/${member.id}`);
    for (const words of ['Paused since', why.reason, 'Resume cashback']) expect(text).toContain(words);
    const earlier = new Date(test.clock.now().getTime() - HOUR_MS);
    await test.db.updateTable('cashback_pause').set({ paused_at: earlier }).where('member_id', '=', member.id).execute();
    expect((await cashier.post('/cashback/resume', { id: member.id, ...why })).status).toBe(303);
    expect((await cashier.post('/cashback/resume', { id: member.id, ...why })).status).toBe(422);
    const longer = ((await untilOf(id))?.getTime() ?? 0) - (until?.getTime() ?? 0);
    expect(longer).toBeGreaterThanOrEqual(HOUR_MS);
    expect(longer).toBeLessThan(2 * HOUR_MS);
    expect(await member.claim(id)).toMatchObject({ success: true, value: { paid: '0.5000' } });
    const log = await test.db.selectFrom('operator_log').selectAll().where('object', '=', `member:${member.id}`).orderBy('id').execute();
    expect(log.map(({ action, reason }) => [action, reason])).toEqual([
      ['cashback.pause', why.reason],
      ['cashback.resume', why.reason],
    ]);
  });

  it('is not open to roles that may not adjust', async () => {
    const member = await newMember();
    const support = await signInAs(test, 'support');
    await support.get('');
    expect((await support.post('/cashback/pause', { id: member.id, ...why })).status).toBe(403);
    expect((await support.get(`/member-cashback/${member.id}`)).status).toBe(403);
    expect(await member.value(cashbackOverview)).toMatchObject({ held: false });
  });
});
