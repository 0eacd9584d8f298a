import type { Database } from './db/index.ts';

/**
 * Items of a feature that wait, as gauges of the platform. A job reads them, so that a scrape of the metrics does
 * not query the database.
 */
export interface WaitingItems {
  /** Number of items. */
  readonly open: GaugeName;
  /** Age of the oldest in seconds; undefined: not of interest. */
  readonly age?: GaugeName;
  /** Label of the gauges, and its values; each has a gauge, also without items. Undefined: one gauge, of rows of any status. */
  readonly label?: { readonly name: 'status' | 'state' | 'kind'; readonly values: readonly string[] };
  read(db: Database, now: { readonly merchant: string; readonly time: Date }): Promise<readonly WaitingRow[]>;
}

/** `name` follows `platform_`. */
interface GaugeName {
  readonly name: string;
  readonly help: string;
}

export interface WaitingRow {
  readonly status: string;
  /** A count of the database. */
  readonly count: string;
  readonly oldest?: Date | null;
}
