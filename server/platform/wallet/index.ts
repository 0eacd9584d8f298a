export { type AuditReport, audit } from './audit.ts';
export { HOUSE, type Leg, memberLegs, type Realm, type TransferInstruction, type TransferResult, WALLET } from './ledger.ts';
export { walletRoutes } from './routes.ts';
export { createWallet, type Wallet, type WalletBalance } from './wallet.ts';
