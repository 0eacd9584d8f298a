import type { ColumnType, Generated } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
type Counted = ColumnType<string, string | undefined, string>;

export interface FreeRoundTables {
  free_round_grant: {
    id: Generated<string>;
    member_id: string;
    currency: string;
    source: 'operator' | 'promotion';
    reference: string;
    reason: string;
    provider: string;
    games: readonly string[];
    rounds: number;
    stake: Int8;
    /** Null: wins are real money at once. */
    wagering: number | null;
    bonus_days: number | null;
    expires_at: Date;
    played: Generated<number>;
    won: Counted;
    state: 'open' | 'played' | 'expired' | 'withdrawn';
    created_at: Date;
    ended_at: Date | null;
  };
  free_round: {
    provider: string;
    transaction_id: string;
    grant_id: string;
    round_id: string;
    state: 'open' | 'settled' | 'returned';
    won: Counted;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends FreeRoundTables {}
}
