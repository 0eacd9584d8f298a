import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sessionLogin } from '../../../../../shared/api/sign-in/calls.ts';
import { MEMBER_TYPE } from '../../../../../shared/constants.ts';
import { RegionsPage } from '../../../console/areas/region-views.tsx';
import { proveLog } from '../../../operators/log.ts';
import type { OperatorSession } from '../../../operators/sessions.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';

let test: TestPlatform;
let admin: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  admin = await signInAs(test, 'admin');
  await admin.get('/agents');
});
afterAll(async () => {
  expect(await proveLog(test.db, test.merchant)).not.toHaveProperty('broken');
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const WHY = { reason: 'Signed a contract' };
const memberOf = (account: string) => test.db.selectFrom('member').selectAll().where('account', '=', account).executeTakeFirst();
const add = (more: object) =>
  admin.post('/new-member/add', { type: '0', password: 'Quay-lantern-9', affiliateCode: '', ...WHY, ...more } as Record<string, string>);
const login = (username: string, password: string) => test.call(sessionLogin, { body: { username, password } });

it('adds a member who must choose a password at the first login', async () => {
  expect((await add({ account: 'quaymember' })).headers.location).toMatch(/^\/console\/members\/[\w-]+\?done=done_memberAdded$/);
  const member = await memberOf('quaymember');
  expect(member).toMatchObject({ type: MEMBER_TYPE.member, agent_id: null, currency: 'USD' });
  const answer = await login('quaymember', 'Quay-lantern-9');
  expect(answer.body).toMatchObject({ success: true, value: { firstTimeLogin: true } });
  const [line] = await test.db.selectFrom('operator_log').selectAll().where('object', '=', 'member:quaymember').execute();
  expect(line).toMatchObject({ operator: admin.name, action: 'member.added', reason: WHY.reason });
  expect(line?.detail).not.toContain('lantern');
});

it.each([
  [{ account: 'demo01' }, 'This user name is taken'],
  [{ account: 'a b' }, 'does not satisfy the rules'],
  [{ account: 'quaynew01', password: 'short' }, 'The password does not satisfy'],
  [{ account: 'quaynew01', affiliateCode: 'NOSUCH1' }, 'No enabled invitation code'],
])('refuses %j with a clear text', async (fields, text) => {
  const answer = await add(fields);
  expect([answer.status, answer.text.includes(text)]).toEqual([422, true]);
  expect(await memberOf('quaynew01')).toBeUndefined();
});

it('adds an agent with invitation codes, under whom members register and are added', async () => {
  await add({ account: 'quayagent', type: '1' });
  const { id = '' } = (await memberOf('quayagent')) ?? {};
  expect((await admin.post('/agents/code', { id, code: 'quay77', ...WHY })).headers.location).toBe('/console/agents?done=done_codeAdded');
  expect((await admin.post('/agents/code', { id, code: 'QUAY77', ...WHY })).text).toContain('This code is already in use');
  await add({ account: 'quaybelow', affiliateCode: 'quay77' });
  expect(await memberOf('quaybelow')).toMatchObject({ agent_id: id, affiliate_code: 'QUAY77' });
  const page = (await admin.get('/agents')).text;
  expect(page).toContain('quayagent');
  expect(page).toContain('QUAY77');

  expect((await admin.post('/agents/code-off', { id, code: 'QUAY77', ...WHY })).status).toBe(303);
  expect((await add({ account: 'quaylate', affiliateCode: 'QUAY77' })).text).toContain('No enabled invitation code');
  expect((await admin.post('/agents/code-off', { id, code: 'QUAY77', ...WHY })).text).toContain('has changed in the meantime');
  expect((await admin.post('/agents/code-on', { id, code: 'QUAY77', ...WHY })).status).toBe(303);
});

it('gives codes to agents only', async () => {
  const { id = '' } = (await memberOf('demo01')) ?? {};
  expect((await admin.post('/agents/code', { id, code: 'DEMO01X', ...WHY })).status).toBe(422);
});

it('shows operators the region rules of the service, and which merchant they work for', async () => {
  expect((await admin.get('/regions')).text).not.toContain('Rules of the service');
  expect((await admin.get('/agents')).text).toContain('Lagoon console');
  const rules = { allowedCountries: [], deniedCountries: ['FR'], unknownCountry: 'allow' as const };
  const service = { ...rules, allowedAddresses: ['203.0.113.7'], deniedAddresses: [] };
  const session = { formKey: 'x' } as OperatorSession;
  const html = renderToStaticMarkup(RegionsPage({ session, service, rules, waiting: undefined, places: [], days: 30 }));
  expect(html).toContain('Rules of the service');
  expect(html).toContain('203.0.113.7');
  expect(html.match(/France \(FR\)/g)).toHaveLength(2);
});
