import * as v from 'valibot';
import { defineCall } from './define-call.ts';
import { clientReference, code, inputAmount, instant, nothing, secretText, text, wireAmount } from './fields.ts';

export const merchantWallet = defineCall({
  id: 'wallet.merchant',
  method: 'GET',
  path: '/wps/relay/GCS_merchantWallet',
  module: 'GCS_merchantWallet',
  summary: 'Whether the merchant runs one wallet for all vendors, or one per vendor.',
  token: 'required',
  actors: 'signed-in',
  query: nothing,
  body: nothing,
  value: v.object({ isSingle: v.boolean() }),
});

export const walletsValue = v.object({
  isSingle: v.boolean(),
  currency: v.string(),
  currencySymbol: v.string(),
  /** Wallet, held money and money at vendors. */
  total: wireAmount,
  wallet: wireAmount,
  /** Version of the wallet's balance, as in `wallet.balance`. */
  version: v.number(),
  asOf: instant,
  /** Awaits a payout. */
  hold: wireAmount,
  /** Amount that can be withdrawn or transferred now, and the turnover required before the whole wallet can. */
  withdrawable: wireAmount,
  turnoverLeft: wireAmount,
  turnoverRequired: wireAmount,
  /** The member's wallets at vendors; with a single wallet, only those that still contain money. */
  vendors: v.array(v.object({ vassalage: code, vendorName: v.string(), balance: wireAmount, maintenance: v.boolean() })),
});
export type Wallets = v.InferOutput<typeof walletsValue>;

export const walletList = defineCall({
  id: 'wallet.list',
  method: 'GET',
  path: '/wps/relay/GCS_walletList',
  module: 'GCS_walletList',
  summary: 'All money of the signed-in member: wallet, on hold, at vendors, and the withdrawable amount.',
  token: 'required',
  actors: 'real',
  query: nothing,
  body: nothing,
  value: walletsValue,
});

/** `in`: from the wallet to the vendor's. */
export const WALLET_DIRECTIONS = ['in', 'out'] as const;

export const walletTransfer = defineCall({
  id: 'wallet.transfer',
  method: 'POST',
  path: '/wps/relay/GCS_walletTransfer',
  module: 'GCS_walletTransfer',
  summary: 'Move money between the wallet and the wallet at a vendor. The same reference and body move it once.',
  token: 'required',
  movesMoney: true,
  actors: 'real',
  closedByRegion: true,
  throttle: 'money',
  query: nothing,
  body: v.strictObject({ vassalage: code, direction: v.picklist(WALLET_DIRECTIONS), amount: inputAmount, reference: clientReference }),
  value: walletsValue,
});

export const walletCollect = defineCall({
  id: 'wallet.collect',
  method: 'POST',
  path: '/wps/relay/GCS_walletCollect',
  module: 'GCS_walletCollect',
  summary: 'Bring all money at vendors back into the wallet, in one transfer.',
  token: 'required',
  movesMoney: true,
  actors: 'real',
  throttle: 'money',
  query: nothing,
  body: v.strictObject({ reference: clientReference }),
  value: v.object({ collected: wireAmount, wallets: walletsValue }),
});

export const transferValue = v.object({
  transferId: v.string(),
  reference: v.string(),
  direction: v.picklist(['sent', 'received']),
  /** Account name of the other side. */
  counterpart: v.string(),
  amount: wireAmount,
  at: instant,
  /** Id in the ledger. */
  ledgerTransferId: v.string(),
});
export type MemberTransfer = v.InferOutput<typeof transferValue>;

export const transferState = defineCall({
  id: 'transfer.state',
  method: 'GET',
  path: '/wps/relay/MCSFE_transferState',
  module: 'MCSFE_transferState',
  summary: "Recipient and limits of the signed-in member's transfers, and the last twenty transfers, newest first.",
  token: 'required',
  actors: 'real',
  query: nothing,
  body: nothing,
  value: v.object({
    /** Null: the member has no agent. */
    upline: v.nullable(v.object({ account: v.string(), nickname: v.string() })),
    paymentPasswordSet: v.boolean(),
    minAmount: wireAmount,
    maxAmount: wireAmount,
    dayAmount: wireAmount,
    /** Rest of the daily limits, in the merchant's time zone. */
    leftToday: wireAmount,
    transfersLeftToday: v.number(),
    wallet: wireAmount,
    /** Part of the wallet without a turnover requirement. */
    available: wireAmount,
    turnoverLeft: wireAmount,
    currencySymbol: v.string(),
    transfers: v.array(transferValue),
  }),
});
export type TransferState = v.InferOutput<typeof transferState.value>;

const order = { amount: inputAmount, paymentPassword: secretText, reference: clientReference };

export const transferUpline = defineCall({
  id: 'transfer.upline',
  method: 'POST',
  path: '/wps/relay/MCSFE_transferUpline',
  module: 'MCSFE_transferUpline',
  summary: 'Transfer to the agent directly above. The same reference and body transfer once.',
  token: 'required',
  movesMoney: true,
  actors: 'real',
  encrypted: true,
  closedByRegion: true,
  throttle: 'money',
  query: nothing,
  body: v.strictObject(order),
  value: transferValue,
});

export const transferDownline = defineCall({
  id: 'transfer.downline',
  method: 'POST',
  path: '/wps/relay/MCSFE_transferDownline',
  module: 'MCSFE_transferDownline',
  summary: 'Transfer from an agent to a member directly below. The same reference and body transfer once.',
  token: 'required',
  movesMoney: true,
  actors: 'agent',
  encrypted: true,
  closedByRegion: true,
  throttle: 'money',
  query: nothing,
  body: v.strictObject({ account: text(64), ...order }),
  value: transferValue,
});
