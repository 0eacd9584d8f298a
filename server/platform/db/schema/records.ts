import type { ColumnType } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, never, never>;

/** Tables of the records feature: sums that the database keeps itself, so that nothing here is ever written by hand. */
export interface RecordTables {
  play_sum: PlaySumTable;
  play_day: PlayDayTable;
  cash_sum: CashSumTable;
  movement_block: MovementBlockTable;
}

/** Kept by a trigger on `vendor_round`. */
export interface PlaySumTable {
  member_id: string;
  /** `placed`: every round at the time of its first bet. `settled`: won and lost ones at the time they were settled. */
  basis: 'placed' | 'settled';
  /** Quarters of an hour since 1970. */
  slot: number;
  game_id: string;
  vassalage: string;
  game_category: string;
  state: 'open' | 'won' | 'lost' | 'cancelled';
  realm: 'real' | 'trial';
  currency: string;
  rounds: Int8;
  stake: Int8;
  refunded: Int8;
  payout: Int8;
}

/** Whole days of `play_sum`, kept by `keep_play_days` and taken away by a trigger on `vendor_round`. */
export interface PlayDayTable extends Omit<PlaySumTable, 'slot' | 'realm' | 'currency' | 'state'> {
  /** The day is that of this time zone. */
  zone: string;
  first_slot: number;
  end_slot: number;
  /** Empty in the one line that says that the day is kept. */
  state: PlaySumTable['state'] | '';
}

/** Money in and out by quarters of an hour; `ledger_post` adds to it. */
export interface CashSumTable {
  member_id: string;
  slot: number;
  /** Without those taken back. */
  deposits: Int8;
  withdrawals: Int8;
}

/** Filled when a statement first needs it: postings never change, so neither does a block of them. */
export interface MovementBlockTable {
  account_id: ColumnType<string, string, never>;
  /** Block n holds the versions n * 500 + 1 to n * 500 + 500 of the account. */
  block: number;
  kind: string;
  movements: number;
  units: ColumnType<string, string, never>;
  /** Where in the block the movements of the kind are, counted from 1. */
  places: ColumnType<readonly number[], never, never>;
}
