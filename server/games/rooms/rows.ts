import type { Generated, Selectable } from 'kysely';
import type { UnitText } from '../../../shared/money/money.ts';

/** Money is in units, as int8 text. */
export interface TableRow {
  id: string;
  game_id: string;
  /** Key of `ROOM_LEVELS`. */
  level: string;
  currency: string;
  trial: boolean;
  /** `staking`: the stakes of the next hand are being requested from the wallet. */
  state: 'waiting' | 'staking' | 'playing';
  /** The committed seed of the next hand, or of the running one. */
  server_seed: string;
  hand_nr: number;
  hand_id: string | null;
  /** Time of the next automatic action: a hand starts, a turn times out, or an idle seat is freed. */
  due_at: Date | null;
  /** Start of the next hand, for which enough players are ready. */
  begins_at: Date | null;
  /** Incremented with every change that is visible at the table. */
  version: Generated<number>;
  created_at: Date;
}

export interface SeatRow {
  table_id: string;
  seat: number;
  /** Null for a bot. */
  player: string | null;
  /** The session that controls the seat: the newest one of the player. */
  session_id: string | null;
  alias: number;
  ready: boolean;
  /** Consecutive turns that timed out. */
  missed: number;
  /** The seat is freed after the current hand. */
  leaving: boolean;
  /** Why the last stake was refused, as a code of `STUDIO_ERRORS`. */
  notice: string | null;
  /** The seat is freed at this time; an open page extends it for a ready player. */
  idle_at: Date;
}

export type HandStage = 'staking' | 'playing' | 'done' | 'void';

export interface HandRow {
  id: string;
  table_id: string;
  nr: number;
  game_id: string;
  currency: string;
  trial: boolean;
  stake: UnitText;
  state: HandStage;
  server_seed: string;
  /** JSON of `Move[]`. */
  moves: string;
  /** Set when the hand is done. */
  winner: number | null;
  pot: string | null;
  rake: string | null;
  started_at: Date;
  ended_at: Date | null;
}

/**
 * A player's entry in a hand. `placing`: the wallet has not confirmed the stake. `open`: the stake counts. `owed`: the hand is
 * done, `voided`: the stake is refunded; the wallet has not confirmed yet. The final states are those of a round.
 */
export type EntryState = 'placing' | 'open' | 'owed' | 'voided' | 'settled' | 'refunded' | 'refused';

export interface EntryRow {
  /** `<hand id>-<seat>`, which is also the id of the round in the wallet. */
  id: string;
  hand_id: string;
  table_id: string;
  seat: number;
  /** Null for a bot, whose stake and prize are play money outside every wallet. */
  player: string | null;
  session_id: string | null;
  alias: number;
  game_id: string;
  currency: string;
  stake: UnitText;
  payout: UnitText | null;
  client_seed: string;
  /** Has cards in the hand. */
  dealt: boolean;
  state: EntryState;
  refusal: string | null;
  balance_after: string | null;
  attempts: Generated<number>;
  next_try_at: Date;
  placed_at: Date;
  ended_at: Date | null;
}

/** Two players with the same valid link must not sit at one real-money table. */
export interface PlayerLinkRow {
  player: string;
  link: string;
  ends_at: Date;
}

export interface RoomTables {
  studio_player_link: PlayerLinkRow;
  studio_table: TableRow;
  studio_seat: SeatRow;
  studio_hand: HandRow;
  studio_entry: EntryRow;
}
export type Table = Selectable<TableRow>;
export type Seat = Selectable<SeatRow>;
export type Hand = Selectable<HandRow>;
export type Entry = Selectable<EntryRow>;
