export type { RecordDeps } from './contracts.ts';
export { createBlockKeeper } from './keep-blocks.ts';
export { recordRoutes } from './routes.ts';
export { roundCounts, stakesByMember } from './week.ts';
