import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactConfirm, contactSend, securityState } from '../../../../shared/api/security/calls.ts';
import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { createSecrets } from '../../base/secrets.ts';
import type { Messages, OutgoingMessage } from '../../notify/messages/contracts.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { testActor } from '../accounts/test-actor.ts';
import { addTestMember } from '../factors/test-member.ts';
import type { CodeRequest, Codes } from '../verification/contracts.ts';
import type { ChangeDeps, Owner } from './change.ts';
import { confirmContact, sendContactCode } from './member-contacts.ts';
import { readSecurityState, type SecurityStateDeps } from './security-state.ts';

const RIGHT = '123456';

let test: TestPlatform;
let deps: ChangeDeps & SecurityStateDeps;
let owner: Owner;
let memberId: string;
let sent: CodeRequest[];
let notices: OutgoingMessage[];
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
beforeEach(async () => {
  sent = [];
  notices = [];
  const codes: Pick<Codes, 'send' | 'spend' | 'readMobile'> = {
    send: async (request) => {
      sent.push(request);
      return { expiredMinutes: 5, waitSeconds: 60, channel: 'sms' };
    },
    spend: async ({ code, to, binding }) => code === RIGHT && sent.some((one) => one.to === to && one.binding === binding),
    readMobile: (dialingCode, mobile) => `+${dialingCode}${mobile}`,
  };
  const messages: Pick<Messages, 'post' | 'reaches'> = {
    post: async (_tx, message) => void notices.push(message),
    reaches: async (_executor, channel) => channel === 'email',
  };
  deps = {
    db: test.db,
    clock: test.clock,
    merchant: test.merchant,
    secrets: createSecrets(TEST_DATA_KEY),
    codes: codes as Codes,
    messages: messages as Messages,
    sessions: { end: async () => 0, isAlive: async () => true },
    paymentPassword: { changedAt: async () => null },
    payoutAccounts: { list: async () => [] },
  };
  await newOwner();
});

async function newOwner(): Promise<void> {
  ({ memberId } = await addTestMember(test));
  const [clientAddress, siteOrigin] = ['203.0.113.7', 'https://play.example'];
  owner = { actor: testActor(memberId), clientAddress, siteOrigin, country: null, language: 'TH', userAgent: '', deviceToken: null };
}

const mail = (email: string) => ({ channel: 'email', email }) as const;
const phone = (mobileNum: string) => ({ channel: 'sms', mobileNum, countryDialingCode: '66' }) as const;
async function addContact(contact: ReturnType<typeof mail> | ReturnType<typeof phone>) {
  await sendContactCode(deps, owner, contact);
  await confirmContact(deps, owner, { ...contact, code: RIGHT });
}
const unique = () => memberId.slice(2, 10);

describe('adding a contact', () => {
  it('sends the code to the new contact, bound to the session', async () => {
    await sendContactCode(deps, owner, mail(' Ann@Example.com '));
    expect(sent).toMatchObject([
      { purpose: 'contact', channel: 'email', to: 'ann@example.com', binding: owner.actor.sessionId, memberId, deliver: true },
    ]);
  });

  it('stores it after its code, sealed, and shows it masked', async () => {
    const address = `${unique()}@example.com`;
    await addContact(mail(address));
    await addContact(phone('812344321'));
    const state = await readSecurityState(deps, memberId);
    expect(state).toMatchObject({ mobile: '•••• 4321', email: `${address.slice(0, 1)}•••@e•••.com` });
    expect([state.mobileVerifiedAt, state.emailVerifiedAt]).toEqual([expect.any(String), expect.any(String)]);
    const row = JSON.stringify(await test.db.selectFrom('member').selectAll().where('id', '=', memberId).execute());
    for (const canary of [address, '812344321']) expect(row).not.toContain(canary);
    const kinds = await test.db.selectFrom('account_event').select('kind').where('member_id', '=', memberId).orderBy('id').execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['email_changed', 'mobile_changed']);
  });

  it('stores nothing after a wrong code', async () => {
    const contact = mail(`${unique()}@example.com`);
    await sendContactCode(deps, owner, contact);
    await expect(confirmContact(deps, owner, { ...contact, code: '000000' })).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { verificationCode: { code: 'field_code_wrong' } },
    });
    expect(await readSecurityState(deps, memberId)).toMatchObject({ email: null, emailVerifiedAt: null });
  });

  it.each(['', 'ann', 'ann@', '@example.com', 'ann@example', 'a b@example.com', 'ann@ex<a>.com', `${'a'.repeat(65)}@example.com`])(
    'refuses the address %j',
    async (to) => {
      expect(() => sendContactCode(deps, owner, mail(to))).toThrow(expect.objectContaining({ code: 'invalid_fields' }));
      expect(sent).toEqual([]);
    },
  );

  it('reveals that it is taken only to its holder', async () => {
    const contact = mail(`${unique()}@example.com`);
    await addContact(contact);
    await newOwner();
    await sendContactCode(deps, owner, contact);
    await expect(confirmContact(deps, owner, { ...contact, code: '000000' })).rejects.toMatchObject({ code: 'invalid_fields' });
    await expect(confirmContact(deps, owner, { ...contact, code: RIGHT })).rejects.toMatchObject({ code: 'contact_taken' });
    expect(await readSecurityState(deps, memberId)).toMatchObject({ email: null });
  });
});

describe('changing a contact', () => {
  it('notifies the old and the other contact in the member’s language, and not the new one', async () => {
    const [old, other, fresh] = [mail(`old-${unique()}@example.com`), phone(`8${Date.now() % 1e8}`), mail(`new-${unique()}@example.com`)];
    await addContact(old);
    await addContact(other);
    notices = [];
    await addContact(fresh);
    expect(notices.map(({ channel, to, template }) => [channel, to, template])).toEqual([
      ['sms', `+66${other.mobileNum}`, 'contact_changed'],
      ['email', old.email, 'contact_changed'],
    ]);
    expect(notices[0]).toMatchObject({ memberId, language: 'TH' });
  });
});

it('is for real accounts that have just been confirmed', async () => {
  const body = { channel: 'email', email: 'ann@example.com' };
  const { token: trial } = await addTestMember(test, TRIAL_TYPE);
  expect((await test.call(contactSend, { token: trial, body })).body.code).toBe('in_need_true_account');
  const { token } = await addTestMember(test);
  test.clock.advance(5 * MINUTE_MS);
  expect((await test.call(contactSend, { token, body })).body.code).toBe('confirmation_required');
  expect((await test.call(contactConfirm, { token, body: { ...body, verificationCode: RIGHT } })).body.code).toBe('confirmation_required');
  expect((await test.call(securityState, { token })).body.success).toBe(true);
});

it('a contact that no code can reach is not offered', async () => {
  expect(await readSecurityState(deps, memberId)).toMatchObject({ channels: ['email'] });
});
