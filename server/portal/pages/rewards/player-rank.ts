import { cashbackRates } from '../../../../shared/api/cashback/contract.ts';
import { vipLevels } from '../../../../shared/api/publishing/contract.ts';
import { playerRank } from '../../../../shared/api/vip/contract.ts';
import type { PlayerRankView } from '../../../../views/pages/rewards/player-rank.tsx';
import { callOr } from '../call-value.ts';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';

const MINUTE_LENGTH = 16;

/** `/member/playerRank`: level, progress, benefits and history. */
export async function playerRankView({ upstream, visitor, query, timeZone, context }: VisitorInput): Promise<PlayerRankView | RefusedPage> {
  const { features } = context;
  const answer = await upstream.call(playerRank, { query: { page: pageNumber(query.get('pageNo')) } }, visitor);
  if (!answer.success) return refusedBy(answer);
  const [rules, rates] = await Promise.all([
    callOr(upstream, vipLevels, {}, visitor, null),
    features.manualRebate === true ? callOr(upstream, cashbackRates, {}, visitor, null) : null,
  ]);
  const { history, ...value } = answer.value;
  const offered = { rebate: rates?.offered === true, withdrawals: features.withdrawals === true, points: features.points === true };
  const benefits = rules && { levels: rules.levels, keepMonths: rules.keepMonths, currency: rules, offered };
  return {
    ...value,
    benefits,
    timeZone,
    history: history.map((one) => ({ ...one, atText: shownTime(one.at, timeZone).slice(0, MINUTE_LENGTH) })),
  };
}
