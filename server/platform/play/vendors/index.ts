export type {
  FreeRoundEnd,
  FreeRoundPlay,
  FreeRoundRefusal,
  FreeRounds,
  GameDirectory,
  GameFacts,
  GameIntake,
  PoolCredit,
  PoolDraw,
  PoolReversal,
  PoolStake,
  Provider,
  ProviderSettings,
  Providers,
  StakePools,
  VendorDeps,
} from './contracts.ts';
export { STUDIO_PROVIDER } from './contracts.ts';
export { endPlay, handPlayOn } from './end-play.ts';
export { type EventRow, lastDraws, latestEvents, openEvents, removeOldEvents, runningMatches, upcomingDraws } from './event-store.ts';
export { type VendorInput, vendorsFeature } from './feature.ts';
export { lastRoundRoutes } from './last-round.ts';
export { checkLaunch, issueTicket, type Launch, type LaunchOrder, launch, TICKET_MS } from './launch.ts';
export { PROVIDER_CODE, type ProviderDefinition, pictureOrigins, providerDefinition, walletProblems } from './providers/definition.ts';
export type { Feeds } from './providers/feed.ts';
export { type FileProvider, saveFileProviders } from './providers/file-providers.ts';
export { closeProvider, findProvider, readProviders, type StoredProvider, saveProvider, saveProviderKey } from './providers/store.ts';
export { isWalletInUse } from './providers/wallet-change.ts';
export { latestWins, openRounds } from './reads.ts';
export { roomsOf, type VendorRoom } from './rooms.ts';
export { createRoundDetails, type DescribeRounds } from './round-details.ts';
export { seamlessRouter } from './seamless.ts';
export { slipsOf } from './slips.ts';
export { ensurePlayer, type RoundRow, removeExpired } from './store.ts';
export type { VendorMoneyDesk } from './transfer-wallet/desk.ts';
export type { TransferPlay } from './transfer-wallet/play.ts';
