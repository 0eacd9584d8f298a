export { makeChasesDue } from './chase-store.ts';
export { type Chases, createChases } from './chases.ts';
export { createDrawDesk } from './desk.ts';
export { createDeskRoutes } from './desk-routes.ts';
export { createDrawHub } from './draw-hub.ts';
export { DATABASE_TIME, type DatabaseTime } from './lottery-bet-request.ts';
export { oweTickets } from './lottery-store.ts';
export { createPlainOrders } from './plain-orders.ts';
export { createLotteryRoutes, parseLotteryBody } from './routes.ts';
