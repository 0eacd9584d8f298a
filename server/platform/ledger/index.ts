export { type AuditReport, audit } from './audit.ts';
export { ledgerFeature } from './feature.ts';
export {
  BONUS,
  BONUS_HELD,
  HOLD,
  HOUSE,
  isAtVendor,
  isPool,
  type Leg,
  memberLegs,
  type PostedRow,
  type Posting,
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
export { walletMovements } from './movements.ts';
export {
  createWallet,
  type Holdings,
  type MemberAccount,
  type PostedTransfer,
  type Wallet,
  type WalletBalance,
} from './wallet.ts';
