import type { PointConvertProps, PointRedeemProps } from './props.ts';

const refused = { message: 'Not enough.', code: 'points_insufficient' } as const;
const redeem: PointRedeemProps = {
  goodsId: 'lantern',
  price: '100.000000',
  balance: '1284.500000',
  pieces: 12,
  isSent: true,
  page: '/pointMall?item=lantern',
  form: null,
  reference: 'a-reference-of-the-server',
};
export const POINT_REDEEM_CASES: readonly PointRedeemProps[] = [
  redeem,
  {
    ...redeem,
    isSent: false,
    form: {
      ...refused,
      call: 'points.redeem',
      errors: { paymentPassword: 'Wrong.' },
      values: { goodsId: 'lantern', quantity: '13', remark: 'Quay 4', reference: 'kept-reference-1' },
    },
  },
];

const convert: PointConvertProps = {
  pointsPerUnit: 100,
  least: 500,
  balance: '1284.500000',
  currency: 'USD',
  currencySymbol: '$',
  page: '/pointMall?item=.money',
  form: null,
  reference: 'a-reference-of-the-server',
};
export const POINT_CONVERT_CASES: readonly PointConvertProps[] = [
  convert,
  { ...convert, form: { ...refused, call: 'points.convert', errors: {}, values: { points: '9000', reference: 'kept-reference-2' } } },
];
