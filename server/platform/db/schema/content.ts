/** Tables of the content feature. */
export type ContentTables = Record<never, never>;
