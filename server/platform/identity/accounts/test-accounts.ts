import type { Response } from 'supertest';
import { callById } from '../../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import type { ChallengeAction } from '../../../../shared/api/verification/constants.ts';
import type { RegisterField } from '../../../../shared/rules/register-fields.ts';
import { createSecrets } from '../../base/secrets.ts';
import { type MerchantSettings, readMerchant, saveSettings } from '../../merchant/index.ts';
import { sealedContact } from '../../notify/contacts/contacts.ts';
import type { OutboxMessage } from '../../notify/messages/index.ts';
import { type CallOptions, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { testProof } from '../verification/test-human.ts';

export const PASSWORD = 'calm-tide-9';

export interface AccountsTest {
  /** A call by its id; with an action, its challenge is solved first. */
  send(id: string, options: CallOptions, action?: ChallengeAction): Promise<Response['body']>;
  register(form: Record<string, unknown>, headers?: Record<string, string>): Promise<Response['body']>;
  registerMobile(form: Record<string, unknown>): Promise<Response['body']>;
  /** Enables fields of the registration; `required` as given. */
  fields(switched: Partial<Record<RegisterField, boolean>>): Promise<void>;
  settings(change: (settings: MerchantSettings) => MerchantSettings): Promise<void>;
  /** Messages to one recipient, newest first. */
  messagesTo(recipient: string): Promise<readonly OutboxMessage[]>;
  /**
   * Sends the SMS code of a registration or a recovery and reads it from the outbox. Each call uses another address, so that only the
   * limits of the number apply.
   */
  smsCode(kind: 'register' | 'reset', mobileNum: string): Promise<string>;
  member(account: string): Promise<Record<string, unknown>>;
  /** Gives a member verified contacts. */
  verify(account: string, contacts: { readonly email?: string; readonly mobile?: string }): Promise<void>;
}

export const AUSTRALIA = '61';
const secrets = createSecrets(TEST_DATA_KEY);

export function accountsTest(test: TestPlatform): AccountsTest {
  let sent = 0;
  const send: AccountsTest['send'] = async (id, options, action) => {
    const proof = action && (await testProof(test, action));
    const body = options.body === undefined ? undefined : { ...proof, ...(options.body as object) };
    return (await test.call(callById(id) as AnyCall, { ...options, body })).body;
  };
  const settings: AccountsTest['settings'] = async (change) => {
    const { settings: before } = await readMerchant(test.db, test.merchant);
    await saveSettings(test.db, test.merchant, change(before));
  };
  const messagesTo: AccountsTest['messagesTo'] = async (recipient) => {
    const { messages } = (await test.request('GET', '/internal/outbox')).body as { messages: OutboxMessage[] };
    return messages.filter(({ to }) => to === recipient);
  };
  return {
    send,
    settings,
    messagesTo,
    register: (form, headers = {}) => send('member.register', { headers, body: { password: PASSWORD, agreed: true, ...form } }, 'register'),
    registerMobile: (form) => send('member.registerMobile', { body: { password: PASSWORD, agreed: true, ...form } }, 'register'),
    fields: (switched) =>
      settings((before) => {
        const fields = { ...before.registration.fields };
        for (const [name, required] of Object.entries(switched)) {
          const rule = fields[name as RegisterField];
          if (rule) fields[name as RegisterField] = { ...rule, enabled: true, required };
        }
        return { ...before, registration: { ...before.registration, fields } };
      }),
    async smsCode(kind, mobileNum) {
      sent += 1;
      const headers = { 'X-Client-Address': `198.51.100.${sent}` };
      const answer =
        kind === 'register'
          ? await send('verification.smsRegister', { headers, body: { mobileNo: mobileNum, countryDialingCode: AUSTRALIA } }, 'sms')
          : await send('verification.smsNoLogin', { headers, body: { mobileNum, countryDialingCode: AUSTRALIA, purpose: 'reset' } }, 'sms');
      if (!answer.success) throw new Error(`no code: ${answer.code}`);
      const [message] = await messagesTo(`+${AUSTRALIA}${mobileNum}`);
      return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? 'none';
    },
    async verify(account, { email, mobile }) {
      const now = test.clock.now();
      const [address, number] = [email && sealedContact(secrets, 'email', email), mobile && sealedContact(secrets, 'sms', mobile)];
      await test.db
        .updateTable('member')
        .set({
          ...(address && { email: address.sealed, email_key: address.key, email_verified_at: now }),
          ...(number && { mobile: number.sealed, mobile_key: number.key, mobile_verified_at: now }),
        })
        .where('account', '=', account)
        .execute();
    },
    member: (account) =>
      test.db.selectFrom('member').selectAll().where('account', '=', account).executeTakeFirstOrThrow() as unknown as Promise<
        Record<string, unknown>
      >,
  };
}
