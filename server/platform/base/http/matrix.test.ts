import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import {
  addTestMember,
  callNamed,
  enrolTotp,
  openTestSession,
  sessionsOf,
  TEST_PASSWORD,
  type TestMember,
} from '../../identity/sessions/test-member.ts';
import { type CallOptions, openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { inTransaction } from '../db/transaction.ts';

/**
 * Access rules for every call and kind of caller. Written by hand instead of computed from the call table: a change there without a change
 * here is a mistake.
 */
const ACTORS = [
  'visitor',
  'pending',
  'remembered',
  'ended',
  'expired',
  'blocked',
  'member',
  'trial',
  'freePlay',
  'agent1',
  'agent2',
  'agent41',
  'agent42',
  'idle',
  'mustChange',
  'unconfirmed',
  'idleTrial',
] as const;
type ActorKind = (typeof ACTORS)[number];
/** `in`: authorised; otherwise status and code of the refusal. */
type Row = Readonly<Record<ActorKind, string>>;

const NO_SESSION = '401 unauthorized';
const IDLE = '200 session_idle';
const CHANGE_FIRST = '200 password_change_required';
const CONFIRM_FIRST = '200 confirmation_required';
const NO_TRIAL = '403 in_need_true_account';
const NO_TICKET = '200 step_expired';

const everybody = (outcome: string) => Object.fromEntries(ACTORS.map((actor) => [actor, outcome])) as Row;
const outside = {
  visitor: NO_SESSION,
  pending: NO_SESSION,
  remembered: NO_SESSION,
  ended: NO_SESSION,
  expired: NO_SESSION,
  blocked: NO_SESSION,
};

const OPEN = everybody('in');
/** Calls that confirm a session, end it or read its state. */
const ALWAYS: Row = { ...OPEN, ...outside };
const WHILE_CHANGING: Row = { ...ALWAYS, idle: IDLE, idleTrial: IDLE };
const SIGNED_IN: Row = { ...WHILE_CHANGING, mustChange: CHANGE_FIRST };
const REAL: Row = { ...SIGNED_IN, trial: NO_TRIAL, freePlay: NO_TRIAL, idleTrial: NO_TRIAL };
/** Calls that change credentials. */
const CONFIRMED: Row = { ...REAL, unconfirmed: CONFIRM_FIRST };
const NO_AGENT = '403 not_agent';
/** Calls for agents. Idle agents are refused for being idle first. */
const AGENT_ONLY: Row = { ...REAL, member: NO_AGENT, idle: NO_AGENT, mustChange: NO_AGENT, unconfirmed: NO_AGENT };
const TICKET: Row = { ...everybody(NO_TICKET), pending: 'in' };

const RULES: Readonly<Record<string, Row>> = {
  'agent.affiliate': OPEN,
  'agent.announcements': AGENT_ONLY,
  'agent.apply': { ...OPEN, trial: NO_TRIAL, freePlay: NO_TRIAL },
  'agent.desk': AGENT_ONLY,
  'agent.downlineRegister': AGENT_ONLY,
  'agent.linkCreate': AGENT_ONLY,
  'agent.linkSwitch': AGENT_ONLY,
  'agent.linkVisit': OPEN,
  'bets.export': SIGNED_IN,
  'bets.list': SIGNED_IN,
  'bets.verified': SIGNED_IN,
  'vip.rank': REAL,
  'cashback.claim': REAL,
  'cashback.overview': REAL,
  'cashback.rates': OPEN,
  'cashback.statement': REAL,
  'cashback.statements': REAL,
  'chat.messages': OPEN,
  'chat.report': REAL,
  'chat.send': REAL,
  'content.announcements': OPEN,
  'content.availablePromotions': SIGNED_IN,
  'content.help': OPEN,
  'content.vipLevels': OPEN,
  'deposit.cancel': REAL,
  'deposit.channels': REAL,
  'deposit.confirm': REAL,
  'deposit.create': REAL,
  'deposit.get': REAL,
  'deposit.list': REAL,
  'events.stream': SIGNED_IN,
  'feedback.list': SIGNED_IN,
  'feedback.send': OPEN,
  'ticket.open': OPEN,
  'games.favouriteIds': SIGNED_IN,
  'games.favouriteSet': SIGNED_IN,
  'games.favourites': SIGNED_IN,
  'games.hot': OPEN,
  'games.lastRound': REAL,
  'games.launch': SIGNED_IN,
  'games.list': OPEN,
  'games.menus': OPEN,
  'games.popular': OPEN,
  'games.rank': OPEN,
  'games.recent': SIGNED_IN,
  'games.rooms': SIGNED_IN,
  'games.types': OPEN,
  'games.vendors': OPEN,
  'games.winners': OPEN,
  'games.matches': OPEN,
  'inbox.list': SIGNED_IN,
  'inbox.read': SIGNED_IN,
  'inbox.unread': SIGNED_IN,
  'lottery.launch': SIGNED_IN,
  'lottery.menu': OPEN,
  'lottery.openedNumbers': OPEN,
  'lottery.recent': SIGNED_IN,
  'lottery.vnNumbers': OPEN,
  'missions.summary': SIGNED_IN,
  'missions.list': REAL,
  'missions.leaderboard': REAL,
  'missions.listing': REAL,
  'bonus.overview': REAL,
  'bonus.movements': REAL,
  'bonus.accept': REAL,
  'bonus.leave': REAL,
  'referral.overview': REAL,
  'promotions.list': OPEN,
  'promotions.join': REAL,
  'promotions.claim': REAL,
  'promotions.apply': REAL,
  'raffles.list': OPEN,
  'raffles.proof': OPEN,
  'raffles.join': REAL,
  'raffles.claim': REAL,
  'rewards.claim': REAL,
  'rewards.count': REAL,
  'rewards.history': REAL,
  'rewards.list': REAL,
  'points.balance': REAL,
  'points.rewards': OPEN,
  'points.redemptions': REAL,
  'points.config': OPEN,
  'points.details': REAL,
  'points.redeem': REAL,
  'points.convert': REAL,
  'points.codes': REAL,
  'points.picture': OPEN,
  'member.contactConfirm': CONFIRMED,
  'member.contactSend': CONFIRMED,
  'member.info': WHILE_CHANGING,
  'member.passkeyAdd': CONFIRMED,
  'member.passkeyRemove': CONFIRMED,
  'member.passkeyStart': CONFIRMED,
  // A free-play account has no password.
  'member.password': { ...WHILE_CHANGING, freePlay: NO_TRIAL },
  'member.passwordEmail': OPEN,
  'member.passwordReset': OPEN,
  'member.passwordVerification': OPEN,
  'member.recoveryCodes': CONFIRMED,
  'member.register': OPEN,
  'member.registerMobile': OPEN,
  'member.security': SIGNED_IN,
  'member.totpConfirm': CONFIRMED,
  'member.totpRemove': CONFIRMED,
  'member.totpStart': CONFIRMED,
  'records.funds': REAL,
  'records.movementExport': REAL,
  'records.movements': REAL,
  'records.profit': REAL,
  'records.statement': REAL,
  'member.avatar': SIGNED_IN,
  'member.icon': SIGNED_IN,
  'profile.appearance': CONFIRMED,
  'profile.avatar': CONFIRMED,
  'profile.get': REAL,
  'profile.update': CONFIRMED,
  'payment.change': CONFIRMED,
  'payout.add': CONFIRMED,
  'payout.list': REAL,
  'payout.remove': CONFIRMED,
  'withdrawal.cancel': REAL,
  'withdrawal.confirm': REAL,
  'withdrawal.get': REAL,
  'withdrawal.list': REAL,
  'withdrawal.options': REAL,
  'withdrawal.request': REAL,
  'protection.cancelLimit': REAL,
  'protection.confirmCheck': REAL,
  'protection.confirmLimit': REAL,
  'protection.exclude': REAL,
  'protection.play': REAL,
  'protection.removeLimit': REAL,
  'protection.return': REAL,
  'protection.setCheck': REAL,
  'protection.setLimit': REAL,
  'protection.state': REAL,
  'protection.timeOut': REAL,
  'session.confirm': ALWAYS,
  'session.end': SIGNED_IN,
  'session.firstLogin': WHILE_CHANGING,
  'session.freePlay': OPEN,
  'session.keys': OPEN,
  'session.list': SIGNED_IN,
  'session.login': OPEN,
  'session.loginCode': OPEN,
  'session.logout': ALWAYS,
  'session.oauthFinish': OPEN,
  // A second step's ticket is not valid for a registration.
  'session.oauthRegister': everybody(NO_TICKET),
  'session.oauthStart': OPEN,
  'session.passkeyLogin': OPEN,
  'session.passkeyOptions': OPEN,
  'session.remembered': { ...everybody(NO_SESSION), remembered: 'in' },
  'session.state': ALWAYS,
  // Authorised; refused by the handler, because the member's second step is an app and nothing can be sent.
  'session.stepSend': { ...TICKET, pending: '400 bad_request' },
  'session.stepState': TICKET,
  'session.stepVerify': TICKET,
  'setting.register': OPEN,
  'system.countries': OPEN,
  'system.domainRoute': OPEN,
  'system.language': OPEN,
  'system.router': OPEN,
  'system.status': OPEN,
  'system.whitelabel': OPEN,
  'upload.avatar': OPEN,
  'content.picture': OPEN,
  'upload.get': REAL,
  'upload.image': REAL,
  'verification.captcha': OPEN,
  'verification.challenge': OPEN,
  'verification.phoneConfirm': OPEN,
  'verification.phoneService': OPEN,
  'verification.smsNoLogin': OPEN,
  'verification.smsRegister': OPEN,
  'contracts.info': AGENT_ONLY,
  'contracts.dividend': AGENT_ONLY,
  'contracts.dividendAction': AGENT_ONLY,
  'contracts.daily': AGENT_ONLY,
  'contracts.dailyAction': AGENT_ONLY,
  'contracts.hourly': AGENT_ONLY,
  'contracts.hourlyAction': AGENT_ONLY,
  'contracts.realTime': AGENT_ONLY,
  'contracts.realTimeAction': AGENT_ONLY,
  'team.overview': AGENT_ONLY,
  'team.members': AGENT_ONLY,
  'team.memberExport': AGENT_ONLY,
  'team.bets': AGENT_ONLY,
  'team.betExport': AGENT_ONLY,
  'team.windowBets': AGENT_ONLY,
  'team.windowBetExport': AGENT_ONLY,
  'team.transactions': AGENT_ONLY,
  'team.transactionExport': AGENT_ONLY,
  'team.wages': AGENT_ONLY,
  'team.wageExport': AGENT_ONLY,
  'team.income': AGENT_ONLY,
  'team.memberBets': AGENT_ONLY,
  'transfer.downline': AGENT_ONLY,
  'transfer.state': REAL,
  'transfer.upline': REAL,
  'wages.export': AGENT_ONLY,
  'wages.statement': AGENT_ONLY,
  'wages.statements': AGENT_ONLY,
  'wallet.balance': SIGNED_IN,
  'wallet.collect': REAL,
  'wallet.list': REAL,
  'wallet.merchant': SIGNED_IN,
  'wallet.transfer': REAL,
};

const MOBILE = { countryDialingCode: '66', verificationCode: '000000', newPassword: 'calm-tide-77' };
const UNKNOWN_MEMBER = { username: 'nobody77', password: 'wrong-password-1' };
const RETURN = 'https://play.example/oauth/google';
const TEAM_DAYS: CallOptions = { query: { fromDay: '2026-11-01', toDay: '2026-11-30' } };
const TEAM_WINDOW: CallOptions = { query: { from: '2026-11-01T00:00:00.000Z', until: '2026-11-01T01:00:00.000Z' } };
/** Valid input, so that the handler runs, naming objects that do not exist, so that little happens. */
const INPUT: Readonly<Record<string, CallOptions>> = {
  'agent.affiliate': { query: { code: 'NOBODY77' } },
  'agent.apply': { body: { content: 'Hello' } },
  'agent.downlineRegister': { body: { account: 'x', password: 'x', kind: 'member' } },
  'agent.linkCreate': { body: { name: 'x', kind: 'member', rebate: 'none' } },
  'agent.linkSwitch': { body: { code: 'NOBODY77', active: true } },
  'agent.linkVisit': { body: { code: 'NOBODY77' } },
  'chat.report': { body: { messageId: '0' } },
  'chat.send': { body: { text: 'Hello', reference: 'matrix-test-reference' } },
  'content.announcements': { query: { types: 'B', platform: 'W', execution: 'B', language: 'EN' } },
  'contracts.dividendAction': { body: { action: 'Accept', contractId: 'c_none' } },
  'contracts.dailyAction': { body: { action: 'Accept', contractId: 'c_none' } },
  'contracts.hourlyAction': { body: { action: 'Accept', contractId: 'c_none' } },
  'contracts.realTimeAction': { body: { action: 'Accept', contractId: 'c_none' } },
  'deposit.cancel': { body: { depositId: 'd_none' } },
  'deposit.confirm': { body: { depositId: 'd_none' } },
  'deposit.create': { body: { channel: 'NO_BANK', amount: '50', reference: 'matrix-test-reference' } },
  'deposit.get': { query: { depositId: 'd_none' } },
  'feedback.send': { body: { content: 'Hello' } },
  'ticket.open': { body: { content: 'Hello' } },
  'games.favouriteSet': { body: { gameId: 'NO_GAME', favourite: true } },
  'games.hot': { query: { isPlatform: '2' } },
  'games.launch': { body: { gameId: 'NO_GAME' } },
  'games.menus': { query: { merchantCode: 'lagoon' } },
  'inbox.read': { body: { messageId: 'none' } },
  'lottery.launch': { body: { lottoArea: 'SEA' } },
  'games.popular': { query: { count: '20' } },
  'member.contactConfirm': { body: { channel: 'email', email: 'nobody@example.test', verificationCode: '000000' } },
  'member.contactSend': { body: { channel: 'email', email: 'nobody@example.test' } },
  'member.passkeyAdd': { body: { proof: '{}', name: 'Key' } },
  'member.passkeyRemove': { body: { id: 'none' } },
  'member.password': { body: { oldPassword: 'wrong-password-1', newPassword: 'calm-tide-77', confirmNewPassword: 'calm-tide-77' } },
  'member.passwordEmail': { body: { username: 'nobody77', email: 'nobody@example.test' } },
  'member.passwordReset': { body: { ticket: 'none', newPassword: 'calm-tide-77' } },
  'member.passwordVerification': { body: { mobileNum: '0812345670', ...MOBILE } },
  'member.register': { body: { ...UNKNOWN_MEMBER, agreed: true } },
  'member.registerMobile': { body: { mobileNum: '0812345670', countryDialingCode: '66', verificationCode: '000000', agreed: true } },
  'member.totpConfirm': { body: { code: '000000' } },
  'records.profit': { query: { fromDay: '2026-11-01', toDay: '2026-11-30' } },
  'records.statement': { query: { month: '2026-11' } },
  'protection.cancelLimit': { body: { kind: 'loss', period: 'day' } },
  'protection.confirmLimit': { body: { kind: 'loss', period: 'day' } },
  'protection.exclude': { body: { length: '6m', agreed: true, typedName: 'somebody else' } },
  'protection.removeLimit': { body: { kind: 'loss', period: 'day' } },
  'protection.setCheck': { body: { minutes: 7 } },
  'protection.setLimit': { body: { kind: 'loss', period: 'day', value: '0' } },
  'protection.timeOut': { body: { length: '24h', agreed: true } },
  'team.overview': TEAM_DAYS,
  'team.members': TEAM_DAYS,
  'team.memberExport': TEAM_DAYS,
  'team.bets': TEAM_DAYS,
  'team.betExport': TEAM_DAYS,
  'team.windowBets': TEAM_WINDOW,
  'team.windowBetExport': TEAM_WINDOW,
  'team.transactions': TEAM_DAYS,
  'team.transactionExport': TEAM_DAYS,
  'team.wages': TEAM_DAYS,
  'team.wageExport': TEAM_DAYS,
  'team.income': TEAM_DAYS,
  'team.memberBets': { query: { memberId: 'nobody' } },
  'transfer.downline': { body: { account: 'nobody77', amount: '50', paymentPassword: '000000', reference: 'matrix-test-reference' } },
  'transfer.upline': { body: { amount: '50', paymentPassword: '000000', reference: 'matrix-test-reference' } },
  'wages.export': { query: { kind: 'daily' } },
  'wages.statement': { query: { statementId: '0' } },
  'cashback.statement': { query: { statementId: '0' } },
  'rewards.claim': { body: { rewardId: 'all' } },
  'bonus.accept': { body: { offerId: '1' } },
  'bonus.leave': { body: { bonusId: '1', givesUp: '0.0000' } },
  'promotions.join': { body: { promotionId: 'matrix' } },
  'promotions.claim': { body: { promotionId: 'matrix' } },
  'promotions.apply': { body: { promotionId: 'matrix', comment: 'From the matrix.' } },
  'bets.verified': { body: { betId: '999999999' } },
  'missions.listing': { body: { listed: 'yes' } },
  'raffles.proof': { query: { raffleId: 'matrix' } },
  'raffles.join': { body: { raffleId: 'matrix' } },
  'raffles.claim': { body: { raffleId: 'matrix' } },
  'cashback.claim': { body: { statementId: 'all' } },
  'wages.statements': { query: { kind: 'daily' } },
  'wallet.collect': { body: { reference: 'matrix-test-reference' } },
  'wallet.transfer': { body: { vassalage: 'NO_VENDOR', direction: 'in', amount: '50', reference: 'matrix-test-reference' } },
  'profile.appearance': { body: { nickname: '' } },
  'profile.avatar': { body: { avatarType: 'STATIC', avatar: 'none' } },
  'profile.update': { body: {} },
  'payment.change': { body: { paymentPassword: '480159', confirmPaymentPassword: '0' } },
  'payout.add': { body: { provider: 'NO_BANK', holder: 'Nobody', accountNumber: '1' } },
  'payout.remove': { body: { id: 'pa_none' } },
  'withdrawal.cancel': { body: { withdrawalId: 'w_none' } },
  'withdrawal.confirm': { body: { withdrawalId: 'w_none', outcome: 'fully_received' } },
  'withdrawal.get': { query: { withdrawalId: 'w_none' } },
  'withdrawal.request': {
    body: { amount: '50', payoutAccountId: 'pa_none', paymentPassword: '000000', reference: 'a-reference-of-the-matrix' },
  },
  'session.confirm': { body: { method: 'password', proof: 'wrong-password-1' } },
  'session.end': { body: { id: 'none' } },
  'session.freePlay': { body: { os: 'Linux', platform: 'W', random: 'matrix-test-random', gatewayVersion: 3 } },
  'session.login': { body: UNKNOWN_MEMBER },
  'session.loginCode': { body: { username: 'nobody77' } },
  'session.oauthFinish': { body: { provider: 'google', flow: 'none', returnUrl: RETURN, redirectUri: RETURN } },
  'session.oauthRegister': { body: { username: 'nobody77', agreed: true } },
  'session.oauthStart': { body: { provider: 'google', redirectUri: RETURN } },
  'session.passkeyLogin': { body: { proof: '{}' } },
  'session.stepSend': { body: { method: 'sms' } },
  'session.stepVerify': { body: { method: 'totp', proof: '000000' } },
  'system.language': { body: { language: 'EN' } },
  'system.router': { query: { key: 'none' } },
  'upload.avatar': { query: { id: 'u_none' } },
  'content.picture': { query: { id: 'p_none' } },
  'points.picture': { query: { id: 'none' } },
  'points.redeem': {
    body: { goodsId: 'none', quantity: 1, paymentPassword: '480159', reference: 'matrix-reference-of-points' },
  },
  'points.convert': { body: { points: 100, paymentPassword: '480159', reference: 'matrix-reference-of-conversion' } },
  'points.codes': { body: { redemptionId: 'none', paymentPassword: '480159' } },
  'upload.get': { query: { id: 'u_none' } },
  'upload.image': { query: { purpose: 'feedback' }, raw: Buffer.from('none') },
  'verification.captcha': { query: { key: 'a-key-of-the-matrix' } },
  'verification.challenge': { query: { action: 'login' } },
  'verification.phoneConfirm': {
    body: { mobileNum: '0812345670', countryDialingCode: '66', purpose: 'login', verificationCode: '123456' },
  },
  'verification.smsNoLogin': { body: { mobileNum: '0812345670', countryDialingCode: '66' } },
  'verification.smsRegister': { body: { mobileNo: '0812345670', countryDialingCode: '66' } },
};
/** Refusals of the authorisation; any other response comes from a handler. */
const GATE = [NO_SESSION, IDLE, CHANGE_FIRST, CONFIRM_FIRST, NO_TRIAL, NO_TICKET, '403 not_agent', '403 forbidden', '200 not_logged_in'];

const AGENT = /^agent(\d+)$/;

let test: TestPlatform;
const members = new Map<ActorKind, TestMember>();
beforeAll(async () => {
  test = await openTestPlatform();
  for (const actor of ACTORS) members.set(actor, await memberFor(actor));
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

function memberOf(actor: ActorKind): TestMember {
  const member = members.get(actor);
  if (!member) throw new Error(`no member for ${actor}`);
  return member;
}

async function memberFor(actor: ActorKind): Promise<TestMember> {
  const agent = AGENT.exec(actor)?.[1];
  if (agent) return addTestMember(test, { type: Number(agent) });
  if (actor === 'trial' || actor === 'idleTrial') return addTestMember(test, { type: 4 });
  if (actor === 'freePlay') return addTestMember(test, { type: 4, columns: { free_play: true } });
  const member = await addTestMember(test);
  if (actor === 'pending') await enrolTotp(test, (await openTestSession(test, member)).token);
  if (actor === 'mustChange') await test.db.updateTable('member').set({ must_change: true }).where('id', '=', member.id).execute();
  return member;
}

/** A new bearer token for each call: some calls consume it. */
async function tokenOf(actor: ActorKind): Promise<string | undefined> {
  if (actor === 'visitor') return undefined;
  const member = memberOf(actor);
  if (actor === 'pending') return ticketOf(member);
  if (actor === 'remembered') return (await inTransaction(test.db, (tx) => sessionsOf(test).remember(tx, member.id))).token;
  const { token, sessionId } = await openTestSession(test, member);
  await restrictActor(actor, member, sessionId);
  return token;
}

async function ticketOf({ account }: TestMember): Promise<string> {
  const { body } = await test.call(callNamed('session.login'), { body: { username: account, password: TEST_PASSWORD } });
  return body.value.verification.ticket as string;
}

async function restrictActor(actor: ActorKind, { id }: TestMember, sessionId: string): Promise<void> {
  const before = (minutes: number) => new Date(test.clock.now().getTime() - minutes * MINUTE_MS);
  const setSession = (row: object) => test.db.updateTable('member_session').set(row).where('id', '=', sessionId).execute();
  if (actor === 'idle' || actor === 'idleTrial') await setSession({ seen_at: before(31) });
  if (actor === 'unconfirmed') await setSession({ confirmed_at: before(6) });
  if (actor === 'ended') await setSession({ ended_at: before(0) });
  if (actor === 'expired') await setSession({ expires_at: before(0) });
  if (actor === 'blocked') await test.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', id).execute();
}

async function outcomeOf(call: AnyCall, actor: ActorKind): Promise<string> {
  const token = await tokenOf(actor);
  const { status, code } = call.answer === 'events' ? await openStream(call, token) : await makeCall(call, token);
  const outcome = `${status} ${code}`;
  // Refused input means that the handler was not reached: INPUT is invalid then.
  if (status >= 500 || code === 'bad_request') return outcome;
  return GATE.includes(outcome) || status === 401 || status === 403 ? outcome : 'in';
}

async function makeCall(call: AnyCall, token: string | undefined) {
  const { status, body } = await test.call(call, { ...INPUT[call.id], ...(token !== undefined && { token }) });
  return { status, code: body.code as string | undefined };
}

/** A stream does not end by itself, so only its first bytes are read. */
async function openStream(call: AnyCall, token: string | undefined) {
  const giveUp = new AbortController();
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${test.url}${call.path}`, { headers, signal: giveUp.signal });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const code = isStream ? undefined : ((await answer.json()) as { code?: string }).code;
  giveUp.abort();
  return { status: answer.status, code };
}

describe('the gate', () => {
  it('has a rule for every call, and none for removed calls', () => {
    expect(Object.keys(RULES).toSorted()).toEqual(CALLS.map(({ id }) => id).toSorted());
  });

  it.each(CALLS.map((call) => [call.id, call] as const))('of %s opens for whom it should', async (id, call) => {
    const outcomes: Record<string, string> = {};
    for (const actor of ACTORS) outcomes[actor] = await outcomeOf(call, actor);
    expect(outcomes).toEqual(RULES[id]);
  });

  it.each(CALLS.map((call) => [call.id, call] as const))(
    'of %s is refused with the Merchant header of another merchant',
    async (_id, call) => {
      const token = await tokenOf('member');
      const answer = await test.call(call, { ...INPUT[call.id], headers: { Merchant: 'other' }, ...(token !== undefined && { token }) });
      expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
    },
  );
});
