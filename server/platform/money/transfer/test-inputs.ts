import { testPasswords } from '../../identity/members/test-passwords.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';

const TEST_PAYMENT_PASSWORD = '480159';

/** Gives the member a payment password. */
async function setPaymentPassword({ db }: TestPlatform, account: string): Promise<void> {
  const payment_hash = await testPasswords().hash(TEST_PAYMENT_PASSWORD);
  await db.updateTable('member').set({ payment_hash }).where('account', '=', account).execute();
}

/** Afterwards each vendor has its own wallet. */
async function divideWallets({ db, merchant }: TestPlatform): Promise<void> {
  const { settings } = await readMerchant(db, merchant);
  await saveSettings(db, merchant, { ...settings, transfers: { ...settings.transfers, isSingle: false } });
}

/** Valid input for each call of this feature, for the test of the call table. */
export function transferInputs(current: () => TestPlatform) {
  const order = async (account: string, reference: string) => {
    await setPaymentPassword(current(), account);
    return { amount: '12.50', paymentPassword: TEST_PAYMENT_PASSWORD, reference };
  };
  return {
    'wallet.merchant': () => ({}),
    'wallet.list': () => ({}),
    'wallet.transfer': async () => {
      await divideWallets(current());
      return { body: { vassalage: 'NOVA', direction: 'in', amount: '20', reference: 'contract-sub-wallet-1' } };
    },
    'wallet.collect': () => ({ body: { reference: 'contract-collect-0001' } }),
    'transfer.state': () => ({}),
    'transfer.upline': async () => ({ body: await order('demo01', 'contract-transfer-up1') }),
    'transfer.downline': async () => ({
      body: { account: 'DEMO01', ...(await order('agent01', 'contract-transfer-down')) },
    }),
  } satisfies Record<string, () => CallOptions | Promise<CallOptions>>;
}
