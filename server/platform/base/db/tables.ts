/** All tables of the platform. A feature adds those of its migrations in its file `tables.ts`, with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: the features extend it
export interface Tables {}
