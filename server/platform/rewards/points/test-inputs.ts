import { paymentPasswordChange } from '../../../../shared/api/payout-accounts/calls.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { png } from '../../base/uploads/test-pictures.ts';
import { addTestMember, openTestSession } from '../../identity/sessions/test-member.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { saveGoods, savePicture } from './goods.ts';
import { postPoints } from './post.ts';

const PASSWORD = '480159';
const GOODS = 'contract-lantern';
const PRICE = 1_000_000n;

/** Goods with a picture, on a platform with points. */
async function addGoods({ db, merchant, clock }: TestPlatform): Promise<void> {
  const { settings } = await readMerchant(db, merchant);
  await saveSettings(db, merchant, { ...settings, features: { ...settings.features, points: true } });
  await inTransaction(db, async (tx) => {
    const plain = { amount: null, stock: null, memberLimit: null, minLevel: 1, contact: null, position: 1, shown: true } as const;
    await saveGoods(tx, { id: GOODS, kind: 'goods', names: { EN: 'Lantern' }, texts: {}, points: PRICE, ...plain }, clock.now());
    await savePicture(tx, GOODS, { type: 'image/png', bytes: await png() });
  });
}

/** Valid input for each call of this feature, by call id. */
export function pointInputs(of: () => TestPlatform): Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> {
  return {
    'points.balance': () => ({}),
    'points.redemptions': () => ({ query: { pageNo: '1' } }),
    'points.config': () => ({}),
    'points.details': () => ({ query: { pageNo: '1' } }),
    async 'points.rewards'() {
      await addGoods(of());
      return {};
    },
    async 'points.picture'() {
      await addGoods(of());
      return { query: { id: GOODS } };
    },
    async 'points.redeem'() {
      const test = of();
      await addGoods(test);
      const member = await addTestMember(test);
      const { token } = await openTestSession(test, member);
      await test.call(paymentPasswordChange, { token, body: { paymentPassword: PASSWORD, confirmPaymentPassword: PASSWORD } });
      const at = test.clock.now();
      const credit = {
        memberId: member.id,
        kind: 'adjusted',
        points: PRICE,
        reference: `adjustment:${member.id}`,
        day: '2026-01-01',
        at,
      } as const;
      await inTransaction(test.db, (tx) => postPoints(tx, credit));
      return {
        token,
        body: { goodsId: GOODS, quantity: 1, paymentPassword: PASSWORD, reference: `contract-reference-${member.id}`.replaceAll('_', '-') },
      };
    },
  };
}
