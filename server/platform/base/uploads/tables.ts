export interface UploadTables {
  upload: UploadTable;
}

interface UploadTable {
  id: string;
  merchant: string;
  member_id: string;
  purpose: 'avatar' | 'deposit-proof' | 'withdrawal-proof' | 'feedback' | 'promotion';
  type: 'image/webp';
  bytes: Uint8Array;
  created_at: Date;
  /** Null while unclaimed; removed after a day. */
  claimed_at: Date | null;
}

declare module '../db/tables.ts' {
  interface Tables extends UploadTables {}
}
