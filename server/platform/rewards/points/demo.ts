import type { PointDrawing, PointGoodsKind } from '../../../../shared/api/points/constants.ts';
import { LANGUAGES } from '../../../../shared/i18n/languages.ts';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';
import { POINTS_PER_WHOLE } from '../../../../shared/money/points.ts';
import { zonedDay } from '../../../../shared/time.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import { inCurrency, readMerchant } from '../../merchant/index.ts';
import type { Fund } from '../fund/index.ts';
import type { GoodsDraft, PointDeps, PointDesk } from './contracts.ts';
import { createPointDesk } from './desk.ts';
import { postPoints } from './post.ts';
import { openRedemption } from './redeem.ts';

interface DemoGoods {
  readonly id: string;
  readonly kind: PointGoodsKind;
  readonly drawing: PointDrawing | null;
  /** Whole points. */
  readonly points: bigint;
  /** In euros, as the defaults of the settings. */
  readonly amount: number | null;
  readonly stock: number | null;
  readonly more?: Partial<Pick<GoodsDraft, 'memberLimit' | 'minLevel' | 'contact'>>;
}

const GOODS: readonly DemoGoods[] = [
  { id: 'demo-credit-5', kind: 'credit', drawing: null, points: 500n, amount: 5, stock: null },
  { id: 'demo-mug', kind: 'goods', drawing: 'mug', points: 600n, amount: null, stock: 40 },
  { id: 'demo-cap', kind: 'goods', drawing: 'cap', points: 900n, amount: null, stock: 25, more: { memberLimit: 2 } },
  { id: 'demo-voucher-10', kind: 'voucher', drawing: null, points: 1_000n, amount: 10, stock: 30, more: { memberLimit: 5 } },
  { id: 'demo-umbrella', kind: 'goods', drawing: 'umbrella', points: 1_200n, amount: null, stock: 0 },
  { id: 'demo-lantern', kind: 'goods', drawing: 'lantern', points: 2_400n, amount: null, stock: 12, more: { contact: 'whatsapp' } },
  { id: 'demo-credit-50', kind: 'credit', drawing: null, points: 4_800n, amount: 50, stock: 100, more: { minLevel: 2 } },
  { id: 'demo-speaker', kind: 'goods', drawing: 'speaker', points: 9_500n, amount: null, stock: 3, more: { minLevel: 3, contact: 'zalo' } },
];
const VOUCHER = 'demo-voucher-10';
const CODES = Array.from({ length: 12 }, (_, number) => `LAGOON-DEMO-${String(number + 1).padStart(3, '0')}`);
const POINTS = 5_284n * POINTS_PER_WHOLE + POINTS_PER_WHOLE / 2n;
const OPERATOR = 'ops01';
/** In euros. */
const FUNDS = 1_000;

export interface DemoPointDeps extends PointDeps {
  readonly translate: Translate;
  /** The account that pays credits. */
  readonly rewards: Pick<Fund, 'propose' | 'fund'>;
}

/** Members of the demo with points; `isBusy`: goods wait to be noted as well. */
export interface DemoCollector {
  readonly memberId: string;
  readonly isBusy: boolean;
}

/** Goods of all kinds, and members with points and one redemption of each status. Once; without messages, which belong to real events. */
export async function seedDemoPoints(given: DemoPointDeps, collectors: readonly DemoCollector[]): Promise<void> {
  const deps = { ...given, inbox: { ...given.inbox, post: async () => undefined } };
  const desk = createPointDesk(deps);
  await inTransaction(deps.db, async (tx, afterCommit) => {
    const ids = collectors.map(({ memberId }) => memberId);
    await tx.selectFrom('member').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
    if (await desk.findGoods(tx, VOUCHER)) return;
    const { currency, defaultLanguage } = (await readMerchant(tx, deps.merchant)).settings;
    const textOf = (key: string) => deps.translate(defaultLanguage, `points.demo_${key}`);
    const reason = textOf('reason');
    const funds = { id: 'demo-points', units: BigInt(inCurrency(FUNDS, currency)) * UNITS_PER_WHOLE, currency, reason };
    await deps.rewards.fund(tx, afterCommit, await deps.rewards.propose(tx, funds));
    await addGoods(deps, desk, tx);
    for (const collector of collectors) {
      await addPoints(deps, tx, collector.memberId, reason);
      await addRedemptions(deps, desk, [tx, afterCommit], { ...collector, reason, rejected: textOf('rejected'), remark: textOf('remark') });
    }
  });
}

interface DemoRedemptions extends DemoCollector {
  readonly reason: string;
  readonly rejected: string;
  readonly remark: string;
}

async function addRedemptions(
  deps: DemoPointDeps,
  desk: PointDesk,
  [tx, afterCommit]: readonly [Tx, AfterCommit],
  { memberId, isBusy, reason, rejected, remark }: DemoRedemptions,
): Promise<void> {
  const request = (goodsId: string, remarkOfMember = '', reference = `demo-${goodsId}`) =>
    openRedemption(deps, tx, memberId, { goodsId, quantity: '1', pieces: 1, paymentPassword: '', remark: remarkOfMember, reference });
  const by = { operator: OPERATOR, reason };
  const voucher = await request(VOUCHER);
  await desk.approve(tx, afterCommit, voucher.id, { ...by, note: '', codes: [] });
  const cap = await request('demo-cap');
  await desk.reject(tx, afterCommit, cap.id, { operator: OPERATOR, reason: rejected });
  await request('demo-mug', remark);
  if (!isBusy) return;
  const another = await request('demo-cap', '', 'demo-another-cap');
  await desk.approve(tx, afterCommit, another.id, { ...by, note: '', codes: [] });
}

async function addGoods({ merchant, translate }: DemoPointDeps, desk: PointDesk, tx: Tx): Promise<void> {
  const { currency } = (await readMerchant(tx, merchant)).settings;
  const textOf = (id: string, part: 'name' | 'text') =>
    Object.fromEntries(LANGUAGES.map(({ code }) => [code, translate(code, `points.${id.replaceAll('-', '_')}_${part}`)]));
  for (const [position, { id, kind, drawing, points, amount, stock, more }] of GOODS.entries()) {
    const terms = {
      points: points * POINTS_PER_WHOLE,
      amount: amount === null ? null : BigInt(inCurrency(amount, currency)) * UNITS_PER_WHOLE,
      stock,
    };
    const limits = { memberLimit: null, minLevel: 1, contact: null, ...more };
    await desk.saveGoods(tx, {
      id,
      kind,
      drawing,
      ...terms,
      ...limits,
      names: textOf(id, 'name'),
      texts: textOf(id, 'text'),
      position,
      shown: true,
    });
  }
  await desk.addCodes(tx, VOUCHER, CODES);
}

async function addPoints({ clock, merchant }: DemoPointDeps, tx: Tx, memberId: string, reason: string): Promise<void> {
  const at = clock.now();
  const day = zonedDay(at.getTime(), (await readMerchant(tx, merchant)).settings.timeZone);
  const credit = {
    memberId,
    kind: 'adjusted',
    points: POINTS,
    reference: `adjustment:demo-${memberId}`,
    day,
    at,
    actor: OPERATOR,
  } as const;
  await postPoints(tx, { ...credit, reason });
}
