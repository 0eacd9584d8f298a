import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALLS, callById } from '../../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import { startTestPhoneService, type TestPhoneService } from '../../../net/phone-auth/test-phone-service.ts';
import { contractInputs } from '../../agents/contracts/test-inputs.ts';
import { teamInputs } from '../../agents/team/test-inputs.ts';
import { agentTreeInputs } from '../../agents/tree/test-inputs.ts';
import { wageInputs } from '../../agents/wages/test-inputs.ts';
import { visitorInputs } from '../../content/visitor/test-inputs.ts';
import { accountInputs } from '../../identity/accounts/test-inputs.ts';
import { factorInputs } from '../../identity/factors/test-inputs.ts';
import { startIdentityProvider, TEST_CLIENT, type TestIdentityProvider } from '../../identity/oauth/test-identity-provider.ts';
import { oauthInputs } from '../../identity/oauth/test-inputs.ts';
import { sessionInputs } from '../../identity/sessions/test-inputs.ts';
import { signInInputs } from '../../identity/sign-in/test-inputs.ts';
import { testProof } from '../../identity/verification/test-human.ts';
import { payoutInputs } from '../../money/payout-accounts/test-inputs.ts';
import { transferInputs } from '../../money/transfer/test-inputs.ts';
import { withdrawalInputs } from '../../money/withdrawal/test-inputs.ts';
import { protectionInputs } from '../../protection/responsible-gaming/test-inputs.ts';
import { bonusInputs } from '../../rewards/bonus/test-inputs.ts';
import { cashbackInputs } from '../../rewards/cashback/test-inputs.ts';
import { rewardInputs } from '../../rewards/centre/test-inputs.ts';
import { pointInputs } from '../../rewards/points/test-inputs.ts';
import { promotionInputs } from '../../rewards/promotions/test-inputs.ts';
import { raffleInputs } from '../../rewards/raffle/test-inputs.ts';
import { type CallOptions, openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { png } from '../uploads/test-pictures.ts';

let test: TestPlatform;
/** Its codes come from a phone service. */
let phoneTest: TestPlatform;
let idp: TestIdentityProvider;
let phone: TestPhoneService;
let token = '';
let agentToken = '';
beforeAll(async () => {
  idp = await startIdentityProvider();
  phone = await startTestPhoneService();
  test = await openTestPlatform({ google: { ...TEST_CLIENT, issuer: idp.url } });
  phoneTest = await openTestPlatform({ phone: phone.settings });
  token = await test.login('demo01');
  agentToken = await test.login('agent01');
});
afterAll(async () => {
  await test.close();
  await idp.close();
  await phoneTest.close();
  phone.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const reference = (n: number) => `contract-test-reference-${n}`;
async function openDeposit(n: number): Promise<string> {
  const body = { channel: 'DEMO_BANK', amount: '50', reference: reference(n) };
  return (await test.call(byId('deposit.create'), { token, body })).body.value.depositId as string;
}
async function settledBet(): Promise<string> {
  const { id } = await test.db.selectFrom('member').select('id').where('account', '=', 'demo01').executeTakeFirstOrThrow();
  const names = { provider: 'studio', round_id: 'contract-verified', game_id: 'none', vassalage: 'NONE', game_category: 'RNG' };
  const times = { opened_at: new Date(), settled_at: new Date() };
  const amounts = { currency: 'USD', realm: 'real', stake: '10000', live_bets: 0, state: 'lost' } as const;
  const round = { ...names, ...amounts, ...times, member_id: id };
  return (await test.db.insertInto('vendor_round').values(round).returning('id').executeTakeFirstOrThrow()).id;
}
async function writtenMessage(): Promise<string> {
  const body = { text: 'Good evening again.', reference: reference(6) };
  return (await test.call(byId('chat.send'), { token, body })).body.value.id as string;
}
function byId(id: string): AnyCall {
  const call = callById(id);
  if (!call) throw new Error(`no call ${id}`);
  return call;
}

/** A session that is authorised for the call. */
const tokenFor = (call: AnyCall) => (call.actors === 'agent' ? agentToken : token);

/** Valid input for each call; a new call of the table needs a line here. */
const ACCEPTED: Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> = {
  'agent.announcements': () => ({}),
  ...agentTreeInputs(() => test),
  'member.info': () => ({}),
  'setting.register': () => ({}),
  'system.status': () => ({ query: { url: 'https://play.example' } }),
  'system.whitelabel': () => ({}),
  'content.announcements': () => ({ query: { types: 'B,PL,PU,PR,H', platform: 'W', execution: 'B', language: 'TH' } }),
  'content.availablePromotions': () => ({}),
  'content.help': () => ({ query: { language: 'EN' } }),
  'content.vipLevels': () => ({}),
  'chat.messages': () => ({ query: { after: '0', count: '10' } }),
  'chat.send': () => ({ body: { text: 'Good evening.', reference: reference(5) } }),
  'chat.report': async () => ({ body: { messageId: await writtenMessage() } }),
  ...bonusInputs(() => test),
  'missions.summary': () => ({}),
  'missions.list': () => ({}),
  'missions.leaderboard': () => ({}),
  'missions.listing': () => ({ body: { listed: 'yes' } }),
  'referral.overview': () => ({}),
  ...pointInputs(() => test),
  ...promotionInputs(() => test),
  ...raffleInputs(() => test),
  'inbox.list': () => ({ query: { pageNo: '1' } }),
  'inbox.unread': () => ({}),
  'inbox.read': () => ({ body: { messageId: 'all' } }),
  'feedback.list': () => ({}),
  'wallet.balance': () => ({}),
  'deposit.channels': () => ({}),
  'deposit.create': () => ({ body: { channel: 'DEMO_BANK', amount: '50.25', reference: reference(1) } }),
  'deposit.confirm': async () => ({ body: { depositId: await openDeposit(2) } }),
  'deposit.cancel': async () => ({ body: { depositId: await openDeposit(3) } }),
  'deposit.get': async () => ({ query: { depositId: await openDeposit(4) } }),
  'deposit.list': () => ({}),
  'games.menus': () => ({ query: { merchantCode: 'lagoon' } }),
  'games.vendors': () => ({}),
  'games.list': () => ({ query: { clientType: '3', platform: 'flash,html5-desktop', vassalage: 'NOVA', pageNo: '2', pageSize: '24' } }),
  'games.hot': () => ({ query: { isPlatform: '2' } }),
  'games.popular': () => ({ query: { count: '20' } }),
  'games.types': () => ({ query: { gameCategory: 'RNG' } }),
  'games.favouriteIds': () => ({}),
  'games.favourites': () => ({}),
  'games.favouriteSet': () => ({ body: { gameId: 'NOVA_GEM_CASCADE', favourite: true } }),
  'games.recent': () => ({}),
  'games.rank': () => ({}),
  'games.rooms': () => ({}),
  'games.winners': () => ({}),
  'games.matches': () => ({ query: { gameCategory: 'SPORTS', count: '12' } }),
  'lottery.menu': () => ({ query: { lottoArea: 'VN', language: 'VI' } }),
  'lottery.recent': () => ({ query: { lottoArea: 'SEA' } }),
  'lottery.vnNumbers': () => ({ query: { count: '100', prizeMode: 'Lott', device: 'WEB', language: 'VI' } }),
  'lottery.openedNumbers': () => ({ query: { gameCode: 'HALO_HALO_FOUR' } }),
  'lottery.launch': () => ({ body: { lottoArea: 'VN', launchMode: 'LOTT', view: 'lobby', backUrl: '/elott', language: 'VI' } }),
  'games.launch': () => ({ body: { gameId: 'NOVA_GEM_CASCADE', launchMode: 'GLS', clientType: 3, accountType: 1, confirmTrans: 0 } }),
  'bets.list': () => ({ query: { from: '2026-01-01T00:00:00Z', to: '2026-01-31T23:59:59.999Z', vassalage: 'NOVA' } }),
  'bets.verified': async () => ({ body: { betId: await settledBet() } }),
  'bets.export': () => ({ query: { status: 'won' } }),
  'records.funds': () => ({}),
  'records.movements': () => ({ query: { kinds: 'deposit,adjustment', pageSize: '5' } }),
  'records.movementExport': () => ({ query: { account: 'wallet' } }),
  'records.profit': () => ({ query: { fromDay: '2026-01-01', toDay: '2026-12-31' } }),
  'records.statement': () => ({ query: { month: '2026-11' } }),
  'member.avatar': () => ({}),
  'member.icon': () => ({}),
  'profile.get': () => ({}),
  'profile.appearance': () => ({ body: { nickname: 'Ann', showWins: true } }),
  'profile.update': () => ({ body: { occupation: 'Sailor' } }),
  'profile.avatar': () => ({ body: { avatarType: 'STATIC', avatar: 'anchor' } }),
  'upload.image': async () => ({ query: { purpose: 'feedback' }, raw: await png() }),
  ...payoutInputs(() => test),
  ...withdrawalInputs(() => test),
  ...signInInputs(() => test),
  ...accountInputs(() => test),
  ...factorInputs(() => test),
  ...sessionInputs(() => test),
  ...oauthInputs(
    () => test,
    () => idp,
  ),
  ...transferInputs(() => test),
  ...contractInputs(() => test),
  ...teamInputs(() => test),
  ...wageInputs(() => test),
  ...cashbackInputs(() => test),
  ...rewardInputs(() => test),
  'vip.rank': () => ({ query: { page: '1' } }),
  ...visitorInputs(() => test),
  ...protectionInputs(() => test),
  'verification.phoneService': () => ({}),
  'verification.challenge': () => ({ query: { action: 'sms' } }),
  'verification.captcha': () => ({ query: { key: 'a-key-of-the-asker' } }),
  'verification.smsNoLogin': async () => ({
    body: { mobileNum: '0812345678', countryDialingCode: '66', purpose: 'login', ...(await testProof(test, 'sms')) },
  }),
  'verification.phoneConfirm': async () => {
    const number = { countryDialingCode: '66', mobileNum: '0812345661' };
    const { mobileNum: mobileNo, ...rest } = number;
    await phoneTest.call(byId('verification.smsRegister'), { body: { mobileNo, ...rest, ...(await testProof(phoneTest, 'sms')) } });
    return { body: { ...number, purpose: 'register', verificationCode: phone.code } };
  },
  'verification.smsRegister': async () => ({
    body: { mobileNo: '0812345679', countryDialingCode: '66', ...(await testProof(test, 'sms')) },
  }),
};

describe.each(CALLS.map((call) => [call.id, call] as const))('%s', (id, call) => {
  // A picture has no schema: see `uploads.test.ts`.
  if (call.answer === 'envelope') {
    it('answers what its schema describes', async () => {
      const input = await ACCEPTED[id]?.();
      expect(input, 'a line in ACCEPTED').toBeDefined();
      const at = id === 'verification.phoneConfirm' ? phoneTest : test;
      const answer = await at.call(call, { ...(call.token === 'required' && { token: tokenFor(call) }), ...input });
      expect(answer.body).toMatchObject({ success: true });
      expect(answer.status).toBe(200);
      expect(v.safeParse(call.value, answer.body.value).issues).toBeUndefined();
    });
  }

  if (call.token === 'required')
    it('refuses a missing, a broken and an unknown token', async () => {
      for (const bad of [undefined, 'x', 'A'.repeat(43)]) {
        const answer = await test.call(call, { ...(bad !== undefined && { token: bad }), body: call.encrypted ? {} : undefined });
        expect(answer.status).toBe(401);
        expect(answer.body).toEqual({ success: false, value: null, code: 'unauthorized', message: 'You are not logged in, please login.' });
      }
    });

  it('refuses a wrong shape', async () => {
    const answer = await test.call(call, { token: tokenFor(call), query: { surprise: '1' } });
    expect([answer.status, answer.body.success, answer.body.value]).toEqual([400, false, null]);
    expect(answer.body.code).toMatch(/^(bad_request|payload_invalid)$/);
  });

  if (call.encrypted)
    it('accepts only a sealed payload', async () => {
      const input = await ACCEPTED[id]?.();
      for (const body of [
        input?.body,
        { payload: 'x' },
        { payload: 'a.b.c.d.e' },
        { payload: 7 },
        { ...(input?.body as object), payload: 'a.b.c.d.e' },
        [],
      ]) {
        const sent = test.request(call.method, call.path).set('Authorization', `Bearer ${tokenFor(call)}`);
        const answer = await sent.send(body as object);
        expect([answer.status, answer.body.code]).toEqual([400, 'payload_invalid']);
      }
    });

  if (call.actors === 'real')
    it('refuses a trial account', async () => {
      const answer = await test.call(call, { ...(await ACCEPTED[id]?.()), token: await test.login('trial01') });
      expect([answer.status, answer.body.code]).toEqual([403, 'in_need_true_account']);
    });
});

describe('any request', () => {
  const info = () => byId('member.info');

  it('to an unknown path is not found, in the language of the request', async () => {
    const answer = await test.request('GET', '/wps/nothing').set('Language', 'xx');
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect((await test.request('GET', `${info().path}/`)).status).toBe(404);
  });

  it('with a wrong method gets the allowed ones', async () => {
    const answer = await test.request('POST', info().path);
    expect([answer.status, answer.body.code, answer.headers.allow]).toEqual([405, 'method_not_allowed', 'GET']);
  });

  it.each([
    ['broken JSON', '{"a":', 'bad_request', 400],
    ['a prototype', '{"__proto__":{"admin":true}}', 'bad_request', 400],
    ['a nested prototype', '{"amount":{"constructor":{}}}', 'bad_request', 400],
    ['no object', '"text"', 'bad_request', 400],
    ['too much', JSON.stringify({ amount: 'x'.repeat(33_000) }), 'body_too_large', 413],
  ])('with %s in its body is refused', async (_name, body, code, status) => {
    const { path } = byId('deposit.create');
    const answer = await test
      .request('POST', path)
      .set('Authorization', `Bearer ${token}`)
      .set('Content-Type', 'application/json')
      .send(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it.each(['pageNo=1&pageNo=2', '__proto__=1', 'pageNo=0', 'pageNo=1e3', 'pageSize=101', 'gameCategory=SLOTS'])(
    'with the query %s is refused',
    async (query) => {
      const answer = await test.request('GET', `${byId('games.list').path}?${query}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
    },
  );

  it.each([
    ['session.login', { username: 'demo\u000001', password: 'x' }],
    ['session.loginCode', { username: 'demo\u000001' }],
  ])('with a NUL character is refused as the caller’s error: %s', async (id, body) => {
    const answer = await test.call(byId(id), { body });
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
  });

  it.each(['0', '-5', '1.234', 'NaN', '1e9', '', ' 5', '٥', 5, null, ['5'], { amount: '5' }])(
    'for the amount %j is refused with the text of amounts',
    async (amount) => {
      const answer = await test.call(byId('deposit.create'), { token, body: { channel: 'DEMO_BANK', amount, reference: reference(9) } });
      expect(answer.status).toBe(400);
      expect(answer.body.code).toMatch(/^(amount_invalid|bad_request)$/);
      expect(answer.body.errors.amount.message).not.toBe('');
    },
  );

  it.each([
    ['records.movementExport', { account: 'wallet', cursor: '1-2' }],
    ['records.movementExport', { account: 'wallet', cursor: '9'.repeat(30) }],
    ['bets.export', { cursor: '-' }],
    ['bets.export', { cursor: `${'9'.repeat(20)}-1` }],
    ['bets.export', { cursor: `1-${'9'.repeat(20)}` }],
  ])('with an unknown cursor is refused: %s %j', async (id, query) => {
    const answer = await test.call(byId(id), { token, query });
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
  });

  it('of another merchant is refused', async () => {
    expect((await test.request('GET', byId('session.keys').path).set('Merchant', 'other')).status).toBe(400);
    expect((await test.request('GET', byId('session.keys').path).set('Merchant', 'lagoon')).status).toBe(200);
  });

  it('is answered for the client address that the portal names', async () => {
    const answer = await test.request('GET', byId('system.status').path).set('X-Client-Address', '203.0.113.9');
    expect(answer.body.value.location).toEqual({ ip: '203.0.113.9', country: null });
  });
});

describe('the internal pages', () => {
  it('return health and the trial balance', async () => {
    expect((await test.request('GET', '/internal/health')).body).toEqual({ ok: true, database: 'up' });
    const audit = (await test.request('GET', '/internal/audit')).body;
    // The wages and cashback of the other tests are rows without play.
    expect(audit.differences.filter((line: string) => !/^(?:wage|cashback) \d+: /.test(line))).toEqual([]);
    expect(audit.lines[0].balance).toMatch(/^-?\d+\.\d{4}$/);
    expect((await test.request('GET', '/internal/other')).status).toBe(404);
  });
});
