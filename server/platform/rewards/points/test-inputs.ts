import { randomUUID } from 'node:crypto';
import { paymentPasswordChange } from '../../../../shared/api/payout-accounts/calls.ts';
import type { Database } from '../../base/db/index.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { createSecrets } from '../../base/secrets.ts';
import { png } from '../../base/uploads/test-pictures.ts';
import { addTestMember, openTestSession } from '../../identity/sessions/test-member.ts';
import { createWallet, HOUSE } from '../../ledger/index.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { type CallOptions, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import type { GoodsDraft } from './contracts.ts';
import { saveGoods, savePicture } from './goods.ts';
import { postPoints } from './post.ts';
import { addCodes, takeCodes } from './vouchers.ts';

const PASSWORD = '480159';
const GOODS = 'contract-lantern';
const PRICE = 1_000_000n;

/** Goods with a picture, on a platform with points. */
async function addGoods({ db, merchant, clock }: TestPlatform): Promise<void> {
  const { settings } = await readMerchant(db, merchant);
  await saveSettings(db, merchant, { ...settings, features: { ...settings.features, points: true } });
  await inTransaction(db, async (tx) => {
    const plain = {
      amount: null,
      stock: null,
      memberLimit: null,
      minLevel: 1,
      contact: null,
      drawing: null,
      position: 1,
      shown: true,
    } as const;
    await saveGoods(tx, { id: GOODS, kind: 'goods', names: { EN: 'Lantern' }, texts: {}, points: PRICE, ...plain }, clock.now());
    await savePicture(tx, GOODS, { type: 'image/png', bytes: await png() });
  });
}

let made = 0;

/** An approved redemption of a voucher with one code. */
export async function addApprovedVoucher({ db, clock }: TestPlatform, memberId: string): Promise<string> {
  made += 1;
  const secrets = createSecrets(TEST_DATA_KEY);
  const [goodsId, id, now] = [`contract-voucher-${made}`, `r_voucher_${made}_${memberId}`.slice(0, 60), clock.now()];
  await inTransaction(db, async (tx) => {
    const plain = { stock: null, memberLimit: null, minLevel: 1, contact: null, drawing: null, position: 2, shown: true } as const;
    const names = { EN: 'Voucher' };
    await saveGoods(tx, { id: goodsId, kind: 'voucher', names, texts: {}, points: PRICE, amount: 10_000n, ...plain }, now);
    const row = {
      id,
      member_id: memberId,
      client_reference: `reference-of-${id}`,
      goods_id: goodsId,
      kind: 'voucher',
      quantity: 1,
    } as const;
    const terms = { points: PRICE.toString(), amount: '10000', contact: null, sealed_contact: null, remark: '', approvals_needed: 1 };
    await tx
      .insertInto('point_redemption')
      .values({ ...row, ...terms, names: JSON.stringify(names), status: 'approved', requested_at: now, closed_at: now, transfer_id: null })
      .execute();
    const taken = { memberId, kind: 'redeemed', points: -PRICE, reference: `redemption:${id}`, day: '2026-01-01', at: now } as const;
    await postPoints(tx, { ...taken, mayOverdraw: true });
    await tx.updateTable('point_goods').set({ redeemed: 1 }).where('id', '=', goodsId).execute();
    await addCodes(tx, secrets, { goodsId, codes: [`CODE-${id}`], now });
    await takeCodes(tx, { id, goods_id: goodsId, quantity: 1 });
  });
  return id;
}

/** A member with points and a payment password. */
async function addCollector(test: TestPlatform, points: bigint) {
  const member = await addTestMember(test);
  const { token } = await openTestSession(test, member);
  await test.call(paymentPasswordChange, { token, body: { paymentPassword: PASSWORD, confirmPaymentPassword: PASSWORD } });
  const credit = { memberId: member.id, kind: 'adjusted', points, reference: `adjustment:${member.id}`, day: '2026-01-01' } as const;
  await inTransaction(test.db, (tx) => postPoints(tx, { ...credit, at: test.clock.now() }));
  return { member, token };
}

/** The account of rewards gets a hundred units of the currency. */
export async function fundRewards({ db, clock, merchant }: TestPlatform): Promise<void> {
  made += 1;
  const wallet = createWallet({ clock, hub: createEventHub() });
  const { currency } = (await readMerchant(db, merchant)).settings;
  const legs = [
    { owner: HOUSE, kind: 'rewards', units: 1_000_000n },
    { owner: HOUSE, kind: 'operations', units: -1_000_000n },
  ];
  await wallet.transfer(db, { reference: `points-funds-${made}`, kind: 'reward-funding', currency, realm: 'real', memberId: null, legs });
}

/** Goods of 100 points, shown and with 5 pieces. */
export async function addTestGoods(db: Database, draft: Partial<GoodsDraft> = {}): Promise<string> {
  const id = `goods-${randomUUID()}`;
  const terms = { points: 100n * PRICE, amount: null, stock: 5, memberLimit: null, minLevel: 1, contact: null, drawing: null } as const;
  const texts = { names: { EN: 'Lantern' }, texts: {}, position: 1, shown: true } as const;
  await inTransaction(db, (tx) => saveGoods(tx, { id, kind: 'goods', ...terms, ...texts, ...draft }, new Date()));
  return id;
}

export async function addTestPoints(db: Database, memberId: string, points: bigint): Promise<void> {
  const credit = {
    memberId,
    kind: 'adjusted',
    points,
    reference: `adjustment:${randomUUID()}`,
    day: '2026-01-01',
    at: new Date(),
  } as const;
  await inTransaction(db, (tx) => postPoints(tx, credit));
}

interface TestRedemption {
  readonly memberId: string;
  readonly kind?: GoodsDraft['kind'];
  /** Whole points of one piece. */
  readonly points?: bigint;
}

/** A redemption in process of one piece, of goods of its own. */
export async function addTestRedemption({ db, clock, merchant }: TestPlatform, order: TestRedemption): Promise<string> {
  const { memberId, kind = 'goods', points = 100n } = order;
  const amount = kind === 'goods' ? null : 50_000n;
  const [goodsId, id, now] = [await addTestGoods(db, { kind, amount, points: points * PRICE }), `r_${randomUUID()}`, clock.now()];
  await addTestPoints(db, memberId, points * PRICE);
  const { secondApprovalFrom } = (await readMerchant(db, merchant)).settings.points;
  await inTransaction(db, async (tx) => {
    const taken = {
      memberId,
      kind: 'redeemed',
      points: -points * PRICE,
      reference: `redemption:${id}`,
      day: '2026-01-01',
      at: now,
    } as const;
    await postPoints(tx, taken);
    await tx.updateTable('point_goods').set({ redeemed: 1 }).where('id', '=', goodsId).execute();
    const row = { id, member_id: memberId, client_reference: id, goods_id: goodsId, kind, quantity: 1, remark: 'Pier 9' } as const;
    const terms = { points: (points * PRICE).toString(), amount: amount?.toString() ?? null, contact: null, sealed_contact: null };
    const approvals = secondApprovalFrom !== null && points >= BigInt(secondApprovalFrom) ? 2 : 1;
    await tx
      .insertInto('point_redemption')
      .values({
        ...row,
        ...terms,
        names: JSON.stringify({ EN: 'Lantern' }),
        status: 'in_process',
        approvals_needed: approvals,
        requested_at: now,
        closed_at: null,
        transfer_id: null,
      })
      .execute();
  });
  return id;
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
      const { member, token } = await addCollector(test, PRICE);
      const reference = `contract-reference-${member.id}`.replaceAll('_', '-');
      return { token, body: { goodsId: GOODS, quantity: 1, paymentPassword: PASSWORD, reference } };
    },
    async 'points.convert'() {
      const test = of();
      await addGoods(test);
      const { settings } = await readMerchant(test.db, test.merchant);
      const points = { ...settings.points, conversion: { pointsPerUnit: 1, least: 1 } };
      await saveSettings(test.db, test.merchant, { ...settings, points });
      await fundRewards(test);
      const { member, token } = await addCollector(test, PRICE);
      const reference = `convert-reference-${member.id}`.replaceAll('_', '-');
      return { token, body: { points: 1, paymentPassword: PASSWORD, reference } };
    },
    async 'points.codes'() {
      const test = of();
      const { member, token } = await addCollector(test, PRICE);
      return { token, body: { redemptionId: await addApprovedVoucher(test, member.id), paymentPassword: PASSWORD } };
    },
  };
}
