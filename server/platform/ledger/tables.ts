import type { ColumnType, Generated } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string | bigint, string | bigint>;

/** Tables of the wallet feature. Written only by `ledger/ledger.ts` through `ledger_post`. */
export interface WalletTables {
  ledger_account: {
    id: Generated<string>;
    owner: string;
    kind: string;
    currency: string;
    realm: 'real' | 'trial';
    shard: Generated<number>;
    balance: Generated<string>;
    version: Generated<string>;
    may_go_negative: boolean;
    overdrawn_by: string | null;
    /** Chain of the last posting; \`ledger_post\` writes it. */
    chain: Generated<Uint8Array | null>;
    /** Of the wallet: 0 no pools, 1 there are accounts of pools, 2 and stakes may use them. */
    pools: Generated<number>;
    created_at: Date;
  };
  ledger_transfer: {
    id: Generated<string>;
    reference: string;
    kind: string;
    body_hash: string;
    currency: string;
    realm: 'real' | 'trial';
    member_id: string | null;
    reversal: boolean;
    meta: unknown;
    created_at: Date;
  };
  ledger_posting: {
    transfer_id: Int8;
    account_id: Int8;
    amount: Int8;
    balance_after: Int8;
    version: Int8;
    chain: Generated<Uint8Array | null>;
  };
}

declare module '../base/db/tables.ts' {
  interface Tables extends WalletTables {}
}
