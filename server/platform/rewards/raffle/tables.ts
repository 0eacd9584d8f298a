import type { ColumnType, Generated } from 'kysely';
import type { RaffleState, WinState } from '../../../../shared/api/raffles/constants.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;

/** A kind of prize; `amount` in units. */
export interface StoredPrize {
  readonly amount: string;
  readonly count: number;
}

export interface RaffleTables {
  raffle_clock: { id: number };
  raffle: {
    id: string;
    state: RaffleState;
    titles: ColumnType<Record<string, string>, string, string>;
    starts_at: Date;
    ends_at: Date;
    draws_at: Date;
    claim_days: number;
    currency: string;
    min_level: number;
    categories: string[];
    stake_step: Int8;
    deposit_least: Int8;
    max_tickets: number;
    prizes: ColumnType<readonly StoredPrize[], string, string>;
    budget: Int8;
    reserved: ColumnType<string, string | undefined, string>;
    sealed_seed: string;
    seed_hash: string;
    seed: ColumnType<string | null, string | null | undefined, string | null>;
    list_hash: ColumnType<string | null, string | null | undefined, string | null>;
    tickets: ColumnType<number | null, number | null | undefined, number | null>;
    taken_back: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: Date;
    published_at: Date | null;
    closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    drawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    cancelled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  raffle_entry: {
    id: Generated<string>;
    raffle_id: string;
    member_id: string;
    code: string;
    staked: ColumnType<string, string | undefined, string>;
    deposits: ColumnType<number, number | undefined, number>;
    extra: ColumnType<number, number | undefined, number>;
    tickets: ColumnType<number, number | undefined, number>;
    listed: ColumnType<number | null, number | null | undefined, number | null>;
    first_ticket: ColumnType<number | null, number | null | undefined, number | null>;
    joined_at: Date;
  };
  raffle_grant: { reference: string; entry_id: string; tickets: number; granted_at: Date };
  raffle_win: {
    id: Generated<string>;
    raffle_id: string;
    entry_id: string;
    member_id: string;
    place: number;
    ticket: number;
    amount: Int8;
    currency: string;
    state: WinState;
    claim_until: Date;
    claimed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    transfer_id: ColumnType<string | null, string | null | undefined, string | null>;
    paid_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends RaffleTables {}
}
