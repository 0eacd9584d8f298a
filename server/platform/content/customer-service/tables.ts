import type { ColumnType, Generated } from 'kysely';

export interface FeedbackTables {
  feedback: FeedbackTable;
}

export interface FeedbackTable {
  id: Generated<string>;
  merchant: string;
  member_id: string | null;
  /** Sealed JSON: content, contact. */
  sealed: string;
  created_at: Date;
  /** Eight digits that the sender quotes; unique per merchant. */
  number: Generated<string>;
  /** Ids of uploads. */
  images: ColumnType<readonly string[], string | undefined, never>;
  sealed_answer: Generated<string | null>;
  answered_at: Generated<Date | null>;
  /** Name of the operator. */
  answered_by: Generated<string | null>;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends FeedbackTables {}
}
