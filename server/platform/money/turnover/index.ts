export { turnoverFeature } from './feature.ts';
export { createTurnover, type Turnover, type TurnoverState, type WaivedTurnover } from './turnover.ts';
