export { type WalletRouteDeps, walletRoutes } from './routes.ts';
