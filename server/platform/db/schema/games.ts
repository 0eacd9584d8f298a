/** Tables of the games feature. */
export type GameTables = Record<never, never>;
