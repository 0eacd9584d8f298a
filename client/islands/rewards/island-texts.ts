import {
  BOARD_MEASURES,
  BOARD_PERIODS,
  BOARD_WINDOWS,
  MISSION_GOALS,
  MISSION_PERIODS,
  MISSION_STEPS,
  PLACE,
} from '../../../shared/api/missions/constants.ts';
import { REWARD_STEPS } from '../../../shared/api/reward-centre/constants.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';
import { REWARD_SOURCE_NAMES } from '../../../shared/reward-sources.ts';
import { textKeys } from '../../runtime/text-keys.ts';
import type { IslandTexts } from '../island-props.ts';

const FORM = {
  errors: 'field_required too_many_requests maybe_booked points_quantity points_convert_least points_insufficient',
  auth: 'capsLock hidePassword showPassword',
  common: 'close moveWindow',
};
const COMMON = 'points after paymentPassword forgotPayment confirmTitle confirm back optional';

const MISSION_NAMES = [
  `goal_${PLACE}`,
  ...MISSION_GOALS.flatMap((goal) => [`goal_${goal}`, ...(goal === 'stake' ? [] : [`goal_${goal}_one`])]),
  ...MISSION_PERIODS.map((period) => `period_${period}`),
  ...MISSION_STEPS.filter((step) => step !== 'claim').map((step) => `step_${step}`),
].join(' ');

const BOARD_NAMES = [
  ...BOARD_MEASURES.flatMap((measure) => [`text_${measure}`, `score_${measure}`]),
  ...BOARD_PERIODS,
  ...BOARD_WINDOWS,
  ...'title rule boards windows days endsAt ended counting place name prizes noPrizes prizeOf prizeRange you yourPlace yourScore'.split(
    ' ',
  ),
  ...'noScore noScoreLast notListed noPlace won none noneText noneLast leave leaveText join joinText saved claimNote'.split(' '),
];
const REWARD_NAMES = [...REWARD_STEPS.map((step) => `step_${step}`), ...REWARD_SOURCE_NAMES.map((source) => `source_${source}`)].join(' ');

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'point-redeem': textKeys({
    ...FORM,
    points: `${COMMON} redeemTitle quantity quantityHint total remark remarkHint address addressHint redeem confirmText`,
  }),
  'reward-list': textKeys({
    errors: 'too_many_requests maybe_booked',
    cashback: 'until',
    points: 'points',
    rewards: `toClaim none noneText claimAll claimedNow claimedSum claimedOther claimedAll noted underway paused left ended ${REWARD_NAMES}`,
  }),
  'mission-list': textKeys({
    errors: 'too_many_requests maybe_booked',
    lobby: GAME_CATEGORIES.map((category) => `category_name_${category}`).join(' '),
    points: 'points',
    rewards: 'claimedSum left',
    missions: `ready haveNeed until claim claimedNow none noneText paused leastStake to_verified to_limits ${MISSION_NAMES} board_${BOARD_NAMES.join(' board_')}`,
  }),
  'raffle-check': textKeys({
    errors: 'too_many_requests',
    raffle: 'check checkAgain insecure seed_yes seed_no list_yes list_no winners_yes winners_no own_yes own_no',
  }),
  'point-convert': textKeys({ ...FORM, points: `${COMMON} convertForm convertPoints convertHint gives convert confirmConvert` }),
};
