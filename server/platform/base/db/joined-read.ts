import type { RawBuilder } from 'kysely';

/**
 * What a feature reads about a member, for the statement of another feature that needs it for the same decision: the statement joins the
 * source, which saves one of its own.
 */
export interface JoinedRead<T> {
  /** At most one row, as an item of `from` after `lateral`. */
  source(memberId: RawBuilder<unknown>, now: Date): RawBuilder<unknown>;
  /** Names of its columns. */
  readonly columns: readonly string[];
  /** From the values of the columns in their order; null without a row. */
  parse(values: readonly unknown[]): T;
}
