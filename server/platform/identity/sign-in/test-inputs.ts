import { loginCode, sessionLogin, stepSend } from '../../../../shared/api/sign-in/calls.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { accountsTest, PASSWORD } from '../accounts/test-accounts.ts';
import { testProof } from '../verification/test-human.ts';

const HOME = '203.0.113.1';
const AWAY = '203.0.113.2';

export interface Traveller {
  readonly username: string;
  readonly email: string;
}

/** A member with a verified mailbox who has signed in from home before. */
export async function addTraveller(test: TestPlatform, username: string): Promise<Traveller> {
  const { register, verify } = accountsTest(test);
  await register({ username }, { 'X-Client-Address': HOME });
  const email = `${username}@example.com`;
  await verify(username, { email });
  return { username, email };
}

/** The ticket of a sign-in from another network. */
export async function ticketOf(test: TestPlatform, { username }: Traveller): Promise<string> {
  const answer = await test.call(sessionLogin, { body: { username, password: PASSWORD }, headers: { 'X-Client-Address': AWAY } });
  return answer.body.value.verification.ticket;
}

/** The six digits of the newest message to a recipient. */
export async function codeTo(test: TestPlatform, recipient: string): Promise<string> {
  const [message] = await accountsTest(test).messagesTo(recipient);
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? 'none';
}

/** Each code is requested from another address, so that only the recipient's limits apply. */
export async function requestLoginCode(test: TestPlatform, username: string, clientAddress = AWAY) {
  return (
    await test.call(loginCode, { body: { username, ...(await testProof(test, 'sms')) }, headers: { 'X-Client-Address': clientAddress } })
  ).body;
}

/** Valid input for each call of this feature, for the test of the call table. */
export function signInInputs(current: () => TestPlatform): Readonly<Record<string, () => Promise<CallOptions>>> {
  let members = 0;
  const traveller = () => {
    members += 1;
    return addTraveller(current(), `signin${members}`);
  };
  return {
    'session.login': async () => ({ body: { username: 'demo01', password: 'Lagoon-demo-1' } }),
    'session.loginCode': async () => ({ body: { username: 'demo01', ...(await testProof(current(), 'sms')) } }),
    'session.stepState': async () => ({ token: await ticketOf(current(), await traveller()) }),
    'session.stepSend': async () => ({ token: await ticketOf(current(), await traveller()), body: { method: 'email' } }),
    'session.stepVerify': async () => {
      const member = await traveller();
      const token = await ticketOf(current(), member);
      await current().call(stepSend, { token, body: { method: 'email' } });
      return { token, body: { method: 'email', proof: await codeTo(current(), member.email) } };
    },
  };
}
