export type { RaffleTickets } from './contracts.ts';
export type { DemoRaffles } from './demo.ts';
export type { RaffleDesk, RaffleDraft, RaffleSums } from './desk.ts';
export { raffleFeature } from './feature.ts';
export type { RaffleRow, WinRow } from './rules.ts';
export { titleOf } from './terms.ts';
export { verifyRaffles } from './verify.ts';
