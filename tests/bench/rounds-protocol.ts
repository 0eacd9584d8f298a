/** The key of the vendor that plays in the benchmark of rounds. */
export const BENCH_SECRET = 'a-secret-of-the-vendor-for-the-bench-01';

/** Place of one player, who has not entered yet. */
export interface Seat {
  readonly ticket: string;
  readonly currency: string;
}

/** What the platform has used since its start. */
export interface RoundsState {
  readonly statements: number;
  /** Processor time of the database in seconds; undefined: embedded, it is that of the process. */
  readonly databaseCpu: number | undefined;
}
