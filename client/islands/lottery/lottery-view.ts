import type { LottoArea } from '../../../shared/api/schedule/constants.ts';
import type { LotteryDraw, LotteryGame } from '../../../shared/api/schedule/schemas.ts';

/** A lottery for display; times are in the merchant's time zone. */
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

export function gameCodeHref(path: LotteryPath, code: string): string {
  return `${path}?gameCode=${encodeURIComponent(code)}`;
}
