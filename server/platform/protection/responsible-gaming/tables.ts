import type { ColumnType, Generated } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
/** Sums that only database triggers change. */
type Sum = ColumnType<string, never, never>;

/** Tables of the protection feature; migration 041 describes the columns. */
export interface ProtectionTables {
  protection_member: {
    member_id: string;
    stakes: Sum;
    losses: Sum;
    deposits: Sum;
    payouts: Sum;
    seconds: Sum;
    last_play_at: Generated<Date | null>;
    session_from: Generated<Date | null>;
    session_stakes: Sum;
    session_losses: Sum;
    checked_at: Generated<Date | null>;
    check_minutes: Generated<number | null>;
    break_kind: Generated<'time-out' | 'exclusion' | null>;
    break_from: Generated<Date | null>;
    break_until: Generated<Date | null>;
    return_at: Generated<Date | null>;
    /** Deposits and stakes are blocked from then until operators decide the reviews. */
    held_at: Generated<Date | null>;
  };
  protection_minute: {
    member_id: string;
    minute: Date;
    stakes: Sum;
    losses: Sum;
    deposits: Sum;
    seconds: Sum;
  };
  protection_limit: {
    member_id: string;
    kind: 'deposit' | 'loss' | 'stake' | 'session';
    period: 'day' | 'week' | 'month';
    set_by: 'member' | 'operator';
    value: Int8;
    set_at: Date;
    pending_from: Date | null;
    pending_value: ColumnType<string | null, string | null, string | null>;
    pending_notified: Generated<boolean>;
  };
  account_review: {
    id: Generated<string>;
    merchant: string;
    member_id: string;
    other_id: string;
    subject: 'exclusion' | 'payout';
    /** Kinds of shared traits, comma-separated. */
    grounds: string;
    state: 'open' | 'released' | 'confirmed';
    created_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
    reason: string | null;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends ProtectionTables {}
}
