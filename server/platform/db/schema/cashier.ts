import type { ColumnType } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;

/** Tables of the cashier feature. */
export interface CashierTables {
  deposit_channel: {
    code: string;
    name: string;
    kind: 'BANK';
    currency: string;
    min_amount: Int8;
    max_amount: Int8;
    /** Array of unit strings. */
    presets: ColumnType<readonly string[], string, string>;
    expires_minutes: number;
    enabled: boolean;
    sort: number;
  };
  deposit: {
    id: string;
    member_id: string;
    channel: string;
    client_reference: string;
    payment_reference: string;
    amount: Int8;
    currency: string;
    status: 'pending' | 'credited' | 'expired' | 'cancelled';
    transfer_id: string | null;
    created_at: Date;
    expires_at: Date;
    credited_at: Date | null;
  };
}
