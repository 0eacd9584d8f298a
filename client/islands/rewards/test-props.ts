import type { MissionValue } from '../../../shared/api/missions/schemas.ts';
import type {
  MissionBoardProps,
  MissionListProps,
  PointConvertProps,
  PointRedeemProps,
  RewardListProps,
  WaitingRewardView,
} from './props.ts';

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

const reward: WaitingRewardView = {
  rewardId: 'cashback:7',
  source: 'cashback',
  step: 'claim',
  name: 'Cashback 2026-11-25',
  amount: '6.2000',
  points: null,
  until: '2026-12-25T00:00:00.000Z',
  untilText: '2026-12-25 00:00',
  leftText: 'in 30 days',
  note: '',
  href: '/member/manualRebate?statement=7',
};
const noEnd = { until: null, untilText: '', leftText: '' };
const goods: WaitingRewardView = {
  ...reward,
  ...noEnd,
  source: 'points',
  amount: null,
  points: '120.50',
  name: 'Lantern',
  href: '/member/pointHistory',
};
const list: RewardListProps = {
  rewards: [
    reward,
    { ...goods, rewardId: 'points:a', step: 'open' },
    { ...goods, rewardId: 'points:b', step: 'confirm', note: 'Parcel 12' },
    { ...goods, rewardId: 'points:c', step: 'processing' },
    { ...reward, rewardId: 'cashback:8', step: 'paused' },
  ],
  currency: { currency: 'USD', currencySymbol: '$' },
  paused: false,
  now: '2026-11-25T00:00:00.000Z',
  problem: '',
  claimed: false,
  page: '/member/rewardCenter',
};
const mission: MissionValue = {
  missionId: 'rounds',
  window: '2026-11-25',
  period: 'day',
  goal: 'rounds',
  category: 'RNG',
  have: '12',
  leastStake: null,
  need: '20',
  amount: null,
  points: '50.000000',
  step: 'open',
  rewardId: null,
  until: '2026-11-26T00:00:00.000Z',
};
const reached = { step: 'claim', rewardId: 'missions:3' } as const;
const missions: MissionListProps = {
  board: null,
  missions: [
    mission,
    {
      ...mission,
      missionId: 'stake',
      period: 'week',
      goal: 'stake',
      category: null,
      have: '1.5000',
      need: '500.0000',
      amount: '5.0000',
      points: null,
    },
    { ...mission, missionId: 'streak', goal: 'streak', have: '1', need: '1', ...reached },
    {
      ...mission,
      missionId: 'games',
      period: 'once',
      goal: 'newGames',
      window: 'once',
      until: null,
      step: 'claimed',
      rewardId: 'missions:1',
    },
    { ...mission, missionId: 'late', step: 'processing', rewardId: 'missions:2' },
  ],
  currency: { currency: 'USD', currencySymbol: '$' },
  paused: false,
  timeZone: 'Asia/Bangkok',
  problem: '',
  claimed: false,
  page: '/member/missionLeaderboard',
};
const board: MissionBoardProps = {
  boards: [
    { boardId: 'week', period: 'week' },
    { boardId: 'day', period: 'day' },
  ],
  boardId: 'week',
  window: 'current',
  board: {
    boardId: 'week',
    window: 'current',
    period: 'week',
    measure: 'missions',
    from: '2026-11-23',
    lastDay: '2026-11-29',
    endsAt: '2026-11-29T17:00:00.000Z',
    closed: false,
    prizes: [
      { from: 1, upTo: 1, amount: '20.0000', points: null },
      { from: 2, upTo: 3, amount: null, points: '500.000000' },
    ],
    places: [
      { place: 1, name: 'se•••n', score: 9, own: false },
      { place: 2, name: 'ma•••a', score: 4, own: true },
    ],
    own: { place: 2, score: 4 },
  },
  currency: { currency: 'USD', currencySymbol: '$' },
  listed: true,
  leftText: '2 days',
  timeZone: 'Asia/Bangkok',
  problem: '',
  saved: false,
  page: '/member/missionLeaderboard',
};
const BOARD_CASES: readonly MissionBoardProps[] = [
  board,
  { ...board, board: null, window: 'last' },
  {
    ...board,
    boards: board.boards.slice(0, 1),
    listed: false,
    saved: true,
    board: board.board && { ...board.board, own: { place: null, score: 1 } },
  },
  { ...board, window: 'last', leftText: '', board: board.board && { ...board.board, closed: true, measure: 'points' } },
  { ...board, leftText: '', board: board.board && { ...board.board, places: [], own: null, prizes: [] }, problem: 'Unknown.' },
];
export const MISSION_LIST_CASES: readonly MissionListProps[] = [
  ...BOARD_CASES.map((one) => ({ ...missions, board: one })),
  missions,
  { ...missions, paused: true, missions: [] },
  { ...missions, missions: [], claimed: true },
  { ...missions, problem: 'Claimed before.' },
];
export const REWARD_LIST_CASES: readonly RewardListProps[] = [
  list,
  { ...list, paused: true },
  { ...list, rewards: [], claimed: true },
  { ...list, problem: 'Claimed before.' },
];
