import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSecrets } from '../../base/secrets.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { type AccountsTest, accountsTest } from './test-accounts.ts';

const secrets = createSecrets(TEST_DATA_KEY);
let test: TestPlatform;
let at: AccountsTest;
beforeAll(async () => {
  test = await openTestPlatform();
  at = accountsTest(test);
});
afterAll(() => test.close());

const plain = async (account: string, profile: Record<string, string>) => {
  await at.register({ username: account });
  const old = { profile: JSON.stringify(profile), sealed_profile: null };
  await test.db.updateTable('member').set(old).where('account', '=', account).execute();
};
const rows = async () => (await sql`select to_jsonb(m) as row from member m order by id`.execute(test.db)).rows;

it('seals at the start what older members have in plain, once, and leaves nothing behind', async () => {
  await plain('older1x', {
    payeeName: 'Ann Canary',
    email: 'Canary@Example.com',
    mobileNum: '0491570006',
    countryDialingCode: '61',
    idNumber: 'CANARY4711',
  });
  await plain('older2x', { email: 'no address', mobileNum: '12', countryDialingCode: '999', qqNum: '4711canary' });
  await test.platform.seed();
  const [first, second] = [await at.member('older1x'), await at.member('older2x')];
  expect(JSON.parse(secrets.open('member.profile', first.sealed_profile as string))).toEqual({
    payeeName: 'Ann Canary',
    idNumber: 'CANARY4711',
  });
  expect(secrets.open('member.email', first.email as string)).toBe('canary@example.com');
  expect(secrets.open('member.mobile', first.mobile as string)).toBe('+61491570006');
  expect([first.email_verified_at, first.mobile_verified_at]).toEqual([null, null]);
  expect(JSON.parse(secrets.open('member.profile', second.sealed_profile as string))).toEqual({
    email: 'no address',
    mobileNum: '12',
    countryDialingCode: '999',
    qqNum: '4711canary',
  });
  expect([second.email, second.mobile]).toEqual([null, null]);
  expect(JSON.stringify(await rows())).not.toMatch(/canary/i);
  const before = JSON.stringify(await rows());
  await test.platform.seed();
  expect(JSON.stringify(await rows())).toBe(before);
});

it('seals more than one batch', async () => {
  await sql`insert into member (id, merchant, account, account_key, type, currency, status, nickname, password_hash,
    password_changed_at, profile, created_at)
    select 'old' || n, 'lagoon', 'old' || n, 'old' || n, 0, 'USD', 'active', 'old' || n, 'x', now(),
    jsonb_build_object('payeeName', 'Canary ' || n), now() from generate_series(1, 250) n`.execute(test.db);
  await test.platform.seed();
  expect(JSON.stringify(await rows())).not.toMatch(/Canary/);
  expect(secrets.open('member.profile', (await at.member('old250')).sealed_profile as string)).toBe('{"payeeName":"Canary 250"}');
});
