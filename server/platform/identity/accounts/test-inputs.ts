import { randomUUID } from 'node:crypto';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { testProof } from '../verification/test-human.ts';
import { AUSTRALIA, accountsTest, PASSWORD } from './test-accounts.ts';

/** Numbers that Australia reserves for fiction. */
const MOBILES = ['491570006', '491570157', '491570158', '491570159', '491570110', '491570313'];
const NEW_PASSWORD = 'calm-tide-10';

/** Valid input for each call of this feature, for the test of the call table. */
export function accountInputs(current: () => TestPlatform): Readonly<Record<string, () => Promise<CallOptions>>> {
  let members = 0;
  const nextMobile = () => MOBILES[members % MOBILES.length] ?? '';
  async function newMember(): Promise<string> {
    members += 1;
    const username = `accountsin${members}`;
    await accountsTest(current()).register({ username });
    return username;
  }
  return {
    'member.register': async () => {
      members += 1;
      return { body: { username: `accountsin${members}`, password: PASSWORD, agreed: true, ...(await testProof(current(), 'register')) } };
    },
    'member.registerMobile': async () => {
      members += 1;
      const mobileNum = nextMobile();
      const verificationCode = await accountsTest(current()).smsCode('register', mobileNum);
      const form = { mobileNum, countryDialingCode: AUSTRALIA, verificationCode, password: PASSWORD, agreed: true };
      return { body: { ...form, ...(await testProof(current(), 'register')) } };
    },
    'session.freePlay': async () => ({
      body: { os: 'Linux', platform: 'W', random: randomUUID(), gatewayVersion: 3, ...(await testProof(current(), 'freeplay')) },
    }),
    'agent.affiliate': async () => ({ query: { code: 'LAGOON01', domain: 'play.example' } }),
    'member.passwordEmail': async () => ({
      body: { username: 'demo01', email: 'demo01@example.com', ...(await testProof(current(), 'reset')) },
    }),
    'member.passwordReset': async () => {
      const username = await newMember();
      const email = `${username}@example.com`;
      const at = accountsTest(current());
      await at.verify(username, { email });
      await at.send('member.passwordEmail', { body: { username, email } }, 'reset');
      await current().platform.runJob('forgotten passwords');
      const [mail] = await at.messagesTo(email);
      return { body: { ticket: /ticket=([\w-]{43})/.exec(mail?.text ?? '')?.[1], newPassword: NEW_PASSWORD } };
    },
    'member.passwordVerification': async () => {
      const username = await newMember();
      const mobileNum = nextMobile();
      const at = accountsTest(current());
      await at.verify(username, { mobile: `+${AUSTRALIA}${mobileNum}` });
      const verificationCode = await at.smsCode('reset', mobileNum);
      return { body: { mobileNum, countryDialingCode: AUSTRALIA, verificationCode, newPassword: NEW_PASSWORD } };
    },
  };
}
