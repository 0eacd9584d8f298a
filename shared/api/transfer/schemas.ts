import * as v from 'valibot';
import { clientReference, code, inputAmount, instant, nothing, secretText, text, wireAmount } from '../fields.ts';
import { WALLET_DIRECTIONS } from './constants.ts';

export const merchantWallet = {
  query: nothing,
  body: nothing,
  value: v.object({ isSingle: v.boolean() }),
};

export const walletsValue = v.object({
  isSingle: v.boolean(),
  currency: v.string(),
  currencySymbol: v.string(),
  /** Only the wallet and the money at vendors are known: the platform has no list of wallets. */
  isPartial: v.optional(v.boolean()),
  /** Wallet, held money, money at vendors and money on its way. */
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
  /** Money on its way to or from a vendor that has not confirmed it; part of `total`. */
  moving: v.optional(
    v.array(
      v.object({ vassalage: code, vendorName: v.string(), direction: v.picklist(WALLET_DIRECTIONS), amount: wireAmount, since: instant }),
    ),
  ),
});
export type Wallets = v.InferOutput<typeof walletsValue>;

export const walletList = {
  query: nothing,
  body: nothing,
  value: walletsValue,
};

export const walletTransfer = {
  query: nothing,
  body: v.strictObject({ vassalage: code, direction: v.picklist(WALLET_DIRECTIONS), amount: inputAmount, reference: clientReference }),
  value: walletsValue,
};

export const walletCollect = {
  query: nothing,
  body: v.strictObject({ reference: clientReference }),
  value: v.object({ collected: wireAmount, wallets: walletsValue }),
};

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

export const transferState = {
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
    currency: v.string(),
    currencySymbol: v.string(),
    transfers: v.array(transferValue),
  }),
};
export type TransferState = v.InferOutput<typeof transferState.value>;

const order = { amount: inputAmount, paymentPassword: secretText, reference: clientReference };

export const transferUpline = {
  query: nothing,
  body: v.strictObject(order),
  value: transferValue,
};

export const transferDownline = {
  query: nothing,
  body: v.strictObject({ account: text(64), ...order }),
  value: transferValue,
};
