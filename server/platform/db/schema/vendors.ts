/** Tables of the vendors feature. */
export type VendorTables = Record<never, never>;
