import { BOARD_WINDOWS } from '../../../../shared/api/missions/constants.ts';
import { missionLeaderboard, missionList, missionListing } from '../../../../shared/api/missions/contract.ts';
import { rewardClaim } from '../../../../shared/api/reward-centre/contract.ts';
import { timeLeft } from '../../../../shared/i18n/time-left.ts';
import type { MissionsView } from '../../../../views/pages/rewards/missions.tsx';
import { type RefusedPage, refusedBy } from '../member/define.ts';
import type { VisitorInput } from '../visitor-input.ts';

const PAGE = '/member/missionLeaderboard';
const BOARD = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * `/member/missionLeaderboard`: missions with their progress, and a leaderboard: `?board=`, `?window=last`. `?done=1` follows a claim without
 * script, `?saved=1` the choice to take part.
 */
export async function missionsView(input: VisitorInput): Promise<MissionsView | RefusedPage> {
  const { upstream, visitor, query, form, timeZone } = input;
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
      board: await boardOf(input),
    },
  };
}

/** Null: the merchant has no leaderboard, or the platform no call for it. */
async function boardOf({ upstream, visitor, query, form, timeZone }: VisitorInput): Promise<MissionsView['list']['board']> {
  const given = query.get('board') ?? '';
  const window = BOARD_WINDOWS.find((one) => one === query.get('window')) ?? 'current';
  const chosen = BOARD.test(given) ? { boardId: given } : {};
  let answer = await upstream.call(missionLeaderboard, { query: Object.assign({ window }, chosen) }, visitor);
  const isUnknown = !answer.success && answer.code === 'mission_board_not_found';
  const refused = isUnknown && !answer.success ? answer.message : '';
  if (isUnknown) answer = await upstream.call(missionLeaderboard, { query: { window } }, visitor);
  if (!answer.success) return null;
  const { currency, currencySymbol, listed, boards, board, paused, now } = answer.value;
  const first = boards[0];
  if (!first || paused) return null;
  const posted = form?.call === missionListing.id ? form : undefined;
  const left = board === null ? 0 : (Date.parse(board.endsAt) - Date.parse(now)) / 1000;
  return {
    boards,
    boardId: board?.boardId ?? (isUnknown ? first.boardId : (chosen.boardId ?? first.boardId)),
    window,
    board,
    currency: { currency, currencySymbol },
    listed,
    leftText: left > 0 ? timeLeft(left, visitor.language.tag) : '',
    timeZone,
    problem: posted?.message ?? refused,
    saved: query.has('saved') && !posted,
    page: PAGE,
  };
}
