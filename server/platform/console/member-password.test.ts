import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { memberPassword } from '../../../shared/api/accounts/calls.ts';
import { walletBalance } from '../../../shared/api/balance/calls.ts';
import { sessionLogin } from '../../../shared/api/sign-in/calls.ts';
import { openTestSession } from '../identity/sessions/test-member.ts';
import { readMerchant, saveSettings } from '../merchant/index.ts';
import { proveLog } from '../operators/log.ts';
import { signInAs, type TestOperator } from '../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';

let test: TestPlatform;
let admin: TestOperator;
let support: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  [admin, support] = [await signInAs(test, 'admin'), await signInAs(test, 'support')];
  for (const operator of [admin, support]) await operator.get('/members');
});
afterAll(async () => {
  expect(await proveLog(test.db, test.merchant)).not.toHaveProperty('broken');
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const WHY = { reason: 'Called, and named the last two deposits' };
const FIRST = 'Quay-lantern-9';
const memberOf = (account: string) => test.db.selectFrom('member').selectAll().where('account', '=', account).executeTakeFirstOrThrow();
const login = async (username: string, password: string) => (await test.call(sessionLogin, { body: { username, password } })).body;
const shown = (html: string) => /<code>(A1-[\w-]{12})<\/code>/.exec(html)?.[1] ?? '';

/** A member who has chosen a password. */
async function addMember(account: string, type = '0') {
  await admin.post('/new-member/add', { account, type, password: FIRST, affiliateCode: '', ...WHY });
  const { id } = await memberOf(account);
  const own = { first_login_at: test.clock.now(), payment_hash: 'k1.set' };
  await test.db.updateTable('member').set(own).where('id', '=', id).execute();
  return { id, account };
}
const give = (id: string, operator = support) => operator.post('/members/password', { id, ...WHY });

it('is shown once, ends all sessions, and must be changed at the next login', async () => {
  const { id, account } = await addMember('quaylost');
  const { token } = await openTestSession(test, await memberOf(account));
  const answer = await give(id);
  const password = shown(answer.text);
  expect([answer.status, password, answer.headers['cache-control']]).toEqual([200, expect.stringMatching(/^A1-/), 'no-store']);
  expect((await admin.get(`/members/${id}`)).text).not.toContain(password);
  expect((await test.call(walletBalance, { token })).status).toBe(401);
  expect(await login(account, FIRST)).toMatchObject({ success: false });
  const { value } = (await login(account, password)) as { value: { token: string } };
  expect(value).toMatchObject({ mustChangePassword: true });
  expect((await test.call(walletBalance, { token: value.token })).body).toMatchObject({ code: 'password_change_required' });
  const body = { newPassword: 'Tide-and-kelp-41', confirmNewPassword: 'Tide-and-kelp-41' };
  expect((await test.call(memberPassword, { token: value.token, body })).body).toMatchObject({ success: true });
  expect((await test.call(walletBalance, { token: value.token })).body).toMatchObject({ success: true });
  expect(await login(account, password)).toMatchObject({ success: false });
});

it('is in the log without the password, and the member gets a message', async () => {
  const { id, account } = await addMember('quaynote');
  const password = shown((await give(id)).text);
  const [line] = await test.db.selectFrom('operator_log').selectAll().where('object', '=', `member:${id}`).execute();
  expect(line).toMatchObject({ operator: support.name, action: 'member.password', reason: WHY.reason });
  expect(line?.detail).toBe(JSON.stringify({ account }));
  expect(line?.detail).not.toContain(password);
  const inbox = await test.db.selectFrom('inbox_message').select('template').where('member_id', '=', id).execute();
  expect(inbox).toContainEqual({ template: 'password_given' });
});

it('is given to agents too, and ends a lock after wrong passwords', async () => {
  const { id, account } = await addMember('quayagent', '1');
  for (let n = 0; n < 12; n += 1) await login(account, 'Wrong-lantern-1');
  const password = shown((await give(id)).text);
  expect(await login(account, password)).toMatchObject({ value: { mustChangePassword: true } });
});

it('does not unlock an account that an operator has locked', async () => {
  const { id, account } = await addMember('quaylocked');
  await support.post('/members/lock', { id, ...WHY });
  const password = shown((await give(id)).text);
  expect(await login(account, password)).toMatchObject({ success: false });
  expect(await memberOf(account)).toMatchObject({ status: 'blocked', must_change: true });
});

it('lets the first payment password wait only where none is set', async () => {
  const [without, withOne] = [await addMember('quaynopay'), await addMember('quaypay')];
  await test.db.updateTable('member').set({ payment_hash: null }).where('id', '=', without.id).execute();
  for (const { id } of [without, withOne]) await give(id);
  expect((await memberOf('quaynopay')).payment_reset_at).toEqual(expect.any(Date));
  expect((await memberOf('quaypay')).payment_reset_at).toBeNull();
});

it('is forced also where the merchant does not force a change of first passwords', async () => {
  const { id } = await addMember('quayfree');
  const password = shown((await give(id)).text);
  const { settings } = await readMerchant(test.db, test.merchant);
  settings.features.forcedPasswordChange = false;
  await saveSettings(test.db, test.merchant, settings);
  expect(await login('quayfree', password)).toMatchObject({ value: { mustChangePassword: true } });
  settings.features.forcedPasswordChange = true;
  await saveSettings(test.db, test.merchant, settings);
});

it('needs a reason, the right, and a member of this merchant with a password', async () => {
  const { id } = await addMember('quaykeep');
  const before = (await memberOf('quaykeep')).password_hash;
  expect((await support.post('/members/password', { id, reason: '' })).status).toBe(422);
  const risk = await signInAs(test, 'risk');
  expect((await risk.get(`/members/${id}`)).text).not.toContain('Give a new password');
  expect((await give(id, risk)).status).toBe(403);
  await test.db.updateTable('member').set({ free_play: true }).where('id', '=', id).execute();
  expect((await give(id)).text).toContain('A trial account has no password to change');
  expect((await give('m_unknown')).status).toBe(422);
  expect((await memberOf('quaykeep')).password_hash).toBe(before);
});
