import type { ColumnType } from 'kysely';

/** Tables of the console's own pages. */
export interface ConsoleTables {
  adjustment: AdjustmentTable;
  site_change: SiteChangeTable;
}

export interface AdjustmentTable {
  id: string;
  merchant: string;
  member_id: string;
  /** int8: a decimal string on both engines. */
  units: ColumnType<string, string, never>;
  currency: string;
  reason: string;
  status: 'waiting' | 'posted' | 'rejected';
  approvals_needed: number;
  transfer_id: ColumnType<string | null, string | null, string | null>;
  created_at: Date;
  closed_at: Date | null;
}

interface SiteChangeTable {
  id: string;
  merchant: string;
  kind: 'regions';
  body: ColumnType<unknown, string, never>;
  reason: string;
  status: 'waiting' | 'done' | 'rejected';
  created_at: Date;
  closed_at: Date | null;
}

declare module '../base/db/tables.ts' {
  interface Tables extends ConsoleTables {}
}
