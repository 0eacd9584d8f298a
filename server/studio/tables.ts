import type { Generated, Kysely, Transaction } from 'kysely';
import type { EventState } from '../../shared/studio/events/protocol.ts';
import type { LegState } from '../../shared/studio/events/slip.ts';
import type { RoomTables } from './rooms/rows.ts';
import type { SeaTables } from './sea/rows.ts';

/** Money is in units, as int8 text. Seeds and hashes are lower-case hex. */
export interface SessionRow {
  id: string;
  /** SHA-256 of the bearer token. */
  token_hash: string;
  wallet_token: string;
  player: string;
  game_id: string;
  currency: string;
  language: string;
  trial: boolean;
  client_seed: string;
  /** The committed seed of the next round; its hash has been shown, itself not. */
  server_seed: string;
  nonce: number;
  last_played_at: Date | null;
  /** Shortest time from the start of one round to the start of the next, by the policy of the player's place. */
  cycle_ms: Generated<number>;
  created_at: Date;
  expires_at: Date;
}

/**
 * `open`: drawn; the wallet knows whether the bet counts. `settled`: bet, win and finish are posted. `refunded`: the
 * stake was given back, or never taken and cannot be any more. `refused`: the wallet refused the bet.
 */
export type RoundState = 'open' | 'settled' | 'refunded' | 'refused';

export interface RoundRow {
  id: string;
  session_id: string;
  play_key: string;
  player: string;
  game_id: string;
  currency: string;
  trial: boolean;
  bet: string;
  outcome: string;
  stake: string;
  payout: string;
  rules_hash: string;
  server_seed: string;
  client_seed: string;
  nonce: number;
  state: RoundState;
  /** Why the wallet refused the bet, as a code of `STUDIO_ERRORS`. */
  refusal: string | null;
  balance_after: string | null;
  /** The result has been handed to the page; false on what a crash or a silent wallet has interrupted. */
  told: Generated<boolean>;
  attempts: Generated<number>;
  next_try_at: Date;
  created_at: Date;
  ended_at: Date | null;
  /** Of a shot in a shared sea: which one, from which cannon, at which animal. */
  sea_id: string | null;
  seat: number | null;
  fish: number | null;
}

export interface EventRow {
  /** `<game id>-<issue>`, which is also what the seed is mixed with. */
  id: string;
  game_id: string;
  kind: 'match' | 'draw' | 'round' | 'flight';
  /** Number in the game's calendar (`Series`). */
  place: number;
  issue: string;
  opens_at: Date;
  closes_at: Date;
  /** Of a flight when it crashes, and as secret as its seed. */
  draws_at: Date;
  /** JSON of a `Fixture`, of `DrawTerms` or of `RoundTerms`; a flight has none ("{}"). */
  terms: string;
  /** Secret while the event is open; its hash is public from the beginning. */
  server_seed: string;
  seed_hash: string;
  state: EventState;
  /** Of a match: what has been played so far. Null for others, and for matches from before they had one. */
  course: Generated<string | null>;
  /** When there is something to do next: the draw, or the next step of a match. */
  next_at: Date;
  /** JSON of a `Score`, of the numbers, of a `TableOutcome` or of a `FlightOutcome`. */
  outcome: string | null;
  ended_at: Date | null;
  /** Of a flight: somebody who takes cash-outs was there last. */
  tended_at: Date | null;
  /** Of a flight: for a while nobody could take cash-outs. */
  broken: Generated<boolean>;
  /** Of a flight that is over: when, by the clock of the database. */
  fell_at: Date | null;
  /** The platform has not heard of it as it is now. */
  unsent: Generated<boolean>;
}

/**
 * `placing`: the wallet has not said yet whether the stake counts. `open`: it counts, the event is to come. `owed`: the
 * event is drawn, `voided`: it is void; the wallet has not confirmed yet what follows. The ends are those of a round.
 */
export type TicketState = 'placing' | 'open' | 'owed' | 'voided' | 'settled' | 'refunded' | 'refused';

export interface TicketRow {
  id: string;
  /** The round of a slip, or the flight of a bet with a target; a bet on matches has legs instead. */
  event_id: string | null;
  play_key: string;
  player: string;
  game_id: string;
  currency: string;
  trial: boolean;
  /** JSON of `SlipChip[]`. */
  chips: string | null;
  /** Auto cash-out, in hundredths. */
  target: number | null;
  /** Of a bet on matches: what it counts on for turnover, together with bets against it. */
  market: string | null;
  /** The multiplier at which it was cashed out, in hundredths. */
  cashed: number | null;
  stake: string;
  /** Known from the draw on. */
  payout: string | null;
  state: TicketState;
  refusal: string | null;
  balance_after: string | null;
  attempts: Generated<number>;
  next_try_at: Date;
  placed_at: Date;
  ended_at: Date | null;
  /** How much there was to tell of a bet on matches, and how much of it the platform has heard. */
  news: Generated<number>;
  told: Generated<number>;
}

/** One selection of a bet on matches. */
export interface LegRow {
  ticket_id: string;
  /** From 0 on, in the order of the slip. */
  nr: number;
  event_id: string;
  selection: string;
  /** In hundredths. */
  odds: number;
  /** Steps of the match that had been played when the bet was taken. */
  step: number;
  state: LegState;
}

export interface ChainRow {
  game_id: string;
  first_place: number;
  last_seed: string;
}

/** A pay table in print; never changed, never deleted. */
export interface RulesRow {
  /** SHA-256 of `printed`. */
  hash: string;
  variant: string;
  /** JSON of engine, variant and rules (`printedRules`). */
  printed: string;
}

export interface StudioTables extends RoomTables, SeaTables {
  studio_session: SessionRow;
  studio_round: RoundRow;
  studio_event: EventRow;
  studio_ticket: TicketRow;
  studio_leg: LegRow;
  studio_chain: ChainRow;
  studio_rules: RulesRow;
}
export type StudioDatabase = Kysely<StudioTables>;
export type StudioTx = Transaction<StudioTables>;
export type StudioExecutor = StudioDatabase | StudioTx;
