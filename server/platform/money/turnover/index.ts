export { createTurnover, type Turnover, type TurnoverState } from './turnover.ts';
