import type { ColumnType, Generated } from 'kysely';
import type { StatementState } from '../../../../shared/api/cashback/constants.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
type Json = ColumnType<unknown, string, never>;
/** Written by the statement of `periods.ts` only. */
type Sum<T> = ColumnType<T, never, never>;

export interface CashbackTables {
  cashback_clock: { id: number; began_at: Date | null; open_from: Date | null };
  cashback_period: {
    starts: Date;
    ends: Date;
    position: Int8;
    /** Of the history of levels; null: the level follows from the stake at the position. */
    level_cut: ColumnType<string | null, string, never>;
    /** `StoredRules` */
    rules: ColumnType<unknown, string | null, never>;
    closed_at: Date;
    settled_to: string;
    settled_at: Date | null;
  };
  cashback_play: {
    day_start: Sum<Date>;
    played: Sum<Date>;
    member_id: Sum<string>;
    vassalage: Sum<string>;
    category: Sum<string>;
    rounds: Sum<number>;
    valid: Sum<string>;
  };
  cashback_carry: { member_id: string; carried: Int8 };
  cashback_pause: { member_id: string; reason: string; operator: string; paused_at: Date };
  cashback_statement: {
    id: Generated<string>;
    member_id: string;
    period_start: Date;
    period_end: Date;
    currency: string;
    level: number;
    /** Of periods without a cut. */
    level_stake: ColumnType<string | null, string | null, never>;
    /** A list of `StoredLine`. */
    lines: Json;
    valid: Int8;
    carried_in: Int8;
    gross: Int8;
    carried_out: Int8;
    amount: Int8;
    state: StatementState;
    claim_until: Date | null;
    claimed_at: Date | null;
    transfer_id: string | null;
    created_at: Date;
    paid_at: Date | null;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends CashbackTables {}
}
