export interface IdentityTables {
  member_identity: MemberIdentityTable;
}

interface MemberIdentityTable {
  merchant: string;
  provider: string;
  subject_key: string;
  member_id: string;
  created_at: Date;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends IdentityTables {}
}
