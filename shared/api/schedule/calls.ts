import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const lotteryMenu: ClientCall<typeof schemas.lotteryMenu, 'none'> = {
  id: 'lottery.menu',
  method: 'GET',
  path: '/lgw/vn/games/game_menu',
  token: 'none',
};

export const lotteryRecent: ClientCall<typeof schemas.lotteryRecent, 'required'> = {
  id: 'lottery.recent',
  method: 'GET',
  path: '/lgw/vn/games/game_menu/recent',
  token: 'required',
};

export const vnNumbers: ClientCall<typeof schemas.vnNumbers, 'none'> = {
  id: 'lottery.vnNumbers',
  method: 'GET',
  path: '/lgw/vn/numeros/opened/game',
  token: 'none',
};

export const openedNumbers: ClientCall<typeof schemas.openedNumbers, 'none'> = {
  id: 'lottery.openedNumbers',
  method: 'GET',
  path: '/lotto/lgw/games/opened/numero',
  token: 'none',
};

export const lotteryLaunch: ClientCall<typeof schemas.lotteryLaunch, 'required'> = {
  id: 'lottery.launch',
  method: 'POST',
  path: '/lgw/games/launch_lobby',
  token: 'required',
};

export const matchList: ClientCall<typeof schemas.matchList, 'none'> = {
  id: 'games.matches',
  method: 'GET',
  path: '/wps/relay/GCSGAME_getHotMatches',
  token: 'none',
};
