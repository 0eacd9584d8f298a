import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accountsTest } from '../../../identity/accounts/test-accounts.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';
import { termsOf, uplineOf } from '../index.ts';

let test: TestPlatform;
let admin: TestOperator;
let risk: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  admin = await signInAs(test, 'admin');
  risk = await signInAs(test, 'risk');
  await admin.get('/agents');
  await risk.get('/agent-moves');
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const WHY = { reason: 'Signed a contract' };
const memberOf = (account: string) => test.db.selectFrom('member').selectAll().where('account', '=', account).executeTakeFirstOrThrow();
const add = (more: Record<string, string>) =>
  admin.post('/new-member/add', { type: '1', password: 'Quay-lantern-9', affiliateCode: '', ...WHY, ...more });

it('adds agents of every type with an upline, a rate and rights', async () => {
  for (const [account, type] of [
    ['quaytop', '42'],
    ['quaysenior', '41'],
    ['quaymaster', '2'],
    ['quayagent', '1'],
  ] as const)
    expect((await add({ account, type, rebate: '0.8', rights: 'members' })).status).toBe(303);
  expect((await add({ account: 'quaybelow', upline: 'quaytop', rebate: '0.9' })).text).toContain('0.8%');
  expect((await add({ account: 'quaybelow', upline: 'demo01' })).text).toContain('This account is not an agent');
  expect((await add({ account: 'quaybelow', upline: 'nobody77' })).text).toContain('No account has this user name');
  expect((await add({ account: 'quaybelow', rebate: 'x' })).text).toContain('Enter a percentage');
  await add({ account: 'quaybelow', upline: 'quaytop', rebate: '0.5' });
  const [top, below] = [await memberOf('quaytop'), await memberOf('quaybelow')];
  expect([top.type, below.agent_id]).toEqual([42, top.id]);
  expect(await termsOf(test.db, top.id)).toEqual({ rebateBp: 80, mayRegister: true, mayAddAgents: false });
  expect((await termsOf(test.db, below.id)).rebateBp).toBe(50);
  expect((await admin.get('/agents')).text).toContain('0.8%');
});

it('makes a member an agent', async () => {
  await add({ account: 'quaylater', type: '0' });
  expect((await admin.post('/agents/appoint', { account: 'quaylater', type: '41', rebate: '0.4', ...WHY })).status).toBe(303);
  expect((await memberOf('quaylater')).type).toBe(41);
  expect((await admin.post('/agents/appoint', { account: 'trial01', type: '1', ...WHY })).status).toBe(422);
});

it('changes an upline only with two operators', async () => {
  for (const account of ['quayone', 'quaytwo']) await add({ account, rebate: '1' });
  await add({ account: 'quaymover', upline: 'quayone' });
  const [two, mover] = [await memberOf('quaytwo'), await memberOf('quaymover')];
  const id = 'am_test-1';
  expect((await admin.post('/agent-moves/request', { id, account: 'quaymover', upline: 'quaytwo', ...WHY })).headers.location).toContain(
    'done_oneMore',
  );
  expect((await admin.get('/agent-moves')).text).toContain('quaymover');
  expect((await admin.post('/agent-moves/approve', { id, ...WHY })).status).toBe(422);
  expect(await uplineOf(test.db, mover.id)).not.toBe(two.id);
  expect((await risk.post('/agent-moves/approve', { id, ...WHY })).headers.location).toContain('done_moved');
  expect(await uplineOf(test.db, mover.id)).toBe(two.id);
  expect((await risk.post('/agent-moves/approve', { id, ...WHY })).status).toBe(422);
  const cycle = await admin.post('/agent-moves/request', { id: 'am_test-2', account: 'quaytwo', upline: 'quaymover', ...WHY });
  expect(cycle.text).toContain('cannot be below itself');
});

it('makes an agent a member with two operators, but not with people below or contracts', async () => {
  await add({ account: 'quaydown', rebate: '1' });
  await add({ account: 'quayunder', upline: 'quaydown', type: '0' });
  const [agent, under] = [await memberOf('quaydown'), await memberOf('quayunder')];
  await test.db
    .insertInto('affiliate_code')
    .values({ merchant: 'lagoon', code: 'QUAYDOWN', member_id: agent.id, created_at: new Date() })
    .execute();
  const id = 'am_test-3';
  const request = () => admin.post('/agent-moves/demote', { id, account: 'quaydown', ...WHY });
  expect((await request()).text).toContain('Move everyone below');
  await test.db.updateTable('member').set({ agent_id: null }).where('id', '=', under.id).execute();
  const contract = { id: 'c_down', agent_id: agent.id, upline_id: null, kind: 'daily', period: null, terms: '{}', top_bp: 1 } as const;
  const times = { created_at: new Date(), decided_at: null, valid_from: null, valid_until: null };
  await test.db
    .insertInto('agent_contract')
    .values({ ...contract, ...times, state: 'requested', version: 1, end_lowered: false })
    .execute();
  expect((await request()).text).toContain('End its contracts');
  await test.db.deleteFrom('agent_contract').where('id', '=', 'c_down').execute();
  expect((await request()).headers.location).toContain('done_oneMore');
  expect((await admin.post('/agent-moves/approve', { id, ...WHY })).status).toBe(422);
  expect((await memberOf('quaydown')).type).toBe(1);
  expect((await admin.get('/agent-moves')).text).toContain('Becomes a member');
  expect((await risk.post('/agent-moves/approve', { id, ...WHY })).headers.location).toContain('done_moved');
  expect((await memberOf('quaydown')).type).toBe(0);
  const code = await test.db.selectFrom('affiliate_code').select('active').where('code', '=', 'QUAYDOWN').executeTakeFirstOrThrow();
  expect(code.active).toBe(false);
  expect((await admin.post('/agent-moves/demote', { id: 'am_test-4', account: 'quaydown', ...WHY })).text).toContain('not an agent');
});

it('approves applications of members and visitors, refuses others, and notifies the applicants', async () => {
  const at = accountsTest(test);
  const content = 'I run a club.';
  const token = await test.login('demo01');
  expect((await at.send('agent.apply', { body: { content }, token })).success).toBe(true);
  expect((await at.send('agent.apply', { body: { content }, token })).code).toBe('agent_application_waiting');
  const apply = (account: string) => at.send('agent.apply', { body: { account, email: `${account}@example.com`, content } }, 'feedback');
  expect(Object.keys((await at.send('agent.apply', { body: { account: 'x', email: 'none', content } }, 'feedback')).errors)).toEqual([
    'account',
    'email',
  ]);
  expect((await apply('tidewatcher')).success).toBe(true);
  expect((await apply('tidebreaker')).success).toBe(true);
  const ids = (await test.db.selectFrom('agent_application').select('id').orderBy('id').execute()).map((row) => row.id);
  const page = (await admin.get('/applications')).text;
  for (const text of ['demo01', 'tidewatcher@example.com', content]) expect(page).toContain(text);

  const decide = (verb: string, id: string | undefined, more = {}) =>
    admin.post(`/applications/${verb}`, { id: id ?? '', ...WHY, ...more });
  expect((await decide('approve', ids[0], { type: '1', upline: 'agent01' })).status).toBe(303);
  const opened = await decide('approve', ids[1], { type: '2', rebate: '0.3' });
  const password = /<code>(A1-[\w-]+)<\/code>/.exec(opened.text)?.[1] ?? '';
  expect((await decide('refuse', ids[2])).status).toBe(303);
  expect((await decide('refuse', ids[2])).status).toBe(422);

  expect((await memberOf('demo01')).type).toBe(1);
  expect((await at.send('inbox.list', { query: { pageNo: '1' }, token: await test.login('demo01') })).value.messages[0].text).toContain(
    WHY.reason,
  );
  expect((await at.send('session.login', { body: { username: 'tidewatcher', password } })).value).toMatchObject({
    mustChangePassword: true,
    member: { type: 2 },
  });
  expect((await at.messagesTo('tidewatcher@example.com')).map(({ template }) => template)).toEqual(['agent_approved']);
  expect((await at.messagesTo('tidebreaker@example.com'))[0]?.text).toContain(WHY.reason);
  expect(await test.db.selectFrom('member').select('id').where('account', '=', 'tidebreaker').execute()).toEqual([]);
});
