import { describe, expect, test } from 'vitest';
import type { PointGoods } from '../../../../shared/api/points/schemas.ts';
import { mallHref } from '../../../../views/pages/rewards/mall-filter.ts';
import { filterGoods, readMallFilter } from './mall-filter.ts';

const plain: PointGoods = {
  goodsId: 'mug',
  kind: 'goods',
  name: 'Harbour mug',
  text: 'Stoneware',
  pictureUrl: '',
  requiredPoints: '600.000000',
  requiredAmount: null,
  ratio: null,
  availableQuantity: 5,
  memberLimit: null,
  level: 1,
  levelName: 'Drift',
  contact: null,
  own: { pieces: 2, refusal: null },
};
const refused = (code: string) => ({ pieces: 0, refusal: { code, message: code } });
const GOODS: readonly PointGoods[] = [
  plain,
  { ...plain, goodsId: 'credit', kind: 'credit', name: 'Bonus', requiredPoints: '90.000000', own: refused('points_level') },
  { ...plain, goodsId: 'shop', kind: 'voucher', name: 'Áo voucher', requiredPoints: '1000.000000', own: refused('points_insufficient') },
];
const found = (query: string) => filterGoods(GOODS, readMallFilter(new URLSearchParams(query))).map(({ goodsId }) => goodsId);

describe('rewards of the mall', () => {
  test.each([
    ['', ['mug', 'credit', 'shop']],
    ['kind=voucher', ['shop']],
    ['kind=other', ['mug', 'credit', 'shop']],
    ['q=HARBOUR+stone', ['mug']],
    ['q=áo', ['shop']],
    ['q=harbour+bonus', []],
    ['affordable=1', ['mug']],
    ['myLevel=1', ['mug', 'shop']],
    ['sort=low', ['credit', 'mug', 'shop']],
    ['sort=high', ['shop', 'mug', 'credit']],
    ['sort=name', ['shop', 'credit', 'mug']],
    ['sort=drop+table', ['mug', 'credit', 'shop']],
  ])('of %j are %j', (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  test('are all shown to visitors, of whom nothing is known', () => {
    const goods = GOODS.map((one) => ({ ...one, own: null }));
    expect(filterGoods(goods, readMallFilter(new URLSearchParams('affordable=1&myLevel=1')))).toHaveLength(3);
  });

  test('have one address for a filter', () => {
    const query = 'kind=goods&q=mug+%26&sort=low&affordable=1&myLevel=1&pageNo=2';
    expect(mallHref(readMallFilter(new URLSearchParams(query)), 2)).toBe(`/pointMall?${query}`);
    expect(mallHref(readMallFilter(new URLSearchParams('sort=featured&affordable=0')))).toBe('/pointMall');
  });
});
