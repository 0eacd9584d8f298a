import type { PointGoodsKind } from '../../../shared/api/points/constants.ts';

/** Orders of the mall; the first one is the merchant's. */
export const MALL_SORTS = ['featured', 'low', 'high', 'name'] as const;
export type MallSort = (typeof MALL_SORTS)[number];

/** What the address of the mall selects. */
export interface MallFilter {
  /** Null: all kinds. */
  readonly kind: PointGoodsKind | null;
  readonly q: string;
  readonly sort: MallSort;
  /** Only what the member can redeem now. */
  readonly affordable: boolean;
  /** Only what the member's level may redeem. */
  readonly myLevel: boolean;
}

/** Number of goods by kind. */
export type MallCounts = ReadonlyMap<PointGoodsKind, number>;

export const MALL_PAGE = '/pointMall';
/** Item of the address that converts points to money; no id of goods begins with a dot. */
export const MONEY_ITEM = '.money';

export function goodsHref(goodsId: string): string {
  return `${MALL_PAGE}?item=${encodeURIComponent(goodsId)}`;
}

/** The mall with a filter, on a page. */
export function mallHref({ kind, q, sort, affordable, myLevel }: MallFilter, page = 1): string {
  const query = new URLSearchParams({
    ...(kind === null ? {} : { kind }),
    ...(q === '' ? {} : { q }),
    ...(sort === MALL_SORTS[0] ? {} : { sort }),
    ...(affordable ? { affordable: '1' } : {}),
    ...(myLevel ? { myLevel: '1' } : {}),
    ...(page > 1 ? { pageNo: String(page) } : {}),
  });
  return query.size > 0 ? `${MALL_PAGE}?${query}` : MALL_PAGE;
}
