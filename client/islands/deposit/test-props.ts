import { DEPOSIT_STATUSES, type DepositKind, type DepositStatus } from '../../../shared/api/deposit/constants.ts';
import type { Deposit } from '../../../shared/api/deposit/schemas.ts';
import type { DepositProps } from './props.ts';

const BALANCE = { sumBalance: '100.0000', currency: 'USD', currencySymbol: '$', version: 3, asOf: '2026-01-01T00:00:00.000Z' } as const;
const LINKS = {
  personalCentre: '/member/securityCenter',
  deposit: '/member/depositv2',
  withdraw: '/member/withdraw',
  bettingRecord: '/member/personalHistoryCopy',
};

const depositChannel: DepositProps['channels'][number] = {
  code: 'DEMO',
  name: 'Demo bank',
  kind: 'BANK',
  minAmount: '10.0000',
  maxAmount: '500.0000',
  presets: ['50.0000'],
  feeFixed: '1.0000',
  feeBasisPoints: 150,
  usualMinutes: 60,
  expiresMinutes: 30,
  dayLimit: null,
};

function depositOf(kind: DepositKind, status: DepositStatus): Deposit {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    depositId: 'd1',
    channel: 'DEMO',
    channelName: 'Demo bank',
    kind,
    amount: '50.0000',
    fee: '1.7500',
    net: '48.2500',
    currency: 'USD',
    status,
    announcedAmount: null,
    reason: status === 'failed' ? 'declined' : null,
    paymentReference: 'ABC',
    createdAt: at,
    expiresAt: '2026-01-01T00:30:00.000Z',
    creditedAt: null,
    transferId: status === 'credited' ? '7' : null,
    reversed: status === 'part_reversed' ? '20.0000' : '0.0000',
    sentBackReference: status === 'sent_back' ? 'RTN-4711' : null,
    instructions: { payUrl: '/paysim/pay?order=d1', scan: kind === 'QR', account: { holder: 'Holder', bank: 'Bank', number: '00 42' } },
    proof: 'optional',
    proofs: 0,
    steps: [{ status, at }],
  };
}

const depositPage = {
  channels: [depositChannel],
  offerLimit: true,
  balance: BALANCE,
  current: null,
  history: [depositOf('BANK', 'credited')],
  form: null,
  reference: 'reference-0123456789',
  links: LINKS,
  timeZone: 'UTC',
  demo: null,
  origin: 'https://play.example',
  limitsHref: '/member/protection',
};

/** The form, no payment method, the payment of a bank transfer, and every status. */
export const DEPOSIT_CASES: readonly [DepositProps, DepositProps, DepositProps, ...DepositProps[]] = [
  { ...depositPage, channels: [depositChannel, { ...depositChannel, code: 'V', kind: 'VOUCHER' }] },
  { ...depositPage, channels: [], current: null },
  { ...depositPage, current: depositOf('BANK', 'pending') },
  ...DEPOSIT_STATUSES.map((status) => ({ ...depositPage, current: depositOf('QR', status) })),
];
