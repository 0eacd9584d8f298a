import type { ColumnType } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, never, never>;

/** Tables of the records feature: sums maintained by the database, never written directly. */
export interface RecordTables {
  play_sum: PlaySumTable;
  play_day: PlayDayTable;
  cash_sum: CashSumTable;
  movement_block: MovementBlockTable;
}

/** Maintained by a trigger on `vendor_round`. */
interface PlaySumTable {
  member_id: string;
  /** `placed`: every round at the time of its first bet. `settled`: won and lost rounds at the time of settlement. */
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

/** Whole days of `play_sum`, stored by `keep_play_days` and removed by a trigger on `vendor_round`. */
interface PlayDayTable extends Omit<PlaySumTable, 'slot' | 'realm' | 'currency' | 'state'> {
  /** Time zone of the day. */
  zone: string;
  first_slot: number;
  end_slot: number;
  /** Empty in the row that marks the day as stored. */
  state: PlaySumTable['state'] | '';
}

/** Deposits and withdrawals by quarter hour; maintained by `ledger_post`. */
interface CashSumTable {
  member_id: string;
  slot: number;
  /** Less reversals. */
  deposits: Int8;
  withdrawals: Int8;
}

/** Created on first use. Postings never change, so blocks do not either. */
interface MovementBlockTable {
  account_id: ColumnType<string, string, never>;
  /** Block n holds the versions n * 500 + 1 to n * 500 + 500 of the account. */
  block: number;
  kind: string;
  movements: number;
  units: ColumnType<string, string, never>;
  /** Positions in the block of the movements of this kind, counted from 1. */
  places: ColumnType<readonly number[], never, never>;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends RecordTables {}
}
