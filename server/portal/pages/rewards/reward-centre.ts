import type { WaitingRewardView } from '../../../../client/islands/rewards/props.ts';
import { rewardClaim, rewardHistory, rewardList } from '../../../../shared/api/reward-centre/contract.ts';
import type { PastRewardValue, WaitingRewardValue } from '../../../../shared/api/reward-centre/schemas.ts';
import { timeLeft } from '../../../../shared/i18n/time-left.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { pointsOfWire } from '../../../../shared/money/points.ts';
import { isOpenHref } from '../../../../views/components/member-entries.ts';
import type { RewardCentreView } from '../../../../views/pages/rewards/reward-centre.tsx';
import { callOr } from '../call-value.ts';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';

const DAY_LENGTH = 10;
const MINUTE_LENGTH = 16;
const PAGE = '/member/rewardCenter';

/** `/member/rewardCenter`: everything that waits for the member, and what has been claimed or has ended. `?done=1` follows a claim without script. */
export async function rewardCentre(input: VisitorInput): Promise<RewardCentreView | RefusedPage> {
  const { upstream, visitor, query, form, timeZone, context } = input;
  const [list, history] = await Promise.all([
    upstream.call(rewardList, {}, visitor),
    callOr(upstream, rewardHistory, { query: { page: pageNumber(query.get('pageNo')) } }, visitor, null),
  ]);
  if (!list.success) return refusedBy(list);
  const { rewards, paused, now, currency, currencySymbol } = list.value;
  const posted = form?.call === rewardClaim.id ? form : undefined;
  const isPromoted = !paused && isOpenHref('/promotions', context.features);
  return {
    timeZone,
    promotions: isPromoted,
    list: {
      currency: { currency, currencySymbol },
      paused,
      now,
      problem: posted?.message ?? '',
      claimed: query.has('done') && !posted,
      page: PAGE,
      rewards: rewards.map((reward) => waitingView(input, reward, now)),
    },
    history: history && {
      page: history.page,
      pages: history.pages,
      rewards: history.rewards.map((reward) => ({
        rewardId: reward.rewardId,
        source: reward.source,
        name: nameOf(context.t, reward, timeZone),
        amount: reward.amount,
        points: reward.points === null ? null : pointsOfWire(reward.points),
        outcome: reward.outcome,
        atText: minute(reward.at, timeZone),
        href: reward.href,
      })),
    },
  };
}

function waitingView({ context, visitor, timeZone }: VisitorInput, reward: WaitingRewardValue, now: string): WaitingRewardView {
  const { rewardId, source, step, amount, points, until, note, href } = reward;
  return {
    rewardId,
    source,
    step,
    name: nameOf(context.t, reward, timeZone),
    amount,
    points: points === null ? null : pointsOfWire(points),
    until,
    untilText: until === null ? '' : minute(until, timeZone),
    leftText: until === null ? '' : timeLeft((Date.parse(until) - Date.parse(now)) / 1000, visitor.language.tag),
    note,
    href,
  };
}

/** Its own name, or that of its source with the days that it is for. */
function nameOf(t: Translate, { name, source, period }: WaitingRewardValue | PastRewardValue, timeZone: string): string {
  if (name !== '') return name;
  if (period === null) return t(`rewards.source_${source}`);
  const days = [period.start, Date.parse(period.end) - 1].map((at) => shownTime(at, timeZone).slice(0, DAY_LENGTH));
  return `${t(`rewards.source_${source}`)} ${[...new Set(days)].join(' – ')}`;
}

function minute(instant: string, timeZone: string): string {
  return shownTime(instant, timeZone).slice(0, MINUTE_LENGTH);
}
