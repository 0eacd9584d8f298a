import type { Game } from '../../shared/api/games/schemas.ts';
import { LOTTERY_LOBBIES } from '../../shared/constants.ts';
import type { FramePosition } from '../islands/game-frame/launch-host.ts';
import type { EntryTab, EntryView } from '../islands/sign-in/props.ts';

/** Opens in a separate window if the link has `data-popup`. */
export const CUSTOMER_SERVICE = '/customerService';

/** Addresses that islands link and post to; all of them work without script. */
export const PATHS = {
  home: '/index',
  login: '/login',
  register: '/register',
  preferences: '/preferences',
  game: '/game',
  lottery: '/lottery',
  messages: '/member/messageV2',
  customerService: '/customerService',
  accountRecord: '/member/transactionHistory',
  deposit: '/member/depositv2',
  protection: '/member/protection',
  secondFactor: '/member/secondFactor',
} as const;

/** Page with an open sign-in or registration dialog, which continues at `next`. */
export function entryHref(view: EntryView, next: string | null, tab?: EntryTab): string {
  const own = view === 'register' ? PATHS.register : PATHS.login;
  const query = new URLSearchParams({
    ...(view === 'login' || view === 'register' ? {} : { view }),
    ...(tab ? { tab } : {}),
    ...(next ? { next } : {}),
  });
  return query.size > 0 ? `${own}?${query}` : own;
}

/** Page that plays a game. */
export function gameHref(gameId: string, trial = false): string {
  return `${PATHS.game}?gameId=${encodeURIComponent(gameId)}${trial ? '&trial=1' : ''}`;
}

/** The game page, starting at a match or in a room with a stake. */
export function placeHref(gameId: string, { kind, id }: FramePosition): string {
  return `${gameHref(gameId)}&${kind}=${encodeURIComponent(id)}`;
}

/** Page of a lottery: its vendor's page if there is one, with the game selected. */
export function lotteryHref(vassalage: string, gameId?: string): string {
  const lobby = LOTTERY_LOBBIES[vassalage] ?? PATHS.lottery;
  return gameId === undefined ? lobby : `${lobby}?gameCode=${encodeURIComponent(gameId)}`;
}

export function isLottery({ gameCategory, vassalage }: Pick<Game, 'gameCategory' | 'vassalage'>): boolean {
  return gameCategory === 'LOTT' || gameCategory === 'ELOTT' || vassalage in LOTTERY_LOBBIES;
}

/** Target of a click on a game: lotteries open their page, all other games open in the frame. */
export function launchHref(game: Pick<Game, 'gameId' | 'gameCategory' | 'vassalage'>, trial = false): string {
  return isLottery(game) && !trial ? lotteryHref(game.vassalage, game.gameId) : gameHref(game.gameId, trial);
}

/** "Play" on a lottery's own page opens the frame; the exit returns to `from`. `playType`: the kind of play that it starts with. */
export function playHref(gameId: string, from: string = PATHS.lottery, playType: string | null = null): string {
  const kind = playType === null ? '' : `&playType=${encodeURIComponent(playType)}`;
  return `${gameHref(gameId)}&play=1&from=${encodeURIComponent(from)}${kind}`;
}

/** Address for a call posted without script; its field `back` names the page to show afterwards. */
export function formAction(callId: string): string {
  return `/form/${callId}`;
}
