import { REFERRAL_PARAMETER } from '../../../../shared/api/referral/constants.ts';
import { referralOverview } from '../../../../shared/api/referral/contract.ts';
import { rewardClaim } from '../../../../shared/api/reward-centre/contract.ts';
import type { ReferralView } from '../../../../views/pages/rewards/referral.tsx';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';

const DAY_LENGTH = 10;
const MINUTE_LENGTH = 16;

/** `/member/referral`: link, friends and rewards. `?done=1` follows a claim. */
export async function referral({ upstream, visitor, query, form, origin, timeZone }: VisitorInput): Promise<ReferralView | RefusedPage> {
  const answer = await upstream.call(referralOverview, { query: { page: pageNumber(query.get('pageNo')) } }, visitor);
  if (!answer.success) return refusedBy(answer);
  const { friends, earnings, code, ...view } = answer.value;
  const posted = form?.call === rewardClaim.id ? form : undefined;
  const day = (at: string) => shownTime(at, timeZone).slice(0, DAY_LENGTH);
  const dayOrNone = (at: string | null) => (at === null ? null : day(at));
  return {
    ...view,
    timeZone,
    problem: posted?.message ?? '',
    claimed: query.has('done') && !posted,
    code,
    url: code === null ? null : `${origin}/register?${new URLSearchParams({ [REFERRAL_PARAMETER]: code })}`,
    friends: friends.map(({ name, registeredAt, depositedAt, playedAt, invited, invitedCount }) => ({
      name,
      days: { registered: day(registeredAt), deposited: dayOrNone(depositedAt), played: dayOrNone(playedAt) },
      invited: invited.map((one) => ({ name: one.name, day: day(one.registeredAt) })),
      invitedCount,
    })),
    earnings: earnings.map(({ at, until, ...one }) => ({
      ...one,
      dayText: day(at),
      untilText: until === null ? null : shownTime(until, timeZone).slice(0, MINUTE_LENGTH),
    })),
  };
}
