/** `earned`: by settled play; below zero where play was voided. `refunded`: of a rejected redemption. `mission`, `promotion`: rewards of these. */
export const POINT_ENTRY_KINDS = ['earned', 'redeemed', 'refunded', 'converted', 'adjusted', 'mission', 'promotion'] as const;
export type PointEntryKind = (typeof POINT_ENTRY_KINDS)[number];

/** `credit`: money, paid when an operator approves the redemption. */
export const POINT_GOODS_KINDS = ['goods', 'voucher', 'credit'] as const;
export type PointGoodsKind = (typeof POINT_GOODS_KINDS)[number];

/** The points of a redemption are taken at the request and given back by a rejection. */
export const REDEEM_STATUSES = ['in_process', 'rejected', 'approved'] as const;
export type RedeemStatus = (typeof REDEEM_STATUSES)[number];

/** Numbers of the profile that a reward may need. */
export const POINT_CONTACTS = ['zalo', 'whatsapp'] as const;
export type PointContact = (typeof POINT_CONTACTS)[number];

/** Drawings of rewards without a picture: `client/public/points/<name>.svg`. */
export const POINT_DRAWINGS = ['gift', 'coins', 'voucher', 'cap', 'mug', 'lantern', 'speaker', 'umbrella'] as const;
export type PointDrawing = (typeof POINT_DRAWINGS)[number];
export const DEFAULT_DRAWINGS: Readonly<Record<PointGoodsKind, PointDrawing>> = { goods: 'gift', voucher: 'voucher', credit: 'coins' };

export function drawingHref(drawing: PointDrawing): string {
  return `/points/${drawing}.svg`;
}

/** Pieces of one redemption. */
export const MAX_PIECES = 100;
