import * as v from 'valibot';
import { REMARK_MAX_LENGTH } from '../../constants.ts';
import { parseWirePoints } from '../../money/points.ts';
import { clientReference, code, instant, nothing, secretText, text, wholeNumber, wireAmount } from '../fields.ts';
import { POINT_CONTACTS, POINT_ENTRY_KINDS, POINT_GOODS_KINDS, REDEEM_STATUSES } from './constants.ts';

/** Decimal text with up to six decimals. */
const wirePoints = v.pipe(
  v.string(),
  v.check((value) => parseWirePoints(value) !== undefined, 'points'),
);
const page = { pageNo: v.optional(wholeNumber(1, 100_000), 1) };
/** A number in the body, or the text of a form; the feature refuses what is no whole number with a text of its own. */
const quantity = v.pipe(v.union([v.number(), text(16)]), v.transform(String));

export const pointBalance = {
  query: nothing,
  body: nothing,
  value: v.object({
    /** Below zero after play was voided whose points are spent: nothing can be redeemed then. */
    currentPoints: wirePoints,
    /** Of redemptions in process: taken from `currentPoints`, given back by a rejection. Other platforms may not know these four. */
    inProcess: v.optional(wirePoints),
    inProcessCount: v.optional(v.number()),
    /** Earned by play of today, in the merchant's zone. */
    earnedToday: v.optional(wirePoints),
    /** All that was ever credited. */
    totalCredited: v.optional(wirePoints),
    /** VIP level of the member and its factor on the rates of play ("1.25"); absent: no level has a factor. */
    level: v.optional(v.object({ labelName: v.string(), factor: v.string() })),
    /** Nothing is offered to a member on a break or excluded: text of the reason. */
    resting: v.optional(v.object({ message: v.string() })),
  }),
};

const goodsValue = v.object({
  goodsId: code,
  kind: v.picklist(POINT_GOODS_KINDS),
  name: v.string(),
  text: v.string(),
  /** Empty: none. */
  pictureUrl: v.string(),
  /** Points of one piece. */
  requiredPoints: wirePoints,
  /** Value of one voucher or credit; null: goods. */
  requiredAmount: v.nullable(wireAmount),
  /** Points for one unit of the currency; null without an amount. */
  ratio: v.nullable(v.string()),
  /** Pieces that are left; null: without limit. */
  availableQuantity: v.nullable(v.number()),
  /** Pieces that one member may redeem; null: no limit. */
  memberLimit: v.nullable(v.number()),
  level: v.number(),
  levelName: v.string(),
  contact: v.nullable(v.picklist(POINT_CONTACTS)),
  /** Of the signed-in member: pieces that can be redeemed now, and the refusal if none can. */
  own: v.nullable(
    v.object({
      pieces: v.number(),
      refusal: v.nullable(v.object({ code: v.string(), message: v.string() })),
    }),
  ),
});
export type PointGoods = v.InferOutput<typeof goodsValue>;

export const pointRewards = {
  query: nothing,
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    goods: v.array(goodsValue),
    /** Of the signed-in member: a redemption needs the payment password. */
    paymentPasswordSet: v.optional(v.boolean()),
  }),
};

const redemptionValue = v.object({
  redemptionId: v.string(),
  goodsId: v.string(),
  name: v.string(),
  kind: v.picklist(POINT_GOODS_KINDS),
  redeemQuantity: v.number(),
  /** All pieces together. */
  points: wirePoints,
  amount: v.nullable(wireAmount),
  status: v.picklist(REDEEM_STATUSES),
  /** The member's remark. */
  remark: v.string(),
  /** Reason of a rejection; otherwise empty. */
  reason: v.string(),
  /** With an approval: the number of a parcel, how to get it. */
  note: v.string(),
  /** A voucher has codes, which `points.codes` shows. */
  hasCodes: v.boolean(),
  /** Of a paid credit: the transfer in the account record. */
  transferId: v.nullable(v.string()),
  requestedAt: instant,
  closedAt: v.nullable(instant),
});
export type Redemption = v.InferOutput<typeof redemptionValue>;

export const redeemList = {
  query: v.strictObject({ ...page, status: v.optional(v.picklist(REDEEM_STATUSES)) }),
  body: nothing,
  value: v.object({ redemptions: v.array(redemptionValue), pageNum: v.number(), totalPages: v.number() }),
};

export const pointConfig = {
  query: nothing,
  body: nothing,
  value: v.object({
    /** Categories that earn points, in the order of the menu: points for one unit of the currency ("1.20"). */
    rates: v.array(v.object({ category: v.string(), rate: v.string() })),
    /** Factor on the rates by VIP level, the lowest first; absent: no level has one. */
    levels: v.optional(v.array(v.object({ labelName: v.string(), factor: v.string() }))),
    /** Of other platforms: one rate for all categories. */
    ratio: v.optional(v.string()),
    neverExpire: v.boolean(),
    /** Points that give one unit of the currency, and the fewest of one conversion; null: points are not converted to money. */
    conversion: v.optional(v.nullable(v.object({ pointsPerUnit: v.number(), least: v.number() }))),
    currency: v.string(),
    currencySymbol: v.string(),
  }),
};

const detailValue = v.object({
  id: v.string(),
  kind: v.picklist(POINT_ENTRY_KINDS),
  /** "2026-11-21": play of one day, category and factor is one row. */
  day: v.string(),
  at: instant,
  category: v.nullable(v.string()),
  /** Factor of the VIP level on points of play ("1.25"); absent: none. */
  factor: v.optional(v.string()),
  changedPoints: wirePoints,
  /** After the last change of the row. */
  balance: wirePoints,
  /** Name of the goods, amount of a conversion, or the reason of an operator; otherwise empty. */
  remark: v.string(),
});
export type PointDetail = v.InferOutput<typeof detailValue>;

export const pointDetails = {
  query: v.strictObject({ ...page, kind: v.optional(v.picklist(POINT_ENTRY_KINDS)) }),
  body: nothing,
  value: v.object({ details: v.array(detailValue), pageNum: v.number(), totalPages: v.number() }),
};

export const redeemReward = {
  query: nothing,
  body: v.strictObject({
    goodsId: code,
    quantity,
    paymentPassword: secretText,
    remark: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(REMARK_MAX_LENGTH)), ''),
    reference: clientReference,
  }),
  value: redemptionValue,
};

export const convertPoint = {
  query: nothing,
  body: v.strictObject({ points: quantity, paymentPassword: secretText, reference: clientReference }),
  value: v.object({
    /** Taken: what gives no payable amount stays. */
    points: wirePoints,
    amount: wireAmount,
    transferId: v.string(),
  }),
};

export const voucherCodes = {
  query: nothing,
  body: v.strictObject({ redemptionId: code, paymentPassword: secretText }),
  value: v.object({ redemptionId: v.string(), codes: v.array(v.string()) }),
};

export const goodsPicture = {
  query: v.strictObject({ id: code, v: v.optional(code) }),
  body: nothing,
  value: v.object({}),
};
