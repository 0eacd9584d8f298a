import type { ClientCall } from '../client-call.ts';
import type * as schemas from './schemas.ts';

export const gameMenus: ClientCall<typeof schemas.gameMenus, 'none'> = {
  id: 'games.menus',
  method: 'GET',
  path: '/lgw/games/game_menus',
  token: 'none',
};

export const gameVendor: ClientCall<typeof schemas.gameVendor, 'none'> = {
  id: 'games.vendors',
  method: 'GET',
  path: '/wps/relay/GCSGAME_gameVendor',
  token: 'none',
};

export const gameList: ClientCall<typeof schemas.gameList, 'none'> = {
  id: 'games.list',
  method: 'GET',
  path: '/wps/relay/GCSGAME_gameList',
  token: 'none',
};

export const vassalageGameTypes: ClientCall<typeof schemas.vassalageGameTypes, 'none'> = {
  id: 'games.types',
  method: 'GET',
  path: '/wps/relay/GCSGAME_getVassGameType',
  token: 'none',
};

export const favouriteIds: ClientCall<typeof schemas.favouriteIds, 'required'> = {
  id: 'games.favouriteIds',
  method: 'GET',
  path: '/wps/relay/MCSFE_getFavoriteGames',
  token: 'required',
};

export const favouriteGames: ClientCall<typeof schemas.favouriteGames, 'required'> = {
  id: 'games.favourites',
  method: 'GET',
  path: '/wps/relay/MCSFE_getFavoriteGamesList',
  token: 'required',
};

export const favouriteSet: ClientCall<typeof schemas.favouriteSet, 'required'> = {
  id: 'games.favouriteSet',
  method: 'POST',
  path: '/wps/relay/MCSFE_setFavoriteGame',
  token: 'required',
};

export const recentGames: ClientCall<typeof schemas.recentGames, 'required'> = {
  id: 'games.recent',
  method: 'GET',
  path: '/wps/relay/GCS_recentGame',
  token: 'required',
};

export const rankList: ClientCall<typeof schemas.rankList, 'none'> = {
  id: 'games.rank',
  method: 'GET',
  path: '/wps/relay/GCSGAME_getRankList',
  token: 'none',
};

export const roomList: ClientCall<typeof schemas.roomList, 'required'> = {
  id: 'games.rooms',
  method: 'GET',
  path: '/wps/relay/GLS2_roomList',
  token: 'required',
};

export const hotGames: ClientCall<typeof schemas.hotGames, 'none'> = {
  id: 'games.hot',
  method: 'GET',
  path: '/wps/relay/GCSGAME_hotGamesV2',
  token: 'none',
};

export const popularGames: ClientCall<typeof schemas.popularGames, 'none'> = {
  id: 'games.popular',
  method: 'GET',
  path: '/lgw/games/popular',
  token: 'none',
};

export const winnerBoard: ClientCall<typeof schemas.winnerBoard, 'none'> = {
  id: 'games.winners',
  method: 'GET',
  path: '/wps/relay/MCSFE_getWinnerBoard',
  token: 'none',
};

export const launchGame: ClientCall<typeof schemas.launchGame, 'required'> = {
  id: 'games.launch',
  method: 'POST',
  path: '/wps/game/launchGame',
  token: 'required',
};
