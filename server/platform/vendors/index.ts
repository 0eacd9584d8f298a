export type { GameDirectory, GameFacts, MemberDirectory, MemberFacts, Provider, Providers, VendorDeps } from './contracts.ts';
export { endPlay } from './end-play.ts';
export { comingDraws, type EventRow, lastDraws, latestEvents, openEvents, removeOldEvents } from './event-store.ts';
export { issueTicket, type Launch, type LaunchOrder, launch } from './launch.ts';
export { latestWins, openRounds, roundCounts, stakesByMember } from './reads.ts';
export { seamlessRouter } from './router.ts';
export { bettingRecordRoutes } from './routes.ts';
export { sign, verifySignature } from './signature.ts';
export { removeExpired } from './store.ts';
