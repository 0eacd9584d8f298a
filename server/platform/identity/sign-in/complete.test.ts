import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { SignInPath, SignInResult } from './contracts.ts';
import { openStage, type Stage } from './test-stage.ts';

const TOTP = { totp: true, recoveryCodesLeft: 8, passkeys: 0 };
const HOME = { clientAddress: '203.0.113.7', country: 'TH' };
const AWAY = { clientAddress: '198.51.100.9', country: 'VN' };
const PATHS: readonly SignInPath[] = ['password', 'sms', 'code', 'passkey', 'remember', 'register', 'freeplay', 'oauth'];

let test: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  test = await openTestDatabase();
});
beforeEach(async () => {
  stage = await openStage(test.db);
});
afterAll(() => test.close());

function signedIn(result: SignInResult) {
  if (result.kind !== 'signed-in') throw new Error('a second step is wanted');
  return result;
}
function pending(result: SignInResult) {
  if (result.kind !== 'pending') throw new Error('no second step is wanted');
  return result;
}
const sessionOf = (token: string) =>
  test.db.selectFrom('member_session').selectAll().where('token_hash', '=', hashOfToken(token)).executeTakeFirstOrThrow();

describe.each(PATHS)('the path %s', (path) => {
  const expectedResult = path === 'passkey' ? 'signed-in' : 'pending';

  it('passes the gate for the second factor', async () => {
    const member = await stage.addMember();
    stage.held.set(member.id, TOTP);
    expect((await stage.complete({ member, path, caller: HOME })).kind).toBe(expectedResult);
  });

  it('passes the gate for new networks', async () => {
    const member = await stage.verifyContact(await stage.addMember(), 'email', 'sailor@example.com');
    const withBoth = await stage.verifyContact(member, 'sms', '+66812345678');
    signedIn(await stage.complete({ member: withBoth, path, caller: HOME }));
    expect((await stage.complete({ member: withBoth, path, caller: AWAY })).kind).toBe(expectedResult);
    expect((await stage.complete({ member: withBoth, path, caller: HOME })).kind).toBe('signed-in');
  });

  it('ends in a session, a line of history and the time of the sign-in', async () => {
    const member = await stage.addMember();
    const result = signedIn(await stage.complete({ member, path, caller: HOME }));
    expect(await stage.sessions.resolve(test.db, result.session.token)).toMatchObject({ memberId: member.id, mustChangePassword: false });
    expect(await stage.events(member.id)).toEqual(['signed_in']);
    expect(await stage.member(member.id)).toMatchObject({ last_login_at: stage.clock.now(), last_login_country: 'TH' });
  });
});

describe('a pending sign-in', () => {
  it('opens no session, stores no sign-in, and issues no device token', async () => {
    const member = await stage.addMember();
    stage.held.set(member.id, TOTP);
    const result = pending(await stage.complete({ member, path: 'password', caller: HOME, remember: true }));
    expect(result).toMatchObject({ reason: 'second_factor', methods: ['totp', 'recovery'], mobile: null, email: null });
    expect(result.expiresAt.getTime() - stage.clock.now().getTime()).toBe(10 * 60_000);
    expect((await stage.member(member.id)).last_login_at).toBeNull();
    for (const table of ['member_session', 'member_device', 'member_address'] as const)
      expect(await test.db.selectFrom(table).select('member_id').where('member_id', '=', member.id).execute()).toEqual([]);
  });

  it('is stored as a hash, with sealed details', async () => {
    const member = await stage.addMember({ password: '123456' });
    stage.held.set(member.id, TOTP);
    const { ticket } = pending(await stage.complete({ member, path: 'password', password: '123456', caller: HOME }));
    expect(ticket).toMatch(/^[\w-]{43}$/);
    const row = await test.db.selectFrom('pending_sign_in').selectAll().where('member_id', '=', member.id).executeTakeFirstOrThrow();
    expect(row.ticket_hash).toBe(hashOfToken(ticket));
    expect(JSON.stringify(row)).not.toMatch(/password|123456/);
    expect(stage.secrets.open('pending_sign_in', row.detail)).not.toContain('123456');
  });

  it('shows contacts masked, and only those that a code can go to', async () => {
    const member = await stage.verifyContact(await stage.addMember(), 'email', 'sailor@example.com');
    const both = await stage.verifyContact(member, 'sms', '+66812345678');
    await stage.complete({ member: both, path: 'password', caller: HOME });
    expect(await stage.complete({ member: both, path: 'password', caller: AWAY })).toMatchObject({
      reason: 'unregistered_address',
      methods: ['sms', 'email'],
      mobile: '•••• 5678',
      email: 's•••@e•••.com',
    });
    expect(await stage.complete({ member: both, path: 'sms', caller: AWAY })).toMatchObject({ methods: ['email'], mobile: null });
  });
});

describe('networks', () => {
  const networks = async (memberId: string) =>
    (await test.db.selectFrom('member_address').select('network').where('member_id', '=', memberId).orderBy('network').execute()).map(
      (row) => row.network,
    );

  it('are known after the first sign-in, and later only with more proof than a password', async () => {
    const member = await stage.addMember();
    const from = (path: SignInPath, clientAddress: string) => stage.complete({ member, path, caller: { clientAddress } });
    await from('password', '203.0.113.1');
    await from('password', '203.0.113.2');
    await from('oauth', '203.0.113.3');
    await from('remember', '203.0.113.4');
    expect(await networks(member.id)).toEqual(['203.0.113.1']);
    await from('sms', '203.0.113.5');
    await from('passkey', '203.0.113.6');
    expect(await networks(member.id)).toEqual(['203.0.113.1', '203.0.113.5', '203.0.113.6']);
  });

  it('of IPv6 are stored as /64', async () => {
    const member = await stage.verifyContact(await stage.addMember(), 'email', 'sailor6@example.com');
    const from = async (clientAddress: string) => (await stage.complete({ member, path: 'password', caller: { clientAddress } })).kind;
    expect(await from('2001:db8:1:2::1')).toBe('signed-in');
    expect(await from('2001:db8:1:2:aaaa::9')).toBe('signed-in');
    expect(await from('2001:db8:1:3::1')).toBe('pending');
    expect(await from('not an address')).toBe('pending');
  });
});

describe('devices', () => {
  it('get a token once, stored as a hash, which identifies them', async () => {
    const member = await stage.addMember();
    const { deviceToken, session } = signedIn(await stage.complete({ member, path: 'password', caller: HOME }));
    expect(deviceToken).toMatch(/^[\w-]{43}$/);
    const device = await test.db.selectFrom('member_device').selectAll().where('member_id', '=', member.id).executeTakeFirstOrThrow();
    expect([device.token_hash, device.id]).toEqual([hashOfToken(deviceToken), (await sessionOf(session.token)).device_id]);
    const again = signedIn(await stage.complete({ member, path: 'password', caller: { ...HOME, deviceToken } }));
    expect([again.deviceToken, (await sessionOf(again.session.token)).device_id]).toEqual(['', device.id]);
  });

  it('that are new cause a notification, except the very first', async () => {
    const member = await stage.addMember();
    const { deviceToken } = signedIn(await stage.complete({ member, path: 'register', caller: HOME }));
    await stage.complete({ member: await stage.member(member.id), path: 'password', caller: { ...HOME, deviceToken } });
    expect(stage.notices).toEqual([]);
    await stage.complete({ member: await stage.member(member.id), path: 'password', caller: HOME });
    expect(stage.notices).toEqual([{ memberId: member.id, template: 'new_device' }]);
  });

  it('of another member are new', async () => {
    const [one, other] = [await stage.addMember(), await stage.addMember()];
    const { deviceToken } = signedIn(await stage.complete({ member: one, path: 'password', caller: HOME }));
    const result = signedIn(await stage.complete({ member: other, path: 'password', caller: { ...HOME, deviceToken } }));
    expect(result.deviceToken).not.toBe('');
  });

  it('that were not used for a year are removed', async () => {
    const member = await stage.addMember();
    await stage.complete({ member, path: 'password', caller: HOME });
    stage.clock.advance(366 * DAY_MS);
    await stage.signIn.sweep();
    expect(await test.db.selectFrom('member_device').select('id').where('member_id', '=', member.id).execute()).toEqual([]);
  });
});

describe('remembering', () => {
  it('starts a family on request, and not for a remembered sign-in', async () => {
    const member = await stage.addMember();
    const { remember, session } = signedIn(await stage.complete({ member, path: 'password', caller: HOME, remember: true }));
    expect(remember).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/), expiresAt: expect.any(String) });
    expect((await sessionOf(session.token)).remember_family).toBe('family-1');
    expect(signedIn(await stage.complete({ member, path: 'password', caller: HOME })).remember).toBeNull();
    const remembered = signedIn(
      await stage.complete({ member, path: 'remember', caller: HOME, remember: true, rememberFamily: 'family-0' }),
    );
    expect(remembered.remember).toBeNull();
    expect((await sessionOf(remembered.session.token)).remember_family).toBe('family-0');
  });
});

describe('a password that must be changed', () => {
  const weak = async (path: SignInPath) => {
    const member = await stage.addMember({ password: '123456', ownPassword: false });
    const result = signedIn(await stage.complete({ member, path, caller: HOME, ...(path === 'password' && { password: '123456' }) }));
    const { change_until } = await sessionOf(result.session.token);
    return {
      must: result.mustChangePassword,
      resultFlag: result.member.must_change,
      storedFlag: (await stage.member(member.id)).must_change,
      mayChange: change_until !== null,
    };
  };

  it.each(PATHS)('on the path %s', async (path) => {
    const must = path === 'password' || path === 'remember';
    expect(await weak(path)).toEqual({ must, resultFlag: must, storedFlag: must, mayChange: path === 'password' });
  });

  it('stays required, and the first sign-in stays the first until the change', async () => {
    const member = await stage.addMember({ ownPassword: false });
    for (let time = 0; time < 2; time += 1) {
      const result = signedIn(await stage.complete({ member: await stage.member(member.id), path: 'password', caller: HOME }));
      expect([result.firstTimeLogin, result.mustChangePassword]).toEqual([true, true]);
    }
  });

  it('is reported as expired also without further consequences', async () => {
    await stage.change((settings) => {
      settings.passwordExpiryDays = 30;
      settings.features.passwordExpiry = false;
    });
    const member = await stage.addMember();
    stage.clock.advance(31 * DAY_MS);
    const result = signedIn(await stage.complete({ member, path: 'password', caller: HOME }));
    expect([result.passwordExpired, result.mustChangePassword]).toEqual([true, false]);
  });
});

describe('a lock', () => {
  const lock = async (account: string) => {
    const member = await stage.addMember();
    for (let n = 0; n < 4; n += 1)
      await stage.signIn.isPassword(member.account, member, `wrong-${account}-${n}`, {
        deviceToken: null,
        clientAddress: '',
        country: null,
      });
    return member;
  };
  const failures = (account: string) => stage.signIn.failures(account, undefined, { deviceToken: null });

  it('is unlocked by a code and by `unlock`, not by credentials that may be stolen', async () => {
    for (const path of ['sms', 'code', 'passkey'] as const) {
      const member = await lock(path);
      await stage.complete({ member, path, caller: HOME });
      expect(await failures(member.account)).toBe(0);
    }
    for (const path of ['remember', 'oauth'] as const) {
      const member = await lock(path);
      await stage.complete({ member, path, caller: HOME });
      expect(await failures(member.account)).toBe(4);
    }
    const member = await lock('unlock');
    await inTransaction(test.db, (tx) => stage.signIn.unlock(tx, member.account.toUpperCase()));
    expect(await failures(member.account)).toBe(0);
  });
});

describe('changes since the check of the proof', () => {
  it('refuses a password that has been changed', async () => {
    const member = await stage.addMember();
    await test.db.updateTable('member').set({ password_hash: 'another' }).where('id', '=', member.id).execute();
    await expect(stage.complete({ member, path: 'password', caller: HOME })).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect((await stage.complete({ member, path: 'sms', caller: HOME })).kind).toBe('signed-in');
  });

  it.each(PATHS)('refuses %s for a blocked member', async (path) => {
    const member = await stage.addMember();
    await test.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', member.id).execute();
    await expect(stage.complete({ member, path, caller: HOME })).rejects.toMatchObject({ code: 'wrong_credentials' });
  });

  it('counts: contacts that are no longer verified get no code', async () => {
    const member = await stage.verifyContact(await stage.addMember(), 'email', 'before@example.com');
    await stage.complete({ member, path: 'password', caller: HOME });
    await test.db.updateTable('member').set({ email_verified_at: null }).where('id', '=', member.id).execute();
    expect((await stage.complete({ member, path: 'password', caller: AWAY })).kind).toBe('signed-in');
  });
});

it('the previous sign-in is shown', async () => {
  const member = await stage.addMember();
  await stage.complete({ member, path: 'password', caller: HOME });
  const first = stage.clock.now();
  stage.clock.advance(60_000);
  const result = signedIn(await stage.complete({ member: await stage.member(member.id), path: 'password', caller: AWAY }));
  expect(result.member).toMatchObject({ previous_login_at: first, previous_login_country: 'TH' });
});
