/** Tables of the cashier feature. */
export type CashierTables = Record<never, never>;
