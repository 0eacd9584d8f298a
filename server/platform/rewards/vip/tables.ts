import type { ColumnType, Generated } from 'kysely';
import type { GiftKind, GiftState, VipCause } from '../../../../shared/api/vip/constants.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
/** Written by one statement for many members only. */
type Sum<T> = ColumnType<T, never, never>;

export interface VipTables {
  vip_clock: {
    id: number;
    open_from: string | null;
    first_play: ColumnType<string | null, string, string>;
    first_deposit: ColumnType<string | null, string, string>;
    rules: string | null;
    /** YYYY-MM-DD */
    birthdays_to: ColumnType<string | null, string | null, string>;
  };
  vip_member: {
    member_id: string;
    stake: Int8;
    deposits: Int8;
    level: number;
    since: Date;
    ceiling: number | null;
    lost: number | null;
    granted: number;
    limited: number | null;
  };
  vip_play: { member_id: Sum<string>; month: Sum<string>; stake: Sum<string> };
  vip_order: {
    id: string;
    member_id: string;
    level: number | null;
    reason: string;
    status: 'waiting' | 'done' | 'rejected';
    created_at: Date;
    closed_at: Date | null;
  };
  vip_gift: {
    id: Generated<string>;
    member_id: string;
    kind: GiftKind;
    level: number;
    year: number;
    amount: Int8;
    currency: string;
    state: GiftState;
    claim_until: Date;
    created_at: Date;
    claimed_at: Date | null;
    transfer_id: string | null;
    paid_at: Date | null;
  };
  vip_change: {
    id: Generated<string>;
    member_id: string;
    from_level: number;
    to_level: number;
    cause: VipCause;
    stake: Int8;
    deposits: Int8;
    period_stake: Int8;
    operator: string;
    reason: string;
    at: Date;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends VipTables {}
}
