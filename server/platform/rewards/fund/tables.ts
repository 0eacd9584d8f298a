import type { ColumnType } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;

export interface FundTables {
  house_funding: {
    id: string;
    account: string;
    units: Int8;
    currency: string;
    reason: string;
    status: 'waiting' | 'posted' | 'rejected';
    transfer_id: string | null;
    created_at: Date;
    closed_at: Date | null;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends FundTables {}
}
