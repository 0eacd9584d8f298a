import { Secret, TOTP } from 'otpauth';
import { contactSend, passkeyAdd, passkeyStart, totpConfirm, totpStart } from '../../../../shared/api/security/calls.ts';
import { passkeyOptions } from '../../../../shared/api/sign-in/calls.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { type TestAuthenticator, testAuthenticator } from './test-authenticator.ts';
import { addTestMember, type TestMember } from './test-member.ts';

const ORIGIN = 'http://localhost';

/** Valid input for each call of this feature, by call id. */
export function factorInputs(of: () => TestPlatform): Readonly<Record<string, () => Promise<CallOptions>>> {
  return {
    'member.security': async () => ({}),
    'member.totpStart': signedIn,
    'member.totpConfirm': async () => {
      const { token } = await member();
      return { token, body: { code: await appCode(token) } };
    },
    'member.totpRemove': signedIn,
    'member.recoveryCodes': async () => {
      const { token } = await member();
      await of().call(totpConfirm, { token, body: { code: await appCode(token) } });
      return { token };
    },
    'member.passkeyStart': signedIn,
    'member.passkeyAdd': async () => {
      const owner = await member();
      return { token: owner.token, body: { proof: (await newKey(owner)).proof, name: 'Phone' } };
    },
    'member.passkeyRemove': async () => {
      const owner = await member();
      return { token: owner.token, body: { id: (await registeredKey(owner)).id } };
    },
    'member.contactSend': async () => ({ token: (await member()).token, body: newContact() }),
    'member.contactConfirm': async () => {
      const { token } = await member();
      const body = newContact();
      await of().call(contactSend, { token, body });
      const { messages } = (await of().request('GET', '/internal/outbox')).body as { messages: { to: string; text: string }[] };
      const text = messages.find(({ to }) => to === body.email)?.text ?? '';
      return { token, body: { ...body, verificationCode: /\b\d{6}\b/.exec(text)?.[0] ?? '' } };
    },
    'session.passkeyOptions': async () => ({}),
    'session.passkeyLogin': async () => {
      const key = await registeredKey(await member());
      return { body: { proof: key.show((await of().call(passkeyOptions)).body.value.options) } };
    },
  };

  async function signedIn(): Promise<CallOptions> {
    return { token: (await member()).token };
  }
  function member(): Promise<TestMember> {
    return addTestMember(of());
  }
  async function appCode(token: string): Promise<string> {
    const { secret } = (await of().call(totpStart, { token })).body.value as { secret: string };
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: of().clock.now().getTime() });
  }
  async function newKey({ token, memberId }: TestMember) {
    const key = testAuthenticator(ORIGIN, memberId);
    return { key, proof: key.create((await of().call(passkeyStart, { token })).body.value.options) };
  }
  async function registeredKey(owner: TestMember): Promise<TestAuthenticator> {
    const { key, proof } = await newKey(owner);
    await of().call(passkeyAdd, { token: owner.token, body: { proof, name: 'Phone' } });
    return key;
  }
}

let contacts = 0;
function newContact() {
  contacts += 1;
  return { channel: 'email', email: `contact${contacts}@example.com` };
}
