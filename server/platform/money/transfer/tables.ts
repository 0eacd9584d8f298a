import type { ColumnType } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, never>;

/** Tables of the transfers feature: money between a member and the agent directly above. */
export interface TransferTables {
  member_transfer: {
    id: string;
    from_member: string;
    to_member: string;
    direction: 'upline' | 'downline';
    amount: Int8;
    currency: string;
    client_reference: string;
    transfer_id: Int8;
    created_at: Date;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends TransferTables {}
}
