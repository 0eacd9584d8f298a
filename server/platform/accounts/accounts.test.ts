import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memberInfo, memberPassword, memberRegister, sessionKeys, sessionLogin, sessionLogout } from '../../../shared/api/account-calls.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { type PayloadKey, sealPayload } from '../../../shared/api/seal.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';
import { audit } from '../wallet/index.ts';

const LOGIN = sessionLogin as unknown as AnyCall;
const REGISTER = memberRegister as unknown as AnyCall;
const PASSWORD_CALL = memberPassword as unknown as AnyCall;
const INFO = memberInfo as unknown as AnyCall;
const LOGOUT = sessionLogout as unknown as AnyCall;
const PASSWORD = 'calm-tide-9';
const MINUTE_MS = 60_000;

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(async () => {
  expect((await audit(test.db)).differences).toEqual([]);
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

let members = 0;
const freshName = () => {
  members += 1;
  return `captain${members}x`;
};
const register = (form: Record<string, unknown>) => test.call(REGISTER, { body: { password: PASSWORD, agreed: true, ...form } });
const login = async (username: string, password: string) => (await test.call(LOGIN, { body: { username, password } })).body;
const info = (token: string) => test.call(INFO, { token });
async function newMember(): Promise<{ name: string; token: string }> {
  const name = freshName();
  return { name, token: (await register({ username: name })).body.value.token as string };
}

describe('registration', () => {
  it('signs the new member in, with an open wallet and no money', async () => {
    const username = freshName();
    const { body } = await register({ username: `  ${username} `, affiliateCode: 'AFF123', referralCode: 'REF456' });
    expect(body.value).toMatchObject({
      firstTimeLogin: false,
      passwordExpired: false,
      member: { account: username, type: 0, currency: 'USD' },
    });
    const balance = await test.request('GET', '/wps/v2/wallets/balance').set('Authorization', `Bearer ${body.value.token}`);
    expect(balance.body.value).toMatchObject({ sumBalance: '0.0000', currency: 'USD', currencySymbol: '$' });
    const row = await test.db.selectFrom('member').selectAll().where('account', '=', username).executeTakeFirstOrThrow();
    expect([row.affiliate_code, row.referral_code, row.profile]).toEqual(['AFF123', 'REF456', {}]);
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('names every wrong field at once, with its text', async () => {
    const { status, body } = await register({ username: '7up', password: '123456', confirmPassword: '1234567' });
    expect([status, body.success, body.code]).toEqual([200, false, 'invalid_fields']);
    expect(body.errors).toEqual({
      username: {
        code: 'field_length',
        params: { pattern: 1, length: '6–16' },
        message: 'Please enter 6–16 letters or digits, starting with a letter.',
      },
      password: { code: 'field_length', params: { pattern: 9, length: '8–20' }, message: 'Please enter 8–20 characters, without spaces.' },
      confirmPassword: { code: 'field_mismatch', message: 'The two entries are inconsistent.' },
    });
  });

  it('refuses a password that everybody guesses, and missing terms', async () => {
    expect((await register({ username: freshName(), password: 'password123' })).body.errors.password.code).toBe('field_password_common');
    expect((await register({ username: freshName(), agreed: false })).body.code).toBe('terms_required');
  });

  it('gives a name once, whatever its case, however many ask at the same time', async () => {
    const username = freshName();
    const answers = await Promise.all([username, username.toUpperCase(), username, username].map((name) => register({ username: name })));
    const codes = answers.map(({ body }) => (body.success ? 'ok' : body.code));
    expect(codes.sort()).toEqual(['ok', 'username_taken', 'username_taken', 'username_taken']);
    const refused = answers.find(({ body }) => !body.success)?.body;
    expect(refused.errors.username.code).toBe('field_taken');
    const accounts = await test.db.selectFrom('member').select('id').where('account_key', '=', username).execute();
    expect(accounts).toHaveLength(1);
    const wallets = await test.db
      .selectFrom('ledger_account')
      .select('id')
      .where('owner', '=', accounts[0]?.id ?? '')
      .execute();
    expect(wallets).toHaveLength(1);
  });
});

describe('signing in', () => {
  it('takes the name in any case and tells the sign-in before', async () => {
    const { name } = await newMember();
    const first = await login(name.toUpperCase(), PASSWORD);
    expect(first.value.member.account).toBe(name);
    expect(first.value.member.lastLoginAt).not.toBeNull();
    expect((await login(name, ` ${PASSWORD} `)).success).toBe(true);
  });

  it('answers the same for unknown names, wrong passwords and locked names', async () => {
    const { name } = await newMember();
    const wrong = await login(name, 'wrong-password-1');
    const unknown = await login('nobody-at-all', 'wrong-password-1');
    for (let tries = 0; tries < 3; tries += 1) await login(name, 'wrong-password-1');
    const locked = await login(name, PASSWORD);
    expect(wrong).toEqual({
      success: false,
      value: null,
      code: 'wrong_credentials',
      message: 'Wrong account or password. Please check both and try again.',
    });
    expect(unknown).toEqual(wrong);
    expect(locked).toEqual(wrong);
  });

  it('does the same writing for unknown names as for known ones', async () => {
    const { name } = await newMember();
    await login(name, 'wrong-password-1');
    await login('ghost-captain', 'wrong-password-1');
    const rows = await test.db
      .selectFrom('login_failure')
      .select(['account_key', 'failures'])
      .where('account_key', 'in', [name, 'ghost-captain'])
      .execute();
    expect(rows.map((row) => row.failures)).toEqual([1, 1]);
  });

  it('is locked for thirty minutes after three failures, also when they come at once', async () => {
    const { name } = await newMember();
    await Promise.all(Array.from({ length: 6 }, () => login(name, 'wrong-password-1')));
    expect((await login(name, PASSWORD)).code).toBe('wrong_credentials');
    test.clock.advance(29 * MINUTE_MS);
    expect((await login(name, PASSWORD)).code).toBe('wrong_credentials');
    test.clock.advance(2 * MINUTE_MS);
    expect((await login(name, PASSWORD)).success).toBe(true);
  });

  it('forgets failures after a success and after thirty minutes', async () => {
    const { name } = await newMember();
    for (const password of ['wrong-1-1', 'wrong-1-2', PASSWORD, 'wrong-1-3', 'wrong-1-4']) await login(name, password);
    expect((await login(name, PASSWORD)).success).toBe(true);
    for (const password of ['wrong-2-1', 'wrong-2-2']) await login(name, password);
    test.clock.advance(31 * MINUTE_MS);
    await login(name, 'wrong-2-3');
    expect((await login(name, PASSWORD)).success).toBe(true);
  });
});

describe('a session', () => {
  it('ends on the server at sign-out', async () => {
    const { token } = await newMember();
    expect((await info(token)).status).toBe(200);
    await test.call(LOGOUT, { token });
    expect((await info(token)).status).toBe(401);
  });

  it('ends after thirty idle minutes, not while it is used', async () => {
    const { token } = await newMember();
    for (let use = 0; use < 3; use += 1) {
      test.clock.advance(20 * MINUTE_MS);
      expect((await info(token)).status).toBe(200);
    }
    test.clock.advance(31 * MINUTE_MS);
    expect((await info(token)).status).toBe(401);
  });

  it('ends after a day even when it is used', async () => {
    const { token } = await newMember();
    for (let minutes = 0; minutes < 24 * 60; minutes += 25) {
      expect((await info(token)).status).toBe(200);
      test.clock.advance(25 * MINUTE_MS);
    }
    expect((await info(token)).status).toBe(401);
  });

  it('is stored as a hash only', async () => {
    const { token } = await newMember();
    const rows = await test.db.selectFrom('member_session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('changing the password', () => {
  const change = async (token: string, oldPassword: string, newPassword: string, confirmNewPassword = newPassword) =>
    (await test.call(PASSWORD_CALL, { token, body: { oldPassword, newPassword, confirmNewPassword } })).body;

  it('needs the old one, a good new one and its repetition', async () => {
    const { token } = await newMember();
    expect((await change(token, 'wrong-password-1', 'new-calm-tide')).code).toBe('old_password_wrong');
    const bad = await change(token, PASSWORD, '123456', '1234567');
    expect(Object.keys(bad.errors)).toEqual(['newPassword', 'confirmNewPassword']);
    expect((await change(token, PASSWORD, PASSWORD)).errors.newPassword.code).toBe('field_password_same');
  });

  it('ends every other session and leaves this one', async () => {
    const { name, token } = await newMember();
    const other = (await login(name, PASSWORD)).value.token as string;
    expect(await change(token, PASSWORD, 'new-calm-tide')).toEqual({ success: true, value: {} });
    expect([(await info(token)).status, (await info(other)).status]).toEqual([200, 401]);
    expect((await login(name, PASSWORD)).code).toBe('wrong_credentials');
    expect((await login(name, 'new-calm-tide')).success).toBe(true);
  });

  it('locks like a sign-in when the old one is guessed', async () => {
    const { token } = await newMember();
    for (let tries = 0; tries < 3; tries += 1) await change(token, 'wrong-password-1', 'new-calm-tide');
    expect((await change(token, PASSWORD, 'new-calm-tide')).code).toBe('old_password_wrong');
  });
});

describe('a sealed payload', () => {
  const key = async () => (await test.request('GET', sessionKeys.path)).body.value.keys[0] as PayloadKey;
  const send = (payload: string) => test.request('POST', LOGIN.path).send({ payload });
  const credentials = { username: 'demo01', password: 'Lagoon-demo-1' };
  const content = () => ({
    iat: Math.floor(test.clock.now().getTime() / 1000),
    nonce: crypto.randomUUID(),
    call: LOGIN.id,
    data: credentials,
  });
  const sealWith = async (header: Record<string, unknown>, inside: unknown) => {
    const jwk = await key();
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(inside)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk.kid, ...header })
      .encrypt(await importJWK(jwk, 'ECDH-ES'));
  };
  const refusal = async (payload: string) => {
    const { status, body } = await send(payload);
    return [status, body.code];
  };

  it('is published without its private part', async () => {
    expect(Object.keys(await key()).sort()).toEqual(['crv', 'kid', 'kty', 'x', 'y']);
  });

  it('is accepted once', async () => {
    const payload = await sealPayload(await key(), LOGIN.id, credentials, test.clock.now().getTime());
    expect((await send(payload)).body.success).toBe(true);
    expect(await refusal(payload)).toEqual([400, 'payload_replayed']);
  });

  it('is accepted once of many at the same time', async () => {
    const payload = await sealPayload(await key(), LOGIN.id, credentials, test.clock.now().getTime());
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(payload)));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  });

  it('is refused outside of two minutes either way', async () => {
    for (const shift of [-150_000, 150_000]) {
      const payload = await sealPayload(await key(), LOGIN.id, credentials, test.clock.now().getTime() + shift);
      expect(await refusal(payload)).toEqual([400, 'payload_expired']);
    }
  });

  it('is refused on another call than its own', async () => {
    const payload = await sealPayload(await key(), 'member.register', credentials, test.clock.now().getTime());
    expect(await refusal(payload)).toEqual([400, 'payload_invalid']);
  });

  it('is refused when a single character was changed', async () => {
    const parts = (await sealPayload(await key(), LOGIN.id, credentials, test.clock.now().getTime())).split('.');
    for (const index of [0, 2, 3, 4]) {
      const changed = parts.map((part, at) => (at === index ? (part.startsWith('A') ? 'B' : 'A') + part.slice(1) : part)).join('.');
      expect(await refusal(changed)).toEqual([400, 'payload_invalid']);
    }
  });

  it.each([
    ['another key', { kid: 'unknown' }],
    ['another encryption', { enc: 'A128GCM' }],
    ['another key agreement', { alg: 'ECDH-ES+A256KW' }],
    ['a header that we never write', { cty: 'JSON' }],
  ])('is refused with %s', async (_name, header) => {
    expect(await refusal(await sealWith(header, content()))).toEqual([400, 'payload_invalid']);
  });

  it.each([
    ['alg none', { alg: 'none', enc: 'A256GCM' }],
    ['a direct key', { alg: 'dir', enc: 'A256GCM' }],
    ['a password with an endless count', { alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2c: 2_147_483_647, p2s: 'AAAA' }],
    ['compression', { alg: 'ECDH-ES', enc: 'A256GCM', zip: 'DEF', epk: {} }],
  ])('is refused with a forged header: %s', async (_name, header) => {
    const head = Buffer.from(JSON.stringify({ ...header, kid: (await key()).kid })).toString('base64url');
    expect(await refusal(`${head}..AAAA.AAAA.AAAA`)).toEqual([400, 'payload_invalid']);
  });

  it.each([
    ['no nonce', { nonce: undefined }],
    ['a short nonce', { nonce: 'abc' }],
    ['a time that is no number', { iat: 'now' }],
    ['more than it may have', { extra: 1 }],
  ])('is refused with %s inside', async (_name, change) => {
    expect(await refusal(await sealWith({}, { ...content(), ...change }))).toEqual([400, 'payload_invalid']);
  });

  it('is refused above eight kilobytes', async () => {
    const payload = await sealWith({}, { ...content(), data: { ...credentials, password: 'x'.repeat(9_000) } });
    expect(await refusal(payload)).toEqual([400, 'payload_invalid']);
  });

  it('is still opened with the key before the current one', async () => {
    const old = await key();
    await test.db
      .insertInto('payload_key')
      .values({
        kid: 'newer',
        private_jwk: JSON.stringify((await test.db.selectFrom('payload_key').selectAll().executeTakeFirstOrThrow()).private_jwk),
        created_at: new Date(test.clock.now().getTime() + 1000),
      })
      .execute();
    expect((await key()).kid).toBe('newer');
    expect((await send(await sealPayload(old, LOGIN.id, credentials, test.clock.now().getTime()))).body.success).toBe(true);
  });
});
