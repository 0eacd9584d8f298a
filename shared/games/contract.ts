/**
 * What the portal, the platform and the site's own pages may know of the built-in vendor: its addresses, the messages of a game frame, and
 * the games that it offers. Other code imports no other file of this folder (`tests/imports.test.ts`).
 */
export { computeReturns, freeRoundStakes, type GameFacts, gameFacts } from './facts.ts';
export { STUDIO_GAMES, STUDIO_VENDORS } from './games.ts';
export { type LotteryCalendar, lotteryCalendar } from './lottery/calendar.ts';
export { type ClosedDay, closesEveryWeekday, LISTED_CLOSED_DAYS, WEEKDAYS } from './lottery/closed-days.ts';
export { LOTTERY_ZONES } from './lottery/draws.ts';
export { familyOf, inFamilies } from './lottery/families.ts';
export { hasPlayType, lotteryPrizeMode, lotterySheets, lotteryZone, type PlayTypeSheet, playTypeName } from './lottery/sheet.ts';
export { lotteryTrends, type TrendRun, type TrendValue } from './lottery/trends.ts';
export { isBeaconKey } from './lottery/verify-beacon.ts';
export {
  type FrameMessage,
  type PortalMessage,
  STUDIO_ART_PATH,
  STUDIO_DESK_PATH,
  STUDIO_DETAILS_PATH,
  STUDIO_PLAY_PATH,
  STUDIO_VERIFY_PATH,
} from './protocol.ts';
