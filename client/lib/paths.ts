import type { Game } from '../../shared/api/game-calls.ts';
import { LOTTERY_LOBBIES } from '../../shared/constants.ts';
import type { EntryTab, EntryView } from './auth/props.ts';
import type { Place } from './game/launch-host.ts';

/** Opened in a window of its own where a link has `data-popup`. */
export const CUSTOMER_SERVICE = '/customerService';

/** Addresses that islands link to and post to; all of them exist without script. */
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

/** Page that has a dialog about getting in open, and goes on to `next` afterwards. */
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

/** The same, begun at a match or in a room of a stake. */
export function placeHref(gameId: string, { kind, id }: Place): string {
  return `${gameHref(gameId)}&${kind}=${encodeURIComponent(id)}`;
}

/** Screen of a lottery: that of its vendor where it has one, with the game chosen. */
export function lotteryHref(vassalage: string, gameId?: string): string {
  const lobby = LOTTERY_LOBBIES[vassalage] ?? PATHS.lottery;
  return gameId === undefined ? lobby : `${lobby}?gameCode=${encodeURIComponent(gameId)}`;
}

export function isLottery({ gameCategory, vassalage }: Pick<Game, 'gameCategory' | 'vassalage'>): boolean {
  return gameCategory === 'LOTT' || gameCategory === 'ELOTT' || vassalage in LOTTERY_LOBBIES;
}

/** Where a click on a game leads (specification, section 4): lotteries to their screen, all others into the frame. */
export function launchHref(game: Pick<Game, 'gameId' | 'gameCategory' | 'vassalage'>, trial = false): string {
  return isLottery(game) && !trial ? lotteryHref(game.vassalage, game.gameId) : gameHref(game.gameId, trial);
}

/** "Play" on a lottery's own screen: into the frame instead of round in a circle; leaving the game comes back to `from`. */
export function playHref(gameId: string, from: string = PATHS.lottery): string {
  return `${gameHref(gameId)}&play=1&from=${encodeURIComponent(from)}`;
}

/** Where a form posts a call without script; its field `back` names the page to show afterwards. */
export function formAction(callId: string): string {
  return `/form/${callId}`;
}
