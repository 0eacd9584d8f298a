import type { ColumnType, Generated } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
/** Written by the trigger on `vendor_round` only. */
type Fact<T> = ColumnType<T, never, never>;

export interface FactTables {
  play_fact: {
    id: Fact<string>;
    member_id: Fact<string>;
    provider: Fact<string>;
    round_id: Fact<string>;
    game_id: Fact<string>;
    vassalage: Fact<string>;
    category: Fact<string>;
    currency: Fact<string>;
    kind: Fact<'opening' | 'settled' | 'voided' | 'changed'>;
    rounds: Fact<number>;
    stake: Fact<string>;
    valid: Fact<string>;
    payout: Fact<string>;
    bet: Fact<string>;
    at: Fact<Date>;
    market: Fact<string | null>;
  };
  member_fact: {
    id: Generated<string>;
    member_id: string;
    kind: 'verified' | 'limit-set' | 'limit-lifted';
    subject: string;
    at: Date;
  };
  fact_consumer: {
    name: string;
    position: Int8;
    horizon_id: ColumnType<string | null, string | null, string | null>;
    horizon_xid: ColumnType<string | null, string | null, string | null>;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends FactTables {}
}
