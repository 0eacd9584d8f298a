import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const gameMenus = defineCall(calls.gameMenus, schemas.gameMenus, {
  module: 'game_menus',
  summary: 'Game categories in display order with their vendors; a category without vendors is left out.',
  actors: 'anyone',
  cacheSeconds: 60,
});

export const gameVendor = defineCall(calls.gameVendor, schemas.gameVendor, {
  module: 'GCSGAME_gameVendor',
  summary: 'All vendors of the merchant.',
  actors: 'anyone',
  cacheSeconds: 60,
});

export const gameList = defineCall(calls.gameList, schemas.gameList, {
  module: 'GCSGAME_gameList',
  summary: 'Games by vendor, category, type and name, in pages.',
  actors: 'anyone',
  cacheSeconds: 30,
});

export const vassalageGameTypes = defineCall(calls.vassalageGameTypes, schemas.vassalageGameTypes, {
  module: 'GCSGAME_getVassGameType',
  summary: 'Kinds of games of a vendor or a category, with their number of games.',
  actors: 'anyone',
  cacheSeconds: 60,
});

export const favouriteIds = defineCall(calls.favouriteIds, schemas.favouriteIds, {
  module: 'MCSFE_getFavoriteGames',
  summary: "Ids of the member's favourite games, the last one marked first.",
  actors: 'signed-in',
});

export const favouriteGames = defineCall(calls.favouriteGames, schemas.favouriteGames, {
  module: 'MCSFE_getFavoriteGamesList',
  summary: "The member's favourite games, the last one marked first.",
  actors: 'signed-in',
});

/** The path is not given by the interface description. */
export const favouriteSet = defineCall(calls.favouriteSet, schemas.favouriteSet, {
  module: 'MCSFE_setFavoriteGame',
  summary: 'Mark a game as favourite, or no longer. The same twice changes nothing.',
  actors: 'signed-in',
  formNeedsSignIn: true,
});

export const recentGames = defineCall(calls.recentGames, schemas.recentGames, {
  module: 'GCS_recentGame',
  summary: 'Games that the member has opened, the last one first.',
  actors: 'signed-in',
});

export const rankList = defineCall(calls.rankList, schemas.rankList, {
  module: 'GCSGAME_getRankList',
  summary: 'Leaderboard of the last seven days by settled stake: real players only, masked, without those who opted out.',
  actors: 'anyone',
  cacheSeconds: 60,
});

/** Card rooms of the player-versus-player vendors. */
export const roomList = defineCall(calls.roomList, schemas.roomList, {
  module: 'GLS2_roomList',
  summary: 'Rooms of the PVP games, with the least that a round costs.',
  actors: 'signed-in',
});

export const hotGames = defineCall(calls.hotGames, schemas.hotGames, {
  module: 'GCSGAME_hotGamesV2',
  summary: 'Games that the merchant promotes.',
  actors: 'anyone',
  cacheSeconds: 60,
});

export const popularGames = defineCall(calls.popularGames, schemas.popularGames, {
  module: 'popular',
  summary: 'Games with the most rounds of the last seven days.',
  actors: 'anyone',
  cacheSeconds: 60,
});

export const winnerBoard = defineCall(calls.winnerBoard, schemas.winnerBoard, {
  module: 'MCSFE_getWinnerBoard',
  summary: 'Latest real wins above the stake, names masked; members who opted out are left out.',
  actors: 'anyone',
  cacheSeconds: 15,
});

export const launchGame = defineCall(calls.launchGame, schemas.launchGame, {
  module: 'launchGame',
  summary: 'Address that opens a game, with a single-use ticket of one minute.',
  actors: 'signed-in',
  closedByRegion: true,
  throttle: 'launch',
});
