import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Caller } from '../../base/http/index.ts';
import { createSecrets } from '../../base/secrets.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { sealedContact } from '../../notify/contacts/contacts.ts';
import type { Messages } from '../../notify/messages/contracts.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { setPassword } from '../members/store.ts';
import { testPasswords } from '../members/test-passwords.ts';
import { addTestMember, callNamed, eventsOf, OTHER_PASSWORD, openTestSession, sessionsOf, TEST_PASSWORD } from '../sessions/test-member.ts';
import type { SignIn } from '../sign-in/contracts.ts';
import { changePassword } from './change-password.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

interface Form {
  readonly oldPassword?: string;
  readonly newPassword?: string;
  readonly confirmNewPassword?: string;
}

const change = async (token: string, { newPassword = OTHER_PASSWORD, confirmNewPassword = newPassword, ...old }: Form = {}) =>
  (await test.call(callNamed('member.password'), { token, body: { ...old, newPassword, confirmNewPassword } })).body;
const withOld = { oldPassword: TEST_PASSWORD };
const isAlive = async (token: string) => (await test.call(callNamed('member.info'), { token })).body.success as boolean;
const signIn = async (username: string, password: string) =>
  (await test.call(callNamed('session.login'), { body: { username, password } })).body;
async function newMember(more: Parameters<typeof addTestMember>[1] = {}, mayChange = false) {
  const member = await addTestMember(test, more);
  return { member, ...(await openTestSession(test, member, { mayChange })) };
}

describe('changing the password', () => {
  it('needs the old one, a good new one and its repetition', async () => {
    const { token } = await newMember();
    expect((await change(token)).errors.oldPassword.code).toBe('field_required');
    expect((await change(token, { oldPassword: 'wrong-password-1' })).code).toBe('old_password_wrong');
    const bad = await change(token, { ...withOld, newPassword: '1234567', confirmNewPassword: '12345678' });
    expect(Object.keys(bad.errors)).toEqual(['newPassword', 'confirmNewPassword']);
    expect((await change(token, { ...withOld, newPassword: ` ${TEST_PASSWORD} ` })).errors.newPassword.code).toBe('field_password_same');
    expect((await change(token, { ...withOld, newPassword: 'password123' })).errors.newPassword.code).toBe('field_password_common');
  });

  it('ends every other session and leaves this one', async () => {
    const { member, token } = await newMember();
    const other = await openTestSession(test, member);
    expect(await change(token, withOld)).toEqual({ success: true, value: {} });
    expect([await isAlive(token), await isAlive(other.token)]).toEqual([true, false]);
    expect((await signIn(member.account, TEST_PASSWORD)).code).toBe('wrong_credentials');
    expect((await signIn(member.account, OTHER_PASSWORD)).success).toBe(true);
  });

  it('locks like a sign-in when the old one is guessed', async () => {
    const { token } = await newMember();
    for (let tries = 0; tries < 3; tries += 1) await change(token, { oldPassword: `wrong-${tries}` });
    expect((await change(token, withOld)).code).toBe('old_password_wrong');
  });

  it.each([
    { kind: 'the old password', mayChange: false },
    { kind: 'a ticket', mayChange: true },
  ])('does not overwrite a concurrent recovery, with $kind', async ({ mayChange }) => {
    const { member, token } = await newMember({}, mayChange);
    const passwords = testPasswords();
    const recovered = await passwords.hash('recovered-tide-7');
    let reached = () => {};
    const hashing = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let goOn = () => {};
    const wait = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const actor = await sessionsOf(test).resolve(test.db, token);
    if (!actor) throw new Error('the session is not alive');
    const deps = {
      ...test,
      sessions: sessionsOf(test),
      signIn: { isPassword: async () => true } as unknown as SignIn,
      messages: { notify: async () => undefined } as unknown as Messages,
      passwords: {
        ...passwords,
        async hash(password: string) {
          reached();
          await wait;
          return passwords.hash(password);
        },
      },
    };
    const form = { ...(mayChange ? {} : withOld), newPassword: OTHER_PASSWORD, confirmNewPassword: OTHER_PASSWORD };
    const changing = changePassword(deps, actor, { clientAddress: '192.0.2.10', country: null } as Caller, form);
    await hashing;
    await inTransaction(test.db, async (tx, afterCommit) => {
      await setPassword(tx, member.id, recovered, test.clock.now());
      await deps.sessions.end(tx, afterCommit, member.id, { except: null });
    });
    goOn();
    await expect(changing).rejects.toMatchObject({ code: 'unauthorized' });
    expect((await signIn(member.account, 'recovered-tide-7')).success).toBe(true);
  });

  it('ends sign-ins that wait for a second step', async () => {
    const { member, token } = await newMember();
    const [now, later] = [test.clock.now(), new Date(test.clock.now().getTime() + MINUTE_MS)];
    const waiting = { ticket_hash: member.id, member_id: member.id, reason: 'second_factor' as const, detail: '', created_at: now };
    await test.db
      .insertInto('pending_sign_in')
      .values({ ...waiting, expires_at: later, ended_at: null })
      .execute();
    await change(token, withOld);
    const row = await test.db.selectFrom('pending_sign_in').select('ended_at').where('ticket_hash', '=', member.id).executeTakeFirst();
    expect(row?.ended_at).not.toBeNull();
  });

  it('notifies the member and adds a history line, once', async () => {
    const { sealed, key } = sealedContact(createSecrets(TEST_DATA_KEY), 'email', 'sailor@example.test');
    const columns = { email: sealed, email_key: key, email_verified_at: test.clock.now() };
    const { member, token } = await newMember({ columns });
    await change(token, { ...withOld, newPassword: '123456' });
    await change(token, withOld);
    const sent = await test.db.selectFrom('outbound_message').select('template').where('member_id', '=', member.id).execute();
    expect(sent.map(({ template }) => template)).toEqual(['password_changed']);
    expect(await eventsOf(test, member)).toEqual(['password_changed']);
  });

  it('is refused for a free-play account, which has no password, but not for other trial accounts', async () => {
    const free = await newMember({ type: 4, columns: { free_play: true } }, true);
    expect((await change(free.token)).code).toBe('in_need_true_account');
    const trial = await newMember({ type: 4 });
    expect((await change(trial.token, withOld)).success).toBe(true);
  });

  it('never accepts the weak default, with any rule of the merchant', async () => {
    const { settings } = await readMerchant(test.db, test.merchant);
    const { password, ...fields } = settings.registration.fields;
    await saveSettings(test.db, test.merchant, { ...settings, registration: { ...settings.registration, fields } });
    const { token } = await newMember();
    const refused = await change(token, { ...withOld, newPassword: '123456' });
    await saveSettings(test.db, test.merchant, settings);
    expect([password?.enabled, refused.errors.newPassword.code]).toEqual([true, 'field_password_common']);
  });
});

describe('a sign-in that requires a new password', () => {
  const mustChange = async () => {
    const made = await newMember({}, true);
    await test.db.updateTable('member').set({ must_change: true }).where('id', '=', made.member.id).execute();
    return made;
  };

  it('allows one change without the old one, and then everything', async () => {
    const { token } = await mustChange();
    const balance = async () => (await test.call(callNamed('wallet.balance'), { token })).body;
    expect((await balance()).code).toBe('password_change_required');
    expect((await change(token)).success).toBe(true);
    expect((await balance()).success).toBe(true);
    expect((await change(token, { newPassword: 'third-calm-tide' })).errors.oldPassword.code).toBe('field_required');
  });

  it('allows one change, also for concurrent calls', async () => {
    const { token } = await mustChange();
    const answers = await Promise.all(
      ['calm-tide-21', 'calm-tide-22', 'calm-tide-23'].map((newPassword) => change(token, { newPassword })),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });

  it('keeps the right when the new password is refused, and refuses the old password as the new one', async () => {
    const { token } = await mustChange();
    expect((await change(token, { newPassword: '123456' })).errors.newPassword).toBeDefined();
    expect((await change(token, { newPassword: TEST_PASSWORD })).errors.newPassword.code).toBe('field_password_same');
    expect((await change(token)).success).toBe(true);
  });

  it('is valid for ten minutes, and for its session only', async () => {
    const { member, token } = await mustChange();
    const other = await openTestSession(test, member);
    expect((await change(other.token)).errors.oldPassword.code).toBe('field_required');
    test.clock.advance(11 * MINUTE_MS);
    expect((await change(token)).errors.oldPassword.code).toBe('field_required');
    expect((await change(token, withOld)).success).toBe(true);
  });
});
