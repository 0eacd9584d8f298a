import type { Generated, Selectable } from 'kysely';

/** Money is in units, as int8 text. */
export interface TableRow {
  id: string;
  game_id: string;
  /** Key of `ROOM_LEVELS`. */
  level: string;
  currency: string;
  trial: boolean;
  /** `staking`: the wallet is asked for the stakes of the hand that begins. */
  state: 'waiting' | 'staking' | 'playing';
  /** The committed seed of the next hand; while one is dealt or played, of that hand. */
  server_seed: string;
  hand_nr: number;
  hand_id: string | null;
  /** When something has to happen by itself: a hand begins, a time runs out, somebody has sat idle. */
  due_at: Date | null;
  /** When the hand begins that enough players are ready for. */
  begins_at: Date | null;
  /** Grows with every change that somebody at the table may see. */
  version: Generated<number>;
  created_at: Date;
}

export interface SeatRow {
  table_id: string;
  seat: number;
  /** Null for a bot. */
  player: string | null;
  /** The session that acts for the seat: the newest that has come to it. */
  session_id: string | null;
  alias: number;
  ready: boolean;
  /** Hands turns that ran out of time, one after another. */
  missed: number;
  /** Stands up as soon as no hand keeps the seat. */
  leaving: boolean;
  /** Why the last stake was refused, as a code of `STUDIO_ERRORS`. */
  notice: string | null;
  /** The seat is lost then; an open page puts it off for who is ready. */
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
  stake: string;
  state: HandStage;
  server_seed: string;
  /** JSON of `Move[]`. */
  moves: string;
  /** Of a hand that is done. */
  winner: number | null;
  pot: string | null;
  rake: string | null;
  started_at: Date;
  ended_at: Date | null;
}

/**
 * A player's part in a hand. `placing`: the wallet has not said yet whether the stake counts. `open`: it counts. `owed`:
 * the hand is done, `voided`: the stake goes back; the wallet has not confirmed yet. The ends are those of a round.
 */
export type EntryState = 'placing' | 'open' | 'owed' | 'voided' | 'settled' | 'refunded' | 'refused';

export interface EntryRow {
  /** `<hand id>-<seat>`, which is also the round in the wallet's books. */
  id: string;
  hand_id: string;
  table_id: string;
  seat: number;
  /** Null for a bot, whose stake and prize are play money that no wallet knows. */
  player: string | null;
  session_id: string | null;
  alias: number;
  game_id: string;
  currency: string;
  stake: string;
  payout: string | null;
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

/** Two players with the same link in force do not sit at one table of real money. */
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
