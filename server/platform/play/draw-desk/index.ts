export type { AskDrawDesk } from './client.ts';
export { drawDeskFeature } from './feature.ts';
export type { DrawOrder, DrawOrders } from './orders.ts';
