export type { Transfers, TransfersDeps } from './contracts.ts';
export type { ExternalMove, ExternalOrder, ExternalWallets } from './external-wallets.ts';
export { transferFeature } from './feature.ts';
export { transferRoutes } from './routes.ts';
export { createSubWallets, type SubWallets } from './sub-wallets.ts';
export { createTransfers } from './transfers.ts';
