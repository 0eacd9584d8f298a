export { type Beacons, createBeacons } from './beacons.ts';
export { makeChasesDue } from './chase-store.ts';
export { type Chases, createChases } from './chases.ts';
export { createDrawDesk } from './desk.ts';
export { createDeskRoutes } from './desk-routes.ts';
export { createDrawHub } from './draw-hub.ts';
export { createDrawPlans, type DrawPlans } from './draw-plans.ts';
export { DATABASE_TIME, type DatabaseTime } from './lottery-bet-request.ts';
export { oweTickets } from './lottery-store.ts';
export { createPlainOrders } from './plain-orders.ts';

export { createRoundDetailRoutes } from './round-details.ts';
export { createLotteryRoutes, parseLotteryBody } from './routes.ts';
