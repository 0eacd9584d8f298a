import type { Store } from 'express-rate-limit';

/**
 * `exact`: for sign-in attempts and payments. `near`: for flood protection; may refuse slightly early, never late, to save a message per
 * request.
 */
export type Precision = 'exact' | 'near';

/** Counts requests in Redis if several processes share the counters, else in this process. */
export interface CounterStores {
  create(name: string, precision: Precision): Store;
  /** Undefined without Redis. */
  readonly isUp: boolean | undefined;
  close(): Promise<void>;
}
