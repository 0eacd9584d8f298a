/** Tables of the accounts feature. */
export type AccountTables = Record<never, never>;
