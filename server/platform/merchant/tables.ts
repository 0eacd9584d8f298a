import type { ColumnType, Generated } from 'kysely';

export interface MerchantTables {
  merchant: MerchantTable;
  member_stake: MemberStakeTable;
}

interface MerchantTable {
  code: string;
  /** Contents of the merchant file when it was last applied; null without one. */
  file: ColumnType<unknown, string | null | undefined, string | null>;
  /** Created with demo accounts, whose passwords are public. */
  demo: Generated<boolean>;
  /** `MerchantSettings` of the content feature. */
  settings: ColumnType<unknown, string, string>;
  /** Increases with every change of settings, content or catalogue. */
  content_version: ColumnType<string, number | undefined, number>;
}

/** Maintained by a trigger on `vendor_round`. */
interface MemberStakeTable {
  member_id: string;
  /** Settled real-money stakes since registration, less refunds. */
  settled: ColumnType<string, never, never>;
}

declare module '../base/db/tables.ts' {
  interface Tables extends MerchantTables {}
}
