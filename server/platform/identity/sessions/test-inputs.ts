import { inTransaction } from '../../base/db/transaction.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { addTestMember, OTHER_PASSWORD, openTestSession, sessionsOf, TEST_PASSWORD } from './test-member.ts';

/** Valid input for each call of this feature, for the test of the call table. */
export function sessionInputs(current: () => TestPlatform): Readonly<Record<string, () => Promise<CallOptions>>> {
  return {
    'session.keys': async () => ({}),
    'session.logout': signedIn,
    'session.firstLogin': signedIn,
    'session.state': signedIn,
    'session.list': signedIn,
    'session.remembered': async () => {
      const { id } = await addTestMember(current());
      const { token } = await inTransaction(current().db, (tx) => sessionsOf(current()).remember(tx, id));
      return { token };
    },
    'session.confirm': async () => ({ ...(await signedIn()), body: { method: 'password', proof: TEST_PASSWORD } }),
    'session.end': async () => {
      const member = await addTestMember(current());
      const [own, other] = [await openTestSession(current(), member), await openTestSession(current(), member)];
      return { token: own.token, body: { id: other.sessionId } };
    },
    'member.password': async () => {
      const body = { oldPassword: TEST_PASSWORD, newPassword: OTHER_PASSWORD, confirmNewPassword: OTHER_PASSWORD };
      return { ...(await signedIn()), body };
    },
  };

  async function signedIn(): Promise<{ readonly token: string }> {
    const { token } = await openTestSession(current(), await addTestMember(current()));
    return { token };
  }
}
