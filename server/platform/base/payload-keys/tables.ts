import type { ColumnType } from 'kysely';

export interface PayloadKeyTables {
  payload_key: PayloadKeyTable;
  payload_nonce: PayloadNonceTable;
}

interface PayloadKeyTable {
  kid: string;
  private_jwk: ColumnType<Record<string, string>, string, never>;
  created_at: Date;
}

interface PayloadNonceTable {
  nonce: string;
  expires_at: Date;
}

declare module '../db/tables.ts' {
  interface Tables extends PayloadKeyTables {}
}
