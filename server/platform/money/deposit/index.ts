export type { DepositDesk, DeskDeposit, MemberDepositDeps, MemberDeposits, Settlement } from './contracts.ts';
export {
  DEMO_BANK,
  DEMO_E_WALLET,
  DEMO_GATEWAYS,
  DEMO_QR,
  DEMO_VOUCHER,
  DEMO_VOUCHERS,
  type DemoCashier,
  seedDemoChannels,
} from './demo-channels.ts';
export { createDeposits, type Deposits, type DepositsDeps } from './deposits.ts';
export { depositFeature } from './feature.ts';
export { type FileChannel, fileChannel, type OfferedChannel, offeredChannel, saveFileChannels } from './file-channels.ts';
export type { PaymentProvider, PaymentProviders } from './providers/contracts.ts';
export type { PaymentGateway } from './providers/gateway.ts';
export { addVoucher } from './providers/voucher.ts';
export { referenceKey } from './references.ts';
export { latestDeposits, leastDeposit } from './store.ts';
export type { SuspendedPayment, SuspenseDesk } from './suspense-desk.ts';
export { SUSPENSE_STATUSES, type SuspenseStatus } from './tables.ts';
