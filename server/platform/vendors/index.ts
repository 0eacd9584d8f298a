export type { GameDirectory, GameFacts, MemberDirectory, MemberFacts, Provider, Providers, VendorDeps } from './contracts.ts';
export { endPlay } from './end-play.ts';
export { comingDraws, type EventRow, lastDraws, latestEvents, openEvents, removeOldEvents } from './event-store.ts';
export { lastRoundRoutes } from './last-round.ts';
export { issueTicket, type Launch, type LaunchOrder, launch } from './launch.ts';
export { latestWins, openRounds } from './reads.ts';
export { seamlessRouter } from './router.ts';
export { signRequest } from './signature.ts';
export { type RoundRow, removeExpired } from './store.ts';
