export type { FreeRoundOrder, GrantRow } from './contracts.ts';
export type { FreeRoundDesk } from './desk.ts';
export { freeRoundsFeature } from './feature.ts';
