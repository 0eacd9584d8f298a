import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { memberInfo } from '../../../../../shared/api/accounts/calls.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';

let test: TestPlatform;
let admin: TestOperator;
let cashier: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  admin = await signInAs(test, 'admin');
  cashier = await signInAs(test, 'cashier');
  await cashier.get('/vip-levels');
  await test.platform.runJob('vip');
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const WHY = { reason: 'Compensation of a complaint' };
const rankOf = async () => (await test.call(memberInfo, { token: await test.login('demo01') })).body.value.clubLabel;

it('shows the rules, and sets a level only with two operators', async () => {
  expect((await admin.get('/vip-levels')).text).toContain('Horizon');
  const id = 'vo_test-1';
  const request = (more: object = {}) => admin.post('/vip-levels/request', { id, account: 'demo01', level: '4', ...WHY, ...more });
  expect((await request({ level: '9' })).status).toBe(422);
  expect((await request({ account: 'nobody77' })).text).toContain('No account has this user name');
  expect((await request()).headers.location).toContain('done_oneMore');
  expect((await request({ id: 'vo_test-2' })).status).toBe(422);
  expect((await admin.post('/vip-levels/approve', { id, ...WHY })).status).toBe(422);
  expect((await rankOf()).rankLevel).toBe(1);
  expect((await cashier.post('/vip-levels/approve', { id, ...WHY })).headers.location).toContain('done_vipSet');
  expect(await rankOf()).toMatchObject({ rankLevel: 4, labelName: 'Tide' });
  expect((await cashier.post('/vip-levels/approve', { id, ...WHY })).status).toBe(422);
  const member = await test.db.selectFrom('member').select('id').where('account', '=', 'demo01').executeTakeFirstOrThrow();
  const page = (await admin.get(`/vip-levels/${member.id}`)).text;
  for (const words of ['4 Tide', 'Set by operators', WHY.reason]) expect(page).toContain(words);
});

it('returns to the earned level, and rejects a request', async () => {
  await admin.post('/vip-levels/request', { id: 'vo_test-3', account: 'demo01', level: '', ...WHY });
  expect((await admin.get('/vip-levels')).text).toContain('As earned');
  expect((await cashier.post('/vip-levels/reject', { id: 'vo_test-3', ...WHY })).headers.location).toContain('done_rejected');
  expect((await rankOf()).rankLevel).toBe(4);
  await admin.post('/vip-levels/request', { id: 'vo_test-4', account: 'demo01', level: '', ...WHY });
  await cashier.post('/vip-levels/approve', { id: 'vo_test-4', ...WHY });
  expect((await rankOf()).rankLevel).toBe(1);
});

it('shows gifts of a member, the missions, and what is claimed and not covered by the account of rewards', async () => {
  const { id } = await test.db.selectFrom('member').select('id').where('account', '=', 'demo01').executeTakeFirstOrThrow();
  const now = test.clock.now();
  await sql`
    insert into vip_gift (member_id, kind, level, year, amount, currency, state, claim_until, created_at, claimed_at)
    values (${id}, 'birthday', 2, 2026, 120000, 'USD', 'unfunded', ${now}, ${now}, ${now})`.execute(test.db);
  await sql`
    insert into mission_reward (member_id, mission_id, window_from, period, goal, target, amount, points, currency, state, claim_until, created_at)
    values (${id}, 'week-stake', '2026-01-05', 'week', 'stake', 5000000, 50000, 0, 'USD', 'due', ${now}, ${now})`.execute(test.db);
  const gifts = (await cashier.get(`/vip-levels/${id}`)).text;
  for (const words of ['Birthday', '2 Ripple', '12.00 USD', 'Claimed, waits for money']) expect(gifts).toContain(words);
  const rewards = (await cashier.get('/rewards')).text;
  for (const words of ['17.00 USD', 'week-stake', 'Valid bets:', '500.00 USD', '30 points', 'can be claimed for 7 days'])
    expect(rewards).toContain(words);
});
