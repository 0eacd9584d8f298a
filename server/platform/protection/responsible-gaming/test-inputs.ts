import { addTestMember, callNamed, openTestSession } from '../../identity/sessions/test-member.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';

const CHOICE = { kind: 'loss', period: 'week' } as const;

/** Valid inputs for the calls of this feature, each with a new member: a break would block all following calls. */
export function protectionInputs(test: () => TestPlatform): Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> {
  const member = async () => {
    const added = await addTestMember(test());
    return { ...added, token: (await openTestSession(test(), added)).token };
  };
  /** A member with a looser limit that can be confirmed. */
  const waiting = async (): Promise<CallOptions> => {
    const { id, token } = await member();
    const set = (value: string) => test().call(callNamed('protection.setLimit'), { token, body: { ...CHOICE, value } });
    await set('50');
    await set('500');
    const before = new Date(test().clock.now().getTime() - 1);
    await test().db.updateTable('protection_limit').set({ pending_from: before }).where('member_id', '=', id).execute();
    return { token, body: CHOICE };
  };
  return {
    'protection.state': async () => ({ token: (await member()).token }),
    'protection.play': async () => ({ token: (await member()).token }),
    'protection.setLimit': async () => ({ token: (await member()).token, body: { ...CHOICE, value: '250.50' } }),
    'protection.removeLimit': async () => ({ token: (await member()).token, body: CHOICE }),
    'protection.confirmLimit': waiting,
    'protection.cancelLimit': waiting,
    'protection.setCheck': async () => ({ token: (await member()).token, body: { minutes: 30 } }),
    'protection.confirmCheck': async () => ({ token: (await member()).token, body: {} }),
    'protection.timeOut': async () => ({ token: (await member()).token, body: { length: '24h', agreed: true } }),
    'protection.exclude': async () => {
      const { account, token } = await member();
      return { token, body: { length: '6m', agreed: 'on', typedName: account } };
    },
    'protection.return': async () => ({ token: (await member()).token, body: {} }),
    'games.lastRound': () => ({ query: { gameId: 'NOVA_GEM_CASCADE' } }),
  };
}
