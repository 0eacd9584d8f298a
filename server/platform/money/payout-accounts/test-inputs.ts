import { payoutAdd } from '../../../../shared/api/payout-accounts/calls.ts';
import { addTestMember } from '../../identity/factors/test-member.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';

let numbers = 0;
/** An account number that is not in use. */
export function newAccount(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  numbers += 1;
  return { provider: 'HARBOUR_BANK', holder: 'Ann Canary', accountNumber: `70010${numbers}`, ...more };
}

/** Valid input for each call of this feature, by call id. */
export function payoutInputs(of: () => TestPlatform): Readonly<Record<string, () => Promise<CallOptions>>> {
  const signedIn = async () => ({ token: (await addTestMember(of())).token });
  return {
    'payment.change': async () => ({ ...(await signedIn()), body: { paymentPassword: '480159', confirmPaymentPassword: '480159' } }),
    'payout.list': signedIn,
    'payout.add': async () => ({ ...(await signedIn()), body: newAccount() }),
    'payout.remove': async () => {
      const { token } = await signedIn();
      return { token, body: { id: (await of().call(payoutAdd, { token, body: newAccount() })).body.value.id } };
    },
  };
}
