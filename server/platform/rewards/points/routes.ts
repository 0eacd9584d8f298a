import type { ValueOf } from '../../../../shared/api/client-call.ts';
import {
  convertPoint,
  goodsPicture,
  pointBalance,
  pointConfig,
  pointDetails,
  pointRewards,
  redeemList,
  redeemReward,
  voucherCodes,
} from '../../../../shared/api/points/contract.ts';
import type { PointGoods, Redemption } from '../../../../shared/api/points/schemas.ts';
import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import { hundredthsText } from '../../../../shared/hundredths.ts';
import { amountText, type CurrencyView } from '../../../../shared/money/amount-text.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { pointsToWire } from '../../../../shared/money/points.ts';
import { zonedDay } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { inTransaction } from '../../base/db/index.ts';
import { type BoundCall, bind, type Translate } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type MerchantSettings, pointFactors, pointRates, rankOfMember, readMerchant } from '../../merchant/index.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { DetailRow, GoodsRow, PointDeps, RedemptionRow } from './contracts.ts';
import { convert } from './convert.ts';
import { pictureAddress, readGoodsPicture, shownGoods } from './goods.ts';
import { detailsOf, redemptionsOf, sumsOf } from './history.ts';
import { piecesOf, readStanding, redeem, refuse, type Standing } from './redeem.ts';
import { nameOf } from './texts.ts';
import { codesOf } from './vouchers.ts';

export interface PointRouteDeps extends PointDeps {
  readonly translate: Translate;
}

/** The address of a picture changes with the picture. */
const PICTURE_SECONDS = 86_400;

export function pointRoutes(deps: PointRouteDeps): readonly BoundCall[] {
  const { db } = deps;
  const settings = async () => (await readMerchant(db, deps.merchant)).settings;
  return [
    bind(pointBalance, ({ actor, language }) => balance(deps, actor, language)),
    bind(pointRewards, ({ actor, language }) => rewards(deps, actor, language)),
    bind(redeemList, async ({ actor: { memberId }, language }, { query: { pageNo, status } }) => {
      const { rows, totalPages } = await redemptionsOf(db, { memberId, status, pageNo });
      return { redemptions: rows.map((row) => presentRedemption(row, language)), pageNum: pageNo, totalPages };
    }),
    bind(pointConfig, async () => {
      const { features, points, currency, currencySymbol, ...more } = await settings();
      const rates = features.points === true ? pointRates(points) : {};
      return {
        rates: Object.entries(rates).map(([category, rate]) => ({ category, rate: hundredthsText(rate) })),
        ...(features.points === true && factorsOf(more)),
        neverExpire: true,
        conversion: features.points === true ? points.conversion : null,
        currency,
        currencySymbol,
      };
    }),
    bind(pointDetails, async ({ actor: { memberId }, language }, { query: { pageNo, kind } }) => {
      const { rows, totalPages } = await detailsOf(db, { memberId, kind, pageNo });
      const currency = await settings();
      const details = rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        day: row.day,
        at: row.at.toISOString(),
        category: row.category,
        ...(row.factor !== 100 && { factor: hundredthsText(row.factor) }),
        changedPoints: pointsToWire(BigInt(row.points)),
        balance: pointsToWire(BigInt(row.balance)),
        remark: remarkOf(row, language, currency),
      }));
      return { details, pageNum: pageNo, totalPages };
    }),
    bind(redeemReward, async ({ actor, language }, { body }) => presentRedemption(await redeem(deps, actor, body), language)),
    bind(convertPoint, async ({ actor }, { body }) => {
      const { points, amount, transfer_id } = await convert(deps, actor, body);
      return { points: pointsToWire(BigInt(points)), amount: toWire(BigInt(amount)), transferId: transfer_id };
    }),
    bind(voucherCodes, async ({ actor }, { body }) => showCodes(deps, actor, body)),
    bind(goodsPicture, async (_caller, { query }) => {
      const picture = await readGoodsPicture(db, query.id);
      if (!picture) throw new Refusal('upload_not_found');
      return { ...picture, publicSeconds: PICTURE_SECONDS };
    }),
  ];
}

/** Codes are worth money: they are shown with the payment password, as payouts need it. */
async function showCodes(
  { db, secrets, centre, paymentPassword }: PointRouteDeps,
  { memberId }: Actor,
  { redemptionId, paymentPassword: entered }: { readonly redemptionId: string; readonly paymentPassword: string },
) {
  const row = await db
    .selectFrom('point_redemption')
    .select('id')
    .where('id', '=', redemptionId)
    .where('member_id', '=', memberId)
    .where('status', '=', 'approved')
    .where('kind', '=', 'voucher')
    .executeTakeFirst();
  if (!row) throw new Refusal('points_no_codes');
  await paymentPassword.check(memberId, entered);
  const codes = [...(await codesOf(db, secrets, redemptionId))];
  await inTransaction(db, (tx, afterCommit) => centre.noteSeen(tx, afterCommit, { source: 'points', rewardId: redemptionId, memberId }));
  return { redemptionId, codes };
}

function remarkOf({ names, reason, amount }: DetailRow, language: string, currency: CurrencyView): string {
  if (amount !== null) return amountText(BigInt(amount), currency);
  return names ? nameOf(names, language) : reason;
}

async function balance(deps: PointRouteDeps, { memberId }: Actor, language: string) {
  const { settings } = await readMerchant(deps.db, deps.merchant);
  const sums = await sumsOf(deps.db, memberId, zonedDay(deps.clock.now().getTime(), settings.timeZone));
  const rest = await deps.protection.resting(deps.db, memberId);
  const level = settings.features.points === true ? await levelOf(deps, memberId, settings) : undefined;
  return {
    currentPoints: pointsToWire(sums.balance),
    inProcess: pointsToWire(sums.inProcess),
    inProcessCount: sums.inProcessCount,
    earnedToday: pointsToWire(sums.earnedToday),
    totalCredited: pointsToWire(sums.credited),
    ...(level && { level }),
    ...(rest && { resting: { message: deps.translate(language, `errors.${rest.code}`, protectionRefusal(rest).params) } }),
  };
}

type Level = NonNullable<ValueOf<typeof pointConfig>['levels']>[number];

function factorsOf({ vipLevels }: Pick<MerchantSettings, 'vipLevels'>): { readonly levels: Level[] } | Record<string, never> {
  const levels = vipLevels.map(({ labelName, pointFactor }) => ({ labelName, factor: pointFactor }));
  return pointFactors({ vipLevels }).length > 0 ? { levels } : {};
}

/** The level of now, as the next play is counted. */
async function levelOf({ db }: PointRouteDeps, memberId: string, settings: MerchantSettings): Promise<Level | undefined> {
  const { levels = [] } = factorsOf(settings);
  if (levels.length === 0) return undefined;
  const member = await db.selectFrom('member').select(rankOfMember.as('rank')).where('id', '=', memberId).executeTakeFirst();
  return levels[(member?.rank?.rankLevel ?? 1) - 1];
}

/** Nothing is offered without the feature, and to a member on a break or excluded. */
async function rewards(deps: PointRouteDeps, actor: Actor | null, language: string) {
  const { db } = deps;
  const { settings } = await readMerchant(db, deps.merchant);
  const { currency, currencySymbol } = settings;
  const isMember = actor !== null && actor.type !== TRIAL_TYPE;
  const isOffered = settings.features.points === true && !(isMember && (await deps.protection.resting(db, actor.memberId)));
  if (!isOffered) return { currency, currencySymbol, goods: [] };
  const standing = isMember ? await readStanding(deps, db, actor.memberId) : undefined;
  const goods = (await shownGoods(db)).map((row) => presentGoods(deps, row, { settings, language, standing }));
  const isPasswordSet = isMember ? await deps.paymentPassword.isSet(db, actor.memberId) : undefined;
  return { currency, currencySymbol, goods, ...(isPasswordSet !== undefined && { paymentPasswordSet: isPasswordSet }) };
}

interface Reader {
  readonly settings: MerchantSettings;
  readonly language: string;
  readonly standing: Standing | undefined;
}

function presentGoods(deps: PointRouteDeps, row: GoodsRow, { settings, language, standing }: Reader): PointGoods {
  const [points, amount] = [BigInt(row.points), row.amount === null ? null : BigInt(row.amount)];
  return {
    goodsId: row.id,
    kind: row.kind,
    name: nameOf(row.names, language),
    text: nameOf(row.texts, language),
    pictureUrl: pictureAddress(row),
    requiredPoints: pointsToWire(points),
    requiredAmount: amount === null ? null : toWire(amount),
    // Millionths of a point for units of 1/10,000 are hundredths of a point for one unit of the currency.
    ratio: amount === null ? null : hundredthsText(points / amount),
    availableQuantity: row.stock === null ? null : row.stock - row.redeemed,
    memberLimit: row.member_limit,
    level: row.min_level,
    levelName: settings.vipLevels[row.min_level - 1]?.labelName ?? '',
    contact: row.contact,
    own: standing ? presentOwn(deps, row, standing, language) : null,
  };
}

function presentOwn({ translate }: PointRouteDeps, row: GoodsRow, standing: Standing, language: string) {
  const pieces = piecesOf(row, standing);
  try {
    refuse(row, standing, 1);
    return { pieces, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { pieces: 0, refusal: { code: error.code, message: translate(language, `errors.${error.code}`, error.params) } };
  }
}

function presentRedemption(row: RedemptionRow, language: string): Redemption {
  return {
    redemptionId: row.id,
    goodsId: row.goods_id,
    name: nameOf(row.names, language),
    kind: row.kind,
    redeemQuantity: row.quantity,
    points: pointsToWire(BigInt(row.points)),
    amount: row.amount === null ? null : toWire(BigInt(row.amount)),
    status: row.status,
    remark: row.remark,
    reason: row.reason,
    note: row.note,
    hasCodes: row.kind === 'voucher' && row.status === 'approved',
    transferId: row.transfer_id,
    requestedAt: row.requested_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  };
}
