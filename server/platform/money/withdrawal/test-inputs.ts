import { paymentPasswordChange, payoutAdd } from '../../../../shared/api/payout-accounts/calls.ts';
import { withdrawalRequest } from '../../../../shared/api/withdrawal/calls.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { addTestMember, openTestSession, type TestMember } from '../../identity/sessions/test-member.ts';
import { createWallet, memberLegs } from '../../ledger/index.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { testInbox } from '../../notify/inbox/test-inbox.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { newAccount } from '../payout-accounts/test-inputs.ts';
import { createTurnover } from '../turnover/index.ts';
import type { WithdrawalDesk } from './contracts.ts';
import { createWithdrawalDesk, readTerms } from './index.ts';

export const TEST_PAYMENT_PASSWORD = '480159';
const FUNDS = 100_000_000n;
let made = 0;

/** A member with money, a payment password and a usable payout account. */
export interface TestPayee {
  readonly memberId: string;
  readonly token: string;
  readonly payoutAccountId: string;
}

/** Also allows members of this platform to cancel, and payouts without a waiting time. */
export async function addTestPayee(test: TestPlatform, known?: TestMember & { readonly token: string }): Promise<TestPayee> {
  const { settings } = await readMerchant(test.db, test.merchant);
  await saveSettings(test.db, test.merchant, {
    ...settings,
    features: { ...settings.features, withdrawals: true },
    payoutAccounts: { ...settings.payoutAccounts, coolingHours: 0 },
    withdrawals: { ...settings.withdrawals, memberMayCancel: true },
    vipLevels: settings.vipLevels.map((level) => ({ ...level, withdrawalsPerDay: 100 })),
  });
  const member: TestMember = known ?? (await addTestMember(test));
  const token = known?.token ?? (await openTestSession(test, member)).token;
  const wallet = createWallet({ clock: test.clock, hub: createEventHub() });
  const order = { reference: `funds:${member.id}`, kind: 'adjustment', currency: 'USD', realm: 'real', memberId: member.id } as const;
  await wallet.transfer(test.db, { ...order, legs: memberLegs(member.id, 'opening', FUNDS) });
  const password = { paymentPassword: TEST_PAYMENT_PASSWORD, confirmPaymentPassword: TEST_PAYMENT_PASSWORD };
  await must(test.call(paymentPasswordChange, { token, body: password }));
  const account = await must(test.call(payoutAdd, { token, body: newAccount() }));
  return { memberId: member.id, token, payoutAccountId: account.id as string };
}

export function requestBody(payoutAccountId: string) {
  made += 1;
  return { amount: '25.50', payoutAccountId, paymentPassword: TEST_PAYMENT_PASSWORD, reference: `withdrawal-reference-${made}` };
}

export async function requestedBy(test: TestPlatform, { token, payoutAccountId }: TestPayee): Promise<string> {
  const value = await must(test.call(withdrawalRequest, { token, body: requestBody(payoutAccountId) }));
  return value.withdrawalId as string;
}

/** A paid withdrawal that waits for the member's answer. */
export async function paidTo(test: TestPlatform, payee: TestPayee): Promise<string> {
  const id = await requestedBy(test, payee);
  const desk = testDesk(test);
  const act = { operator: 'operator-1', reason: 'checked' };
  await inTransaction(test.db, async (tx, afterCommit) => {
    await desk.approve(tx, afterCommit, id, act);
    await desk.markPaid(tx, afterCommit, id, act);
  });
  return id;
}

/** The operators' calls of a platform, which the call table does not have; their messages are dropped. */
export function testDesk({ db, clock, merchant, hub }: TestPlatform): WithdrawalDesk {
  return createWithdrawalDesk({
    db,
    clock,
    hub,
    wallet: createWallet({ clock, hub }),
    turnover: createTurnover({ clock }),
    inbox: testInbox(),
    messages: { notify: async () => undefined },
    payoutAccounts: { number: async () => '' },
    terms: (executor, memberId) => readTerms(executor, merchant, memberId),
  });
}

/** Valid input for each call of this feature, by call id. */
export function withdrawalInputs(of: () => TestPlatform): Readonly<Record<string, () => Promise<CallOptions>>> {
  const own = () => addTestPayee(of());
  return {
    'withdrawal.options': async () => ({ token: (await own()).token }),
    'withdrawal.list': async () => ({ token: (await own()).token, query: { pageNo: '1' } }),
    async 'withdrawal.request'() {
      const payee = await own();
      return { token: payee.token, body: requestBody(payee.payoutAccountId) };
    },
    async 'withdrawal.get'() {
      const payee = await own();
      return { token: payee.token, query: { withdrawalId: await requestedBy(of(), payee) } };
    },
    async 'withdrawal.cancel'() {
      const payee = await own();
      return { token: payee.token, body: { withdrawalId: await requestedBy(of(), payee) } };
    },
    async 'withdrawal.confirm'() {
      const payee = await own();
      return { token: payee.token, body: { withdrawalId: await paidTo(of(), payee), outcome: 'not_received', comment: 'Nothing came.' } };
    },
  };
}

async function must(sent: ReturnType<TestPlatform['call']>): Promise<Record<string, unknown>> {
  const { body } = await sent;
  if (!body.success) throw new Error(`refused: ${body.code}`);
  return body.value as Record<string, unknown>;
}
