import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../../shared/api/call-table.ts';
import type { AnyCall, Schema } from '../../../shared/api/define-call.ts';
import { testAuthenticator } from '../factors/test-authenticator.ts';
import { addTestMember, callNamed, openTestSession, type TestMember } from '../sessions/test-member.ts';
import { type CallOptions, openTestPlatform, type TestPlatform } from '../test-platform.ts';

const SITE = 'http://localhost';

let test: TestPlatform;
let owner: TestMember;
let ownerToken = '';
let strangerToken = '';
beforeAll(async () => {
  test = await openTestPlatform();
  owner = await addTestMember(test);
  ownerToken = (await openTestSession(test, owner)).token;
  strangerToken = (await openTestSession(test, await addTestMember(test))).token;
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

/** Names of the fields that a schema takes, whatever it is wrapped in. */
function fieldsOf(schema: Schema): readonly string[] {
  if ('entries' in schema) return Object.keys(schema.entries as object);
  if ('wrapped' in schema) return fieldsOf(schema.wrapped as Schema);
  if ('pipe' in schema) return fieldsOf((schema.pipe as Schema[])[0] as Schema);
  return 'options' in schema ? (schema.options as Schema[]).flatMap(fieldsOf) : [];
}

let deposits = 0;
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

/** Calls that name something which belongs to somebody: how the owner comes by one, and how it is named. */
const OWNED: Readonly<Record<string, { make: () => Promise<string>; input: (id: string) => CallOptions }>> = {
  'deposit.confirm depositId': { make: depositOfOwner, input: (depositId) => ({ body: { depositId } }) },
  'deposit.cancel depositId': { make: depositOfOwner, input: (depositId) => ({ body: { depositId } }) },
  'deposit.get depositId': { make: depositOfOwner, input: (depositId) => ({ query: { depositId } }) },
  'session.end id': { make: async () => (await openTestSession(test, owner)).sessionId, input: (id) => ({ body: { id } }) },
  'member.passkeyRemove id': { make: passkeyOfOwner, input: (id) => ({ body: { id } }) },
};
/** Names of what everybody may name: games, messages of the chat room, and the person's own papers. */
const NOBODYS = [
  'chat.report messageId',
  'games.favouriteSet gameId',
  'games.launch gameId',
  'games.launch nodeId',
  'games.list gameId',
  'member.register idNumber',
  'member.register recommenderId',
  'member.registerMobile idNumber',
  'member.registerMobile recommenderId',
];

async function ownedThings(): Promise<string> {
  const ofOwner = { deposit: 'deposit', member_session: 'session', member_passkey: 'passkey' } as const;
  const tables = Object.keys(ofOwner) as (keyof typeof ofOwner)[];
  const rows = await Promise.all(
    tables.map((table) => test.db.selectFrom(table).selectAll().where('member_id', '=', owner.id).orderBy('id').execute()),
  );
  return JSON.stringify(rows);
}

describe('what belongs to somebody else', () => {
  it('has a line here for every call that names something', () => {
    const named = CALLS.flatMap(({ id, query, body }) =>
      [...fieldsOf(query), ...fieldsOf(body)].filter((field) => /(^id|Id|Number)$/.test(field)).map((field) => `${id} ${field}`),
    );
    expect(named.toSorted()).toEqual([...Object.keys(OWNED), ...NOBODYS].toSorted());
  });

  it.each(Object.entries(OWNED))('does not exist for %s', async (name, { make, input }) => {
    const call = callNamed(name.split(' ')[0] ?? '');
    const id = await make();
    const before = await ownedThings();
    const answer = await test.call(call, { ...input(id), token: strangerToken });
    const unknown = await test.call(call, { ...input('unknown'), token: strangerToken });
    expect(answer.body.success).toBe(false);
    expect([answer.status, answer.body]).toEqual([unknown.status, unknown.body]);
    expect(await ownedThings()).toBe(before);
    // The same input is fine for the owner: it was not refused for something else.
    expect((await test.call(call, { ...input(id), token: ownerToken })).body.success).toBe(true);
  });

  it.each(['deposit.list', 'bets.list', 'session.list', 'wallet.balance', 'member.info', 'member.security'])(
    'is not in the answer of %s',
    async (id) => {
      const things = [
        await depositOfOwner(),
        await passkeyOfOwner(),
        (await openTestSession(test, owner)).sessionId,
        owner.id,
        owner.account,
      ];
      const answer = await test.call(callNamed(id), { token: strangerToken });
      expect(answer.body.success).toBe(true);
      for (const thing of things) expect(answer.text).not.toContain(`"${thing}"`);
    },
  );
});

describe('fields that nobody has asked for', () => {
  /** Fields of calls that happen to have the name of a column; each is read by its own handler, none is written through. */
  const DECLARED: Readonly<Record<string, readonly string[]>> = {
    'games.launch': ['language'],
    'lottery.launch': ['language'],
    'system.language': ['language'],
    // Of a session and of a passkey, not of the member.
    'session.end': ['id'],
    'member.passkeyRemove': ['id'],
    'session.login': ['type'],
    'member.register': ['email', 'affiliateCode', 'referralCode'],
    'member.registerMobile': ['email', 'affiliateCode', 'referralCode'],
    'member.passwordEmail': ['email'],
    'member.contactSend': ['email'],
    'member.contactConfirm': ['email'],
    'session.oauthRegister': ['affiliateCode', 'referralCode'],
  };
  const changing = CALLS.filter(({ method }) => method !== 'GET').map((call) => [call.id, call] as const);
  /** Beside the columns of today: what other portals of this kind have been seen to take. */
  const FAVOURITES = ['memberType', 'userType', 'isAgent', 'balance', 'sumBalance', 'upline', 'toUpline', 'memberId', 'role', 'admin'];
  let columns: readonly string[] = [];
  beforeAll(async () => {
    const row = await test.db.selectFrom('member').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow();
    const camel = (name: string) => name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
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
    const answer = await test.call(call, { token: ownerToken, body });
    expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
    expect([await rowOfOwner(), await count()]).toEqual([before, members]);
  });
});
