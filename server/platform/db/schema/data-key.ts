import type { Generated } from 'kysely';

export interface DataKeyTables {
  data_key: DataKeyTable;
  data_key_node: DataKeyNodeTable;
}

export interface DataKeyTable {
  /** Follows from the key and does not reveal it. */
  id: string;
  /** `next`: new values are sealed with it once all nodes have it. `previous`: some values may still be sealed with it. */
  state: 'next' | 'active' | 'previous';
  /** What its sealed values begin with. */
  label: string;
  /** A known text, sealed. */
  check_value: string;
  /** The key of all digests, sealed. It stays the same when the data key changes. */
  digest_key: string;
  created_at: Generated<Date>;
  activated_at: Date | null;
}

export interface DataKeyNodeTable {
  node: string;
  key_ids: readonly string[];
  /** By the database's clock. */
  seen_at: Date;
}
