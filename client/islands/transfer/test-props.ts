import type { Wallets } from '../../../shared/api/transfer/schemas.ts';
import type { LastRound } from '../../../shared/api/vendors/schemas.ts';
import type { MyWalletProps, TransferProps, TransferView } from './props.ts';

const wallets: Wallets = {
  isSingle: true,
  currency: 'USD',
  currencySymbol: '$',
  total: '1284.5000',
  wallet: '1184.5000',
  version: 3,
  asOf: '2026-01-01T00:00:00.000Z',
  hold: '100.0000',
  withdrawable: '884.5000',
  turnoverLeft: '300.0000',
  turnoverRequired: '400.0000',
  vendors: [],
};
const vendors: Wallets['vendors'] = [
  { vassalage: 'NORTH', vendorName: 'Northlight', balance: '20.0000', maintenance: false },
  { vassalage: 'SOUTH', vendorName: 'Southwind', balance: '0.0000', maintenance: true },
];
const links = { deposit: '/member/depositv2', withdraw: '/member/withdraw', record: '/member/transactionHistory' };
const page = { form: null, moved: false, reference: 'a-reference-of-the-server', lastRound: null, links };
export const OPEN_ROUND: LastRound = {
  betId: 'b1',
  roundId: 'round-4711',
  gameId: 'NOVA_ONE',
  gameName: 'Harbour One',
  state: 'open',
  currency: 'USD',
  currencySymbol: '$',
  stake: '5.0000',
  payout: '0.0000',
  refunded: '0.0000',
  placedAt: '2026-01-01T00:00:00.000Z',
  settledAt: null,
};
const refused = { message: 'Not enough.', errors: {}, code: 'insufficient_funds' };

export const MY_WALLET_CASES: readonly MyWalletProps[] = [
  { ...page, wallets, single: true },
  { ...page, wallets: { ...wallets, vendors: vendors.slice(0, 1) }, single: true, lastRound: OPEN_ROUND },
  { ...page, wallets: { ...wallets, isSingle: false, hold: '0.0000', turnoverLeft: '0.0000', vendors }, single: false, moved: true },
  {
    ...page,
    wallets: { ...wallets, isSingle: false, vendors },
    single: false,
    form: { ...refused, call: 'wallet.transfer', values: { vassalage: 'NORTH', amount: '5', reference: 'kept-reference-1' } },
  },
  {
    ...page,
    wallets: {
      ...wallets,
      isSingle: false,
      vendors,
      moving: [{ vassalage: 'NORTH', vendorName: 'Northlight', direction: 'in', amount: '50.0000', since: '2026-01-01T00:00:00.000Z' }],
    },
    single: false,
  },
  { ...page, wallets: { ...wallets, isPartial: true }, single: false, links: { deposit: null, withdraw: null, record: null } },
];

const transfer: TransferView = {
  transferId: 't_1',
  reference: 'a-reference-of-the-server',
  direction: 'sent',
  counterpart: 'agent1',
  amount: '50.0000',
  at: '2026-01-01T00:00:00.000Z',
  ledgerTransferId: '77',
  atText: '2026-01-01 07:00',
};
const state: TransferProps['state'] = {
  upline: { account: 'agent1', nickname: 'Agent' },
  paymentPasswordSet: true,
  minAmount: '10.0000',
  maxAmount: '5000.0000',
  dayAmount: '10000.0000',
  leftToday: '9950.0000',
  transfersLeftToday: 9,
  wallet: '1184.5000',
  available: '884.5000',
  turnoverLeft: '300.0000',
  currency: 'USD',
  currencySymbol: '$',
};
const upline: TransferProps = {
  direction: 'upline',
  receiver: 'agent1',
  page: '/member/transferUpline',
  state,
  transfers: [transfer],
  sentTransfer: null,
  form: null,
  reference: 'another-reference-1',
  timeZone: 'Asia/Bangkok',
};

export const TRANSFER_UPLINE_CASES: readonly TransferProps[] = [
  upline,
  { ...upline, sentTransfer: transfer, transfers: [transfer, { ...transfer, transferId: 't_2', direction: 'received', reference: '' }] },
  { ...upline, form: { ...refused, call: 'transfer.upline', values: { amount: '5', reference: 'kept-reference-1' } } },
  { ...upline, receiver: null, state: { ...state, upline: null }, transfers: [] },
  { ...upline, state: { ...state, paymentPasswordSet: false } },
  { ...upline, state: { ...state, transfersLeftToday: 0 } },
];

const downline: TransferProps = { ...upline, direction: 'downline', receiver: 'member7', page: '/agent/agentTeamManagement?transferTo=m7' };
export const TRANSFER_DOWNLINE_CASES: readonly TransferProps[] = [
  downline,
  { ...downline, transfers: [] },
  {
    ...downline,
    form: { ...refused, call: 'transfer.downline', values: { amount: '5', reference: 'kept-reference-1', account: 'member7' } },
  },
];
