export { type AuditReport, audit } from './audit.ts';
export { ledgerFeature } from './feature.ts';
export {
  HOLD,
  HOUSE,
  isAtVendor,
  type Leg,
  memberLegs,
  postInOrder,
  type Realm,
  SUSPENSE,
  type TimedTransfer,
  TRANSFER_KINDS,
  type TransferInstruction,
  type TransferKind,
  type TransferResult,
  transitVendor,
  transitWallet,
  vendorWallet,
  WALLET,
} from './ledger.ts';
export { LEDGER_POST } from './ledger-post.ts';
export { createWallet, type Holdings, type MemberAccount, type PostedTransfer, type Wallet, type WalletBalance } from './wallet.ts';
