export type { Transfers, TransfersDeps } from './contracts.ts';
export { transferFeature } from './feature.ts';
export type { OutsideMove, OutsideOrder, OutsideWallets } from './outside-wallets.ts';
export { transferRoutes } from './routes.ts';
export { createSubWallets, type SubWallets } from './sub-wallets.ts';
export { createTransfers } from './transfers.ts';
