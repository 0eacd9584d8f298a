export type { Cashbacks } from './cashback.ts';
export type { CashbackDesk, PeriodSums } from './desk.ts';
export { cashbackFeature } from './feature.ts';
export { verifyCashback } from './verify.ts';
