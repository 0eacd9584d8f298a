import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../../../shared/api/call-table.ts';
import type { Schema } from '../../../../shared/api/client-call.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import { testAuthenticator } from '../../identity/factors/test-authenticator.ts';
import { addTestMember, callNamed, openTestSession, type TestMember } from '../../identity/sessions/test-member.ts';
import { createWallet, memberLegs } from '../../ledger/index.ts';
import {
  addTestPayee,
  paidTo,
  requestBody,
  requestedBy,
  TEST_PAYMENT_PASSWORD,
  type TestPayee,
} from '../../money/withdrawal/test-inputs.ts';
import { addApprovedVoucher } from '../../rewards/points/test-inputs.ts';
import { type CallOptions, openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { createEventHub } from '../events/hub.ts';
import { png } from '../uploads/test-pictures.ts';

const SITE = 'http://localhost';

let test: TestPlatform;
let owner: TestMember;
let ownerToken = '';
let strangerToken = '';
let agentToken = '';
beforeAll(async () => {
  test = await openTestPlatform();
  owner = await addTestMember(test);
  ownerToken = (await openTestSession(test, owner)).token;
  strangerToken = (await openTestSession(test, await addTestMember(test))).token;
  agentToken = (await openTestSession(test, await addTestMember(test, { type: 1 }))).token;
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

/** Field names of a schema, including those inside wrappers. */
function fieldsOf(schema: Schema): readonly string[] {
  if ('entries' in schema) return Object.keys(schema.entries as object);
  if ('wrapped' in schema) return fieldsOf(schema.wrapped as Schema);
  if ('pipe' in schema) return fieldsOf((schema.pipe as Schema[])[0] as Schema);
  return 'options' in schema ? (schema.options as Schema[]).flatMap(fieldsOf) : [];
}

let deposits = 0;
let deposit: string | undefined;
async function depositOfOwner(): Promise<string> {
  deposits += 1;
  const body = { channel: 'DEMO_BANK', amount: '50', reference: `owned-object-reference-${deposits}` };
  return (await test.call(callNamed('deposit.create'), { token: ownerToken, body })).body.value.depositId as string;
}

async function passkeyOfOwner(): Promise<string> {
  const key = testAuthenticator(SITE, owner.id);
  const { options } = (await test.call(callNamed('member.passkeyStart'), { token: ownerToken })).body.value;
  const body = { proof: key.create(options), name: 'Key' };
  return (await test.call(callNamed('member.passkeyAdd'), { token: ownerToken, body })).body.value.id as string;
}

async function messageOfOwner(): Promise<string> {
  const row = {
    member_id: owner.id,
    template: 'deposit_credited' as const,
    params: '{}',
    href: '',
    created_at: test.clock.now(),
    read_at: null,
  };
  const { id } = await test.db.insertInto('inbox_message').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function betOfOwner(): Promise<string> {
  const names = { provider: 'studio', round_id: `owned-${Math.random()}`, game_id: 'none', vassalage: 'NONE', game_category: 'RNG' };
  const amounts = {
    currency: 'USD',
    realm: 'real',
    stake: '10000',
    live_bets: 0,
    state: 'lost',
    opened_at: new Date(),
    settled_at: new Date(),
  } as const;
  const round = { ...names, ...amounts, member_id: owner.id };
  return (await test.db.insertInto('vendor_round').values(round).returning('id').executeTakeFirstOrThrow()).id;
}

async function transferOfOwner(): Promise<string> {
  const wallet = createWallet({ clock: test.clock, hub: createEventHub() });
  const { currency = '' } = (await wallet.balance(test.db, owner.id)) ?? {};
  const legs = memberLegs(owner.id, 'opening', 10_000n);
  const reference = `owned:${Math.random()}`;
  const result = await wallet.transfer(test.db, { reference, kind: 'adjustment', currency, realm: 'real', memberId: owner.id, legs });
  if (result.outcome !== 'posted') throw new Error(result.outcome);
  return result.transferId;
}

/** Created once, because their number per member is limited. */
async function payoutOfOwner(): Promise<string> {
  const [account] = (await test.call(callNamed('payout.list'), { token: ownerToken })).body.value.accounts as { id: string }[];
  if (account) return account.id;
  const body = { provider: 'HARBOUR_BANK', holder: 'Ann Canary', accountNumber: '55001102' };
  return (await test.call(callNamed('payout.add'), { token: ownerToken, body })).body.value.id as string;
}

let payee: TestPayee | undefined;
async function withdrawalOfOwner(): Promise<string> {
  payee ??= await addTestPayee(test, { ...owner, token: ownerToken });
  return requestedBy(test, payee);
}
async function paidOfOwner(): Promise<string> {
  await withdrawalOfOwner();
  return paidTo(test, payee as TestPayee);
}
async function payoutAccountOfOwner(): Promise<string> {
  await withdrawalOfOwner();
  return payee?.payoutAccountId ?? '';
}

/** An approved voucher. The member who asks for its codes enters the payment password. */
async function voucherOfOwner(): Promise<string> {
  await withdrawalOfOwner();
  return addApprovedVoucher(test, owner.id);
}

async function uploadOfOwner(): Promise<string> {
  const sent = { token: ownerToken, query: { purpose: 'feedback' }, raw: await png() };
  return (await test.call(callNamed('upload.image'), sent)).body.value.id as string;
}

/** Calls that name an object with an owner: how to create the object, and how to name it. */
const OWNED: Readonly<Record<string, { make: () => Promise<string>; input: (id: string) => CallOptions }>> = {
  'deposit.confirm depositId': { make: depositOfOwner, input: (depositId) => ({ body: { depositId } }) },
  'deposit.cancel depositId': { make: depositOfOwner, input: (depositId) => ({ body: { depositId } }) },
  'deposit.get depositId': { make: depositOfOwner, input: (depositId) => ({ query: { depositId } }) },
  'inbox.read messageId': { make: messageOfOwner, input: (messageId) => ({ body: { messageId } }) },
  'bets.list betId': { make: betOfOwner, input: (betId) => ({ query: { betId } }) },
  'bets.verified betId': { make: betOfOwner, input: (betId) => ({ body: { betId } }) },
  'records.movements transferId': { make: transferOfOwner, input: (transferId) => ({ query: { transferId } }) },
  'payout.remove id': { make: payoutOfOwner, input: (id) => ({ body: { id } }) },
  'withdrawal.request payoutAccountId': { make: payoutAccountOfOwner, input: (id) => ({ body: requestBody(id) }) },
  'withdrawal.get withdrawalId': { make: withdrawalOfOwner, input: (withdrawalId) => ({ query: { withdrawalId } }) },
  'withdrawal.cancel withdrawalId': { make: withdrawalOfOwner, input: (withdrawalId) => ({ body: { withdrawalId } }) },
  'withdrawal.confirm withdrawalId': {
    make: paidOfOwner,
    input: (withdrawalId) => ({ body: { withdrawalId, outcome: 'fully_received' } }),
  },
  'points.codes redemptionId': {
    make: voucherOfOwner,
    input: (redemptionId) => ({ body: { redemptionId, paymentPassword: TEST_PAYMENT_PASSWORD } }),
  },
  'upload.get id': { make: uploadOfOwner, input: (id) => ({ query: { id } }) },
  'session.end id': { make: async () => (await openTestSession(test, owner)).sessionId, input: (id) => ({ body: { id } }) },
  'member.passkeyRemove id': { make: passkeyOfOwner, input: (id) => ({ body: { id } }) },
};
/** Ids without an owner: games, chat messages, and numbers of the caller's own documents. */
const UNOWNED_IDS = [
  'chat.report messageId',
  'content.picture id',
  // Goods of the mall belong to no member.
  'points.picture id',
  'points.redeem goodsId',
  // Promotions belong to no member; entries are found by the member of the session.
  ...['promotions.join', 'promotions.claim', 'promotions.apply'].map((id) => `${id} promotionId`),
  // The same for raffles.
  ...['raffles.proof', 'raffles.join', 'raffles.claim'].map((id) => `${id} raffleId`),
  // Of agents only: `agents/contracts/contracts.test.ts`.
  'contracts.dividendAction contractId',
  'contracts.dailyAction contractId',
  'contracts.hourlyAction contractId',
  'contracts.realTimeAction contractId',
  'games.favouriteSet gameId',
  'games.lastRound gameId',
  'games.launch gameId',
  'games.launch nodeId',
  'games.list gameId',
  'member.register idNumber',
  'member.register recommenderId',
  'member.registerMobile idNumber',
  'member.registerMobile recommenderId',
  'payout.add accountNumber',
  'profile.update idNumber',
  // People of an agent's team: `agents/team/team.test.ts`.
  ...['team.bets', 'team.betExport', 'team.memberBets', 'team.windowBets', 'team.windowBetExport'].map((id) => `${id} memberId`),
  ...['team.transactions', 'team.transactionExport', 'team.wages', 'team.wageExport'].map((id) => `${id} memberId`),
  'team.memberBets betId',
  'team.memberBets roundId',
  // `play/records/bets.test.ts`
  'bets.list roundId',
  'upload.avatar id',
  'missions.leaderboard boardId',
  // `rewards/centre/centre.test.ts`
  'rewards.claim rewardId',
  // `rewards/bonus/bonus.test.ts`
  'bonus.accept offerId',
  'bonus.leave bonusId',
  // `rewards/cashback/cashback.test.ts`
  'cashback.claim statementId',
  'cashback.statement statementId',
  // Of agents only: `agents/wages/wages.test.ts`.
  'wages.statement statementId',
];

async function seedOwnedObjects(): Promise<string> {
  const tables = ['deposit', 'inbox_message', 'member_session', 'member_passkey', 'payout_account', 'withdrawal'] as const;
  const rows = await Promise.all(
    tables.map((table) => test.db.selectFrom(table).selectAll().where('member_id', '=', owner.id).orderBy('id').execute()),
  );
  return JSON.stringify(rows);
}

describe('objects of another member', () => {
  it('has a line here for every call that names something', () => {
    const named = CALLS.flatMap(({ id, query, body }) =>
      [...fieldsOf(query), ...fieldsOf(body)].filter((field) => /(^id|Id|Number)$/.test(field)).map((field) => `${id} ${field}`),
    );
    expect(named.toSorted()).toEqual([...Object.keys(OWNED), ...UNOWNED_IDS].toSorted());
  });

  it.each(Object.entries(OWNED))('does not exist for %s', async (name, { make, input }) => {
    const call = callNamed(name.split(' ')[0] ?? '');
    const id = await make();
    const before = await seedOwnedObjects();
    const answer = await test.call(call, { ...input(id), token: strangerToken });
    const unknown = await test.call(call, { ...input('unknown'), token: strangerToken });
    expect(answer.body.success).toBe(false);
    expect([answer.status, answer.body]).toEqual([unknown.status, unknown.body]);
    expect(await seedOwnedObjects()).toBe(before);
    // The same input succeeds for the owner, so it was not refused for another reason.
    const own = await test.call(call, { ...input(id), token: ownerToken });
    expect(call.answer === 'picture' ? own.type : own.body.success).toBe(call.answer === 'picture' ? 'image/webp' : true);
  });

  let passkey: string | undefined;
  it.each([
    'deposit.list',
    'inbox.list',
    'bets.list',
    'records.movements',
    'session.list',
    'transfer.state',
    'wallet.balance',
    'wallet.list',
    'member.info',
    'member.security',
    'payout.list',
    'withdrawal.list',
  ])('is not in the answer of %s', async (id) => {
    // Created once, because their number per member is limited.
    passkey ??= await passkeyOfOwner();
    deposit ??= await depositOfOwner();
    const ownedValues = [
      deposit,
      passkey,
      await payoutOfOwner(),
      await withdrawalOfOwner(),
      (await openTestSession(test, owner)).sessionId,
      owner.id,
      owner.account,
    ];
    const answer = await test.call(callNamed(id), { token: strangerToken });
    expect(answer.body.success).toBe(true);
    for (const value of ownedValues) expect(answer.text).not.toContain(`"${value}"`);
  });
});

describe('undeclared fields', () => {
  /** Fields with the name of a column; each is read by its own handler, none is written through. */
  const DECLARED: Readonly<Record<string, readonly string[]>> = {
    'games.launch': ['language'],
    'lottery.launch': ['language'],
    'system.language': ['language'],
    // Ids of a session and a passkey, not of the member.
    'session.end': ['id'],
    'member.passkeyRemove': ['id'],
    'payout.remove': ['id'],
    'profile.appearance': ['nickname', 'showWins'],
    'profile.avatar': ['avatarType', 'avatar'],
    'session.login': ['type'],
    'member.register': ['email', 'affiliateCode', 'referralCode'],
    'member.registerMobile': ['email', 'affiliateCode', 'referralCode'],
    'member.passwordEmail': ['email'],
    'member.contactSend': ['email'],
    'member.contactConfirm': ['email'],
    'session.oauthRegister': ['affiliateCode', 'referralCode'],
    'transfer.downline': ['account'],
    'contracts.dividendAction': ['account'],
    'contracts.dailyAction': ['account'],
    'contracts.hourlyAction': ['account'],
    'contracts.realTimeAction': ['account'],
    'agent.downlineRegister': ['account'],
    'agent.apply': ['account', 'email'],
  };
  const changing = CALLS.filter(({ method }) => method !== 'GET').map((call) => [call.id, call] as const);
  /** Besides today's columns: fields that similar portals accept. */
  const FAVOURITES = ['memberType', 'userType', 'isAgent', 'balance', 'sumBalance', 'upline', 'toUpline', 'memberId', 'role', 'admin'];
  let columns: readonly string[] = [];
  beforeAll(async () => {
    const row = await test.db.selectFrom('member').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow();
    const camel = (name: string) => name.replace(/_(\w)/g, (_all, character: string) => character.toUpperCase());
    columns = [...new Set([...Object.keys(row).flatMap((name) => [name, camel(name)]), ...FAVOURITES])];
  });

  const refusesField = ({ body }: AnyCall, name: string) => {
    const issues = v.safeParse(body, { [name]: 1 }).issues ?? [];
    return issues.some((issue) => issue.expected === 'never' && v.getDotPath(issue) === name);
  };

  it.each(changing)('are refused by %s, each of them', (id, call) => {
    expect(columns.length).toBeGreaterThan(40);
    expect(columns.filter((name) => !refusesField(call, name)).toSorted()).toEqual((DECLARED[id] ?? []).toSorted());
  });

  it.each(changing)('change nothing through %s', async (_id, call) => {
    const rowOfOwner = async () =>
      JSON.stringify(await test.db.selectFrom('member').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow());
    const count = async () => (await test.db.selectFrom('member').select('id').execute()).length;
    const [before, members] = [await rowOfOwner(), await count()];
    const body = Object.fromEntries(columns.map((name) => [name, 1]));
    const answer = await test.call(call, { token: call.actors === 'agent' ? agentToken : ownerToken, body });
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
    expect([await rowOfOwner(), await count()]).toEqual([before, members]);
  });
});
