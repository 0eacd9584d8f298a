/** Tables of the wallet feature. */
export type WalletTables = Record<never, never>;
