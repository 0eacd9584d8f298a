import { playerRank } from '../../../../shared/api/vip/contract.ts';
import type { PlayerRankView } from '../../../../views/pages/rewards/player-rank.tsx';
import { pageNumber } from '../games/game-list-page.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import { shownTime } from '../shown-time.ts';
import type { VisitorInput } from '../visitor-input.ts';

const MINUTE_LENGTH = 16;

/** `/member/playerRank`: level, progress and history. */
export async function playerRankView({ upstream, visitor, query, timeZone }: VisitorInput): Promise<PlayerRankView | RefusedPage> {
  const answer = await upstream.call(playerRank, { query: { page: pageNumber(query.get('pageNo')) } }, visitor);
  if (!answer.success) return refusedBy(answer);
  const { history, ...value } = answer.value;
  return { ...value, timeZone, history: history.map((one) => ({ ...one, atText: shownTime(one.at, timeZone).slice(0, MINUTE_LENGTH) })) };
}
