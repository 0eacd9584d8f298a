export type { ListBets } from './bet-routes.ts';
export { createBlockWriter } from './block-writer.ts';
export type { RecordDeps } from './contracts.ts';
export { recordsFeature } from './feature.ts';
export { recordRoutes } from './routes.ts';
export { roundCounts, stakesByMember } from './week.ts';
