import type { Generated } from 'kysely';

export interface DataKeyTables {
  data_key: DataKeyTable;
  data_key_node: DataKeyNodeTable;
}

export interface DataKeyTable {
  /** Derived from the key without revealing it. */
  id: string;
  /** `next`: seals new values once all nodes have it. `previous`: some values may still be sealed with it. */
  state: 'next' | 'active' | 'previous';
  /** Prefix of its sealed values. */
  label: string;
  /** A known text, sealed. */
  check_value: string;
  /** The key of all digests, sealed. It does not change with the data key. */
  digest_key: string;
  created_at: Generated<Date>;
  activated_at: Date | null;
}

interface DataKeyNodeTable {
  node: string;
  key_ids: readonly string[];
  /** By the database's clock. */
  seen_at: Date;
}

declare module '../db/tables.ts' {
  interface Tables extends DataKeyTables {}
}
