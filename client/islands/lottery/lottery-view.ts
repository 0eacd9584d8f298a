import type { LottoArea } from '../../../shared/api/schedule/constants.ts';
import type { LotteryDraw, LotteryGame } from '../../../shared/api/schedule/schemas.ts';

/** A lottery for display; times are in the zone of its market. */
export interface LotteryGameView extends Pick<LotteryGame, 'code' | 'gameName' | 'showIcon' | 'issueSeconds' | 'maintenance' | 'latest'> {
  readonly current: (NonNullable<LotteryGame['current']> & { readonly closesText: string }) | null;
}
export interface DrawView extends Pick<LotteryDraw, 'issue' | 'numbers' | 'drawnAt' | 'verifyUrl'> {
  readonly drawnText: string;
}

/** Pages of the three lobbies. */
export const LOTTERY_AREAS = { '/lottery': 'LOTT', '/seaLottery': 'SEA', '/vnlottery': 'VN' } as const satisfies Record<string, LottoArea>;
export type LotteryPath = keyof typeof LOTTERY_AREAS;
export const LOTTERY_PATHS = Object.keys(LOTTERY_AREAS) as LotteryPath[];

/**
 * Games of a lobby. Those that have never had a draw are played at once: they are in the lists of games, and here if the address names one.
 * A platform may answer all areas at once; the page without an area of its own shows them all.
 */
export function gamesOfLobby<Game extends Pick<LotteryGame, 'code' | 'issueSeconds' | 'lottoArea'>>(
  all: readonly Game[],
  path: LotteryPath,
  gameCode: string | null,
): readonly Game[] {
  const area = LOTTERY_AREAS[path];
  const inArea = area === 'LOTT' ? all : all.filter(({ lottoArea }) => lottoArea === area);
  const scheduled = inArea.filter(({ issueSeconds, code }) => issueSeconds !== 0 || code === gameCode);
  return scheduled.length > 0 ? scheduled : inArea;
}

export function gameCodeHref(path: LotteryPath, code: string): string {
  return `${path}?gameCode=${encodeURIComponent(code)}`;
}
