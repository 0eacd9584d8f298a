import { POINT_GOODS_KINDS } from '../../../../shared/api/points/constants.ts';
import type { PointGoods } from '../../../../shared/api/points/schemas.ts';
import { parseWirePoints } from '../../../../shared/money/points.ts';
import { MALL_SORTS, type MallFilter } from '../../../../views/pages/rewards/mall-filter.ts';
import type { Query } from '../page-view.ts';

const LONGEST_SEARCH = 60;

export function readMallFilter(query: Query): MallFilter {
  return {
    kind: POINT_GOODS_KINDS.find((kind) => kind === query.get('kind')) ?? null,
    q: (query.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
    sort: MALL_SORTS.find((sort) => sort === query.get('sort')) ?? MALL_SORTS[0],
    affordable: query.get('affordable') === '1',
    myLevel: query.get('myLevel') === '1',
  };
}

/** Goods of the filter in its order. What depends on the member leaves everything for visitors. */
export function filterGoods(goods: readonly PointGoods[], { kind, q, sort, affordable, myLevel }: MallFilter): PointGoods[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = goods.filter((one) => {
    const text = `${one.name} ${one.text}`.toLocaleLowerCase();
    return (
      (kind === null || one.kind === kind) &&
      words.every((word) => text.includes(word)) &&
      !(affordable && one.own !== null && one.own.pieces === 0) &&
      !(myLevel && one.own?.refusal?.code === 'points_level')
    );
  });
  if (sort === 'low') return found.toSorted((one, other) => comparePoints(one, other));
  if (sort === 'high') return found.toSorted((one, other) => comparePoints(other, one));
  return sort === 'name' ? found.toSorted((one, other) => one.name.localeCompare(other.name)) : found;
}

function comparePoints(one: PointGoods, other: PointGoods): number {
  const difference = (parseWirePoints(one.requiredPoints) ?? 0n) - (parseWirePoints(other.requiredPoints) ?? 0n);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
