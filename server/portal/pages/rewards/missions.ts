import { missionList } from '../../../../shared/api/missions/contract.ts';
import { rewardClaim } from '../../../../shared/api/reward-centre/contract.ts';
import type { MissionsView } from '../../../../views/pages/rewards/missions.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import type { VisitorInput } from '../visitor-input.ts';

const PAGE = '/member/missionLeaderboard';

/** `/member/missionLeaderboard`: missions with their progress. `?done=1` follows a claim without script. */
export async function missionsView({ upstream, visitor, query, form, timeZone }: VisitorInput): Promise<MissionsView | RefusedPage> {
  const answer = await upstream.call(missionList, {}, visitor);
  if (!answer.success) return refusedBy(answer);
  const { currency, currencySymbol, paused, missions } = answer.value;
  const posted = form?.call === rewardClaim.id ? form : undefined;
  return {
    timeZone,
    list: {
      missions,
      currency: { currency, currencySymbol },
      paused,
      timeZone,
      problem: posted?.message ?? '',
      claimed: query.has('done') && !posted,
      page: PAGE,
    },
  };
}
