import { defineCall } from '../define-call.ts';
import * as calls from './calls.ts';
import * as schemas from './schemas.ts';

export const lotteryMenu = defineCall(calls.lotteryMenu, schemas.lotteryMenu, {
  module: 'game_menu',
  summary: 'Lottery games with the issue on sale and the last draw. `now` is the time of the answer, for countdowns.',
  actors: 'anyone',
  cacheSeconds: 2,
});

export const lotteryRecent = defineCall(calls.lotteryRecent, schemas.lotteryRecent, {
  module: 'game_menu',
  summary: 'Codes of the lottery games that the member has opened, the last one first.',
  actors: 'signed-in',
});

/** "Numero games": past results of the Vietnamese lobby. */
export const vnNumbers = defineCall(calls.vnNumbers, schemas.vnNumbers, {
  module: 'numeros',
  summary: 'Latest draws of the Vietnamese lobby, newest first.',
  actors: 'anyone',
  cacheSeconds: 2,
});

export const openedNumbers = defineCall(calls.openedNumbers, schemas.openedNumbers, {
  module: 'numero',
  summary: 'Latest draws of all lotteries or of one, newest first.',
  actors: 'anyone',
  cacheSeconds: 2,
});

/** The path is not given by the interface description. */
export const lotteryLaunch = defineCall(calls.lotteryLaunch, schemas.lotteryLaunch, {
  module: 'launch_lobby',
  summary: 'Address of a lottery lobby on this site.',
  actors: 'signed-in',
  closedByRegion: true,
  throttle: 'launch',
});

/** Source of "hot matches" and "featured matches" of the home page. The path is not given by the interface description. */
export const matchList = defineCall(calls.matchList, schemas.matchList, {
  module: 'GCSGAME_getHotMatches',
  summary: 'Matches in play, the last kick-off first; fixtures to come, the next first; the latest results.',
  actors: 'anyone',
  cacheSeconds: 2,
});
