export { type Cashier, type CashierDeps, createCashier } from './cashier.ts';
export { DEMO_BANK, seedDemoBank } from './demo-bank.ts';
export { cashierRoutes } from './routes.ts';
