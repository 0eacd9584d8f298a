import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { walletBalance } from '../../../../shared/api/balance/calls.ts';
import { payoutAdd, payoutList, payoutRemove } from '../../../../shared/api/payout-accounts/calls.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createSecrets } from '../../base/secrets.ts';
import { addTestMember, eventsOf, openTestSession, type TestMember } from '../../identity/sessions/test-member.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { testInbox } from '../../notify/inbox/test-inbox.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { addAccount, removeAccount } from './change.ts';
import { createPayoutAccounts, type PayoutAccountDeps, type PayoutAccounts } from './index.ts';
import { maskNumber, nameKey, readNumber } from './number.ts';
import { newAccount } from './test-inputs.ts';

let test: TestPlatform;
let member: TestMember;
let token = '';
let open: boolean;
let inbox: ReturnType<typeof testInbox>;
let deps: PayoutAccountDeps;
let accounts: PayoutAccounts;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));
beforeEach(async () => {
  member = await addTestMember(test);
  token = (await openTestSession(test, member)).token;
  open = false;
  inbox = testInbox();
  deps = {
    db: test.db,
    clock: test.clock,
    merchant: test.merchant,
    secrets: createSecrets(TEST_DATA_KEY),
    inbox,
    messages: { notify: async () => undefined },
    hasOpenPayout: async () => open,
  };
  accounts = createPayoutAccounts(deps);
});

const payee = () => ({ actor: { memberId: member.id }, clientAddress: '192.0.2.1', country: null });
const add = (more: Record<string, string> = {}) => addAccount(deps, payee(), newAccount(more) as never);
const list = async () => (await test.call(payoutList, { token })).body.value;
const codes = (error: { code: string; fields: Record<string, { code: string }> }) => [
  error.code,
  ...Object.entries(error.fields).map(([name, { code }]) => `${name} ${code}`),
];
const refused = (work: Promise<unknown>) =>
  work.then(
    () => ['done'],
    (error) => codes(error),
  );
async function rest(coolingHours: number): Promise<void> {
  const { settings } = await readMerchant(test.db, test.merchant);
  await saveSettings(test.db, test.merchant, { ...settings, payoutAccounts: { ...settings.payoutAccounts, coolingHours } });
}

describe('adding an account', () => {
  it('stores number and name sealed, shows them masked, adds a history line and notifies the member', async () => {
    const id = await add({ holder: 'Ann  Canary', accountNumber: '7788 4711-0815' });
    expect(await list()).toMatchObject({
      accounts: [{ id, kind: 'BANK', providerName: 'Harbour Bank', holder: 'Ann  Canary', masked: '•••• 0815', coolingUntil: null }],
      holder: 'Ann  Canary',
      most: 5,
    });
    expect(await accounts.number(test.db, id)).toBe('778847110815');
    const all = JSON.stringify((await sql`select to_jsonb(a) from payout_account a`.execute(test.db)).rows);
    // The digits inside a longer word are an id or a sealed value that contains them by chance.
    expect(all).not.toMatch(/47110815|(?<!\w)0815(?!\w)|Canary/i);
    expect(await eventsOf(test, member)).toEqual(['payout_account_added']);
    expect(inbox.posted).toMatchObject([{ template: 'payout_account_added', params: { account: 'Harbour Bank •••• 0815' } }]);
  });

  it('takes the name once; afterwards only the same one, in any bank’s spelling', async () => {
    await add({ holder: 'Zoë Ångström-Lý' });
    expect(await refused(add({ holder: 'ZOE ANGSTROM LY' }))).toEqual(['done']);
    expect(await refused(add({ holder: 'Zoe Other' }))).toEqual(['invalid_fields', 'holder field_holder_differs']);
    expect((await list()).accounts.map(({ holder }: { holder: string }) => holder)).toEqual(['Zoë Ångström-Lý', 'Zoë Ångström-Lý']);
  });

  it('names every wrong field at once', async () => {
    expect(await refused(add({ provider: 'NO_BANK', holder: '', accountNumber: '' }))).toEqual([
      'invalid_fields',
      'provider field_format',
      'holder field_required',
      'accountNumber field_required',
    ]);
    expect(await refused(add({ accountNumber: '12' }))).toEqual(['invalid_fields', 'accountNumber field_bank_number']);
  });

  it('refuses a number that the member has added already, and more than five, also at once', async () => {
    await add({ accountNumber: '99887766' });
    expect(await refused(add({ accountNumber: '9988 7766' }))).toEqual(['payout_account_taken', 'accountNumber field_taken']);
    const outcomes = await Promise.all(Array.from({ length: 7 }, () => refused(add())));
    expect(outcomes.flat().toSorted()).toEqual([...Array(4).fill('done'), ...Array(3).fill('payout_account_limit')]);
  });

  const reviews = () => test.db.selectFrom('account_review').selectAll().orderBy('id').execute();
  const of = (memberId: string) => ({ ...payee(), actor: { memberId } });

  it('reveals nothing of a number that another member has: same response, same traces, and a review for operators', async () => {
    const other = await addTestMember(test);
    const account = newAccount();
    const free = await test.call(payoutAdd, { token, body: newAccount() });
    await addAccount(deps, of(other.id), account as never);
    const shared = await test.call(payoutAdd, { token, body: account });
    const shape = (body: unknown) => JSON.stringify(body).replaceAll(/pa_[0-9a-f]{24}/g, 'pa');
    expect([shared.status, shape(shared.body)]).toEqual([free.status, shape(free.body)]);
    const [first, second] = (await list()).accounts as Record<string, unknown>[];
    expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? {}));
    expect(await eventsOf(test, member)).toEqual(['payout_account_added', 'payout_account_added']);
    const found = (await reviews()).filter(({ member_id }) => member_id === member.id);
    expect(found).toMatchObject([{ other_id: other.id, subject: 'payout', grounds: 'payout', state: 'open' }]);
    // A review of a payout account does not hold the member.
    expect((await test.call(walletBalance, { token })).body.value.held).toBeUndefined();
  });

  it('of members who add one number concurrently accepts all and reports each pair', async () => {
    const others = [await addTestMember(test), await addTestMember(test)];
    const ids = [member.id, ...others.map(({ id }) => id)];
    const account = newAccount();
    expect(await Promise.all(ids.map((id) => refused(addAccount(deps, of(id), account as never))))).toEqual([['done'], ['done'], ['done']]);
    const pairs = (await reviews())
      .filter(({ member_id }) => ids.includes(member_id))
      .map(({ member_id, other_id }) => [member_id, other_id].toSorted().join());
    expect(new Set(pairs).size).toBe(3);
  });

  it('counts every try with any result, and stops at ten a day', async () => {
    const account = newAccount();
    const outcomes = [];
    for (let n = 0; n < 12; n += 1) outcomes.push(...(await refused(add({ accountNumber: account.accountNumber as string }))));
    expect(outcomes.filter((code) => code === 'payout_account_too_many')).toHaveLength(2);
    expect(await refused(add())).toEqual(['payout_account_too_many']);
    test.clock.advance(24 * HOUR_MS);
    expect(await refused(add())).toEqual(['done']);
  });

  it('counts concurrent tries', async () => {
    const outcomes = await Promise.all(Array.from({ length: 14 }, () => refused(add())));
    expect(outcomes.flat().filter((code) => code === 'payout_account_too_many')).toHaveLength(4);
  });

  it('removes the counts of tries a day after the first one', async () => {
    const counted = () => test.db.selectFrom('payout_account_try').select('tries').where('member_id', '=', member.id).execute();
    await add();
    test.clock.advance(23 * HOUR_MS);
    await test.platform.runJob('payout account tries');
    expect(await counted()).toEqual([{ tries: 1 }]);
    test.clock.advance(HOUR_MS);
    await test.platform.runJob('payout account tries');
    expect(await counted()).toEqual([]);
  });
});

describe('removing an account', () => {
  it('is refused while a withdrawal to it is open', async () => {
    const id = await add();
    open = true;
    expect(await refused(removeAccount(deps, payee(), id))).toEqual(['payout_account_in_use']);
    open = false;
    expect(await refused(removeAccount(deps, payee(), id))).toEqual(['done']);
    expect(await refused(removeAccount(deps, payee(), id))).toEqual(['payout_account_not_found']);
    expect(inbox.posted.map(({ template }) => template)).toEqual(['payout_account_added', 'payout_account_removed']);
  });

  it('frees its number, and keeps it for the operator who paid', async () => {
    const account = newAccount();
    const id = await addAccount(deps, payee(), account as never);
    await removeAccount(deps, payee(), id);
    expect(await accounts.find(test.db, member.id, id)).toBeUndefined();
    expect(await accounts.number(test.db, id)).toBe(account.accountNumber);
    expect(await refused(addAccount(deps, payee(), account as never))).toEqual(['done']);
  });
});

describe('a payout', () => {
  const forPayout = (id: string) => refused(inTransaction(test.db, (tx) => accounts.forPayout(tx, member.id, id)));
  afterEach(() => rest(0));

  it('rests after the account was added', async () => {
    await rest(24);
    const id = await add();
    expect(await forPayout(id)).toEqual(['payout_account_cooling']);
    const account = await accounts.find(test.db, member.id, id);
    expect(account?.coolingUntil?.getTime()).toBe((account?.addedAt.getTime() ?? 0) + 24 * HOUR_MS);
    test.clock.advance(24 * HOUR_MS);
    expect(await forPayout(id)).toEqual(['done']);
  });

  it('rests after the payment password was set without the old one', async () => {
    await rest(24);
    const id = await add();
    test.clock.advance(48 * HOUR_MS);
    await test.db.updateTable('member').set({ payment_reset_at: test.clock.now() }).where('id', '=', member.id).execute();
    expect(await forPayout(id)).toEqual(['payment_password_cooling']);
    test.clock.advance(24 * HOUR_MS);
    expect(await forPayout(id)).toEqual(['done']);
  });

  it('is possible to the member’s own accounts only', async () => {
    const id = await add();
    const other = await addTestMember(test);
    expect(await refused(inTransaction(test.db, (tx) => accounts.forPayout(tx, other.id, id)))).toEqual(['payout_account_not_found']);
    expect(await accounts.find(test.db, other.id, id)).toBeUndefined();
  });
});

it('is added and removed by the calls', async () => {
  token = (await openTestSession(test, member)).token;
  const { id } = (await test.call(payoutAdd, { token, body: newAccount({ provider: 'CORAL_PAY', accountNumber: 'ann.canary@coral' }) }))
    .body.value;
  expect((await list()).accounts).toMatchObject([{ kind: 'EWALLET', masked: '•••• oral' }]);
  expect((await test.call(payoutRemove, { token, body: { id } })).body.success).toBe(true);
  expect((await list()).accounts).toEqual([]);
});

describe('numbers and names', () => {
  it('are read as people type them', () => {
    expect(readNumber('BANK', ' de89 3704-0044 ')).toBe('DE8937040044');
    expect(readNumber('EWALLET', '+61 491 570 156')).toBe('+61491570156');
    for (const typed of ['', 'ABCDEF', '1234', '12345;DROP', '1'.repeat(35)]) expect(readNumber('BANK', typed)).toBeUndefined();
    for (const typed of ['', 'ann', '<b>12345', 'a@b@c']) expect(readNumber('EWALLET', typed)).toBeUndefined();
    expect([maskNumber('778847110815'), maskNumber('anna')]).toEqual(['•••• 0815', '•••• na']);
  });

  it('are equal in any bank’s spelling, and different when a letter differs', () => {
    const same = [
      ['Nguyễn Thị Đào', 'NGUYEN THI DAO'],
      ["O'Hara, Jr.", 'o hara, jr'],
      ['Ｊｏｈｎ　Ｒｏｅ', 'john roe'],
    ];
    for (const [left = '', right = ''] of same) expect(nameKey(left)).toBe(nameKey(right));
    expect(nameKey('สมชาย')).not.toBe(nameKey('สมชย'));
    expect(nameKey('กี่')).not.toBe(nameKey('กี้'));
  });
});
