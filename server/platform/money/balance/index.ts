export { balanceFeature } from './feature.ts';
export { type WalletRouteDeps, walletRoutes } from './routes.ts';
