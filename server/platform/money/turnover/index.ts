export { turnoverFeature } from './feature.ts';
export { createTurnover, type Turnover, type TurnoverState } from './turnover.ts';
