export type { BoardSums, MissionDesk } from './desk.ts';
export { missionsFeature } from './feature.ts';
export { verifyMissions } from './verify.ts';
