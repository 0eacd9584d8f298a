import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { EventState } from '../../shared/games/events/event-state.ts';
import type { LegState } from '../../shared/games/events/slip.ts';
import type { UnitText } from '../../shared/money/money.ts';
import type { FreeRoundGrant } from '../../shared/seamless/wallet.ts';
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
  /** The committed seed of the next round; only its hash has been published. */
  server_seed: string;
  nonce: number;
  last_played_at: Date | null;
  /** Minimum milliseconds between the starts of two rounds, by the policy of the player's jurisdiction. */
  cycle_ms: Generated<number>;
  /** Highest stake of one bet by the wallet, in units; null: none. */
  maximum_stake: UnitText | null;
  /** Free rounds that the wallet has named at the launch; null: none. */
  free_rounds: ColumnType<readonly FreeRoundGrant[] | null, string | null, never>;
  created_at: Date;
  expires_at: Date;
}

/**
 * `open`: drawn; the wallet knows whether the bet counts. `settled`: bet, win and finish are posted. `refunded`: the stake was
 * returned, or was never booked and cannot be any more. `refused`: the wallet refused the bet.
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
  stake: UnitText;
  payout: UnitText;
  rules_hash: string;
  server_seed: string;
  client_seed: string;
  nonce: number;
  state: RoundState;
  /** Why the wallet refused the bet, as a code of `STUDIO_ERRORS`. */
  refusal: string | null;
  balance_after: string | null;
  /** The result was delivered to the page; false if a crash or an unanswered wallet call interrupted it. */
  delivered: Generated<boolean>;
  attempts: Generated<number>;
  next_try_at: Date;
  created_at: Date;
  ended_at: Date | null;
  /** For a shot in a shared sea: the sea, the cannon and the animal. */
  sea_id: string | null;
  seat: number | null;
  fish: number | null;
  /** Grant of a free round, whose stake the platform gives; null: the player's own stake. */
  free_grant: ColumnType<string | null, string | null | undefined, never>;
}

export interface EventRow {
  /** `<game id>-<issue>`; also the client seed of the draw. */
  id: string;
  game_id: string;
  kind: 'match' | 'draw' | 'round' | 'flight';
  /** Number in the game's schedule (`Series`). */
  place: number;
  issue: string;
  opens_at: Date;
  closes_at: Date;
  /** For a flight the time of the crash, which is as secret as its seed. */
  draws_at: Date;
  /** JSON of a `Fixture`, of `DrawTerms` or of `RoundTerms`; a flight has none ("{}"). */
  terms: string;
  /** Sealed until the event is drawn (`Seeds`); the hash of the seed is published from the start. */
  server_seed: string;
  seed_hash: string;
  state: EventState;
  /** Steps of a match played so far. Null for other events, and for matches played in a single draw. */
  course: Generated<string | null>;
  /** Time of the next action: the draw, or the next step of a match. */
  next_at: Date;
  /** JSON of a `Score`, of the numbers, of a `TableOutcome` or of a `FlightOutcome`. */
  outcome: string | null;
  ended_at: Date | null;
  /** Flights: last time at which a process could take cash-outs. */
  tended_at: Date | null;
  /** Flights: for some time no process could take cash-outs. */
  broken: Generated<boolean>;
  /** Flights that have ended: the end by the clock of the database. */
  fell_at: Date | null;
  /** Drawn draws: JSON of `DrawTotals`; null for others, and for those of earlier releases. */
  totals: Generated<string | null>;
  /** Draws that also use a public random number: JSON of `DrawBeacon`, fixed before the sale opens. */
  beacon: Generated<string | null>;
  /** The signature of that number, checked; null until it is published. */
  beacon_value: Generated<string | null>;
  /** A drawn draw whose tickets were taken back. */
  reversed: Generated<boolean>;
  /** The platform has not received the current state. */
  unsent: Generated<boolean>;
}

/**
 * `placing`: the wallet has not confirmed the stake. `open`: the stake counts, the event is to come. `owed`: the event is drawn,
 * `voided`: it is void; the wallet has not confirmed the payment. `reversing`, `reversed`: it was settled, and is taken back. The other
 * final states are those of a round.
 */
export type TicketState = 'placing' | 'open' | 'owed' | 'voided' | 'settled' | 'refunded' | 'refused' | 'reversing' | 'reversed';

export interface TicketRow {
  id: string;
  /** The table round or flight of the bet; null for a bet on matches, which has legs instead. */
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
  /** For a bet on matches: the market that its turnover counts for, together with opposite bets. */
  market: string | null;
  /** Multiplier of the cash-out, in hundredths. */
  cashed: number | null;
  stake: UnitText;
  /** Set when the event is drawn. */
  payout: UnitText | null;
  state: TicketState;
  refusal: string | null;
  balance_after: string | null;
  attempts: Generated<number>;
  next_try_at: Date;
  placed_at: Date;
  ended_at: Date | null;
  /** For bets on matches: number of reportable changes, and how many of them the platform has received. */
  changes: Generated<number>;
  reported_changes: Generated<number>;
  /** For tickets on draws with real money: JSON of what they have added to the exposure of the draw. */
  exposure: string | null;
  /** The chase that placed the ticket, and the number of its draw there, from 0. */
  chase_id: string | null;
  chase_nr: number | null;
}

/** What a draw may have to pay, in coins. An empty `number` is a total in parts, an empty `play_type` that of the draw. */
export interface ExposureRow {
  event_id: string;
  play_type: string;
  number: string;
  shard: number;
  stake: string;
  payout: string;
}

/** Limits of a game that an operator has set, in coins. */
export interface ExposureLimitRow {
  game_id: string;
  number: string;
  play_type: string;
  draw: string;
}

/** A lottery order that is repeated on the draws from `first_place` on. */
export interface ChaseRow {
  id: string;
  player: string;
  game_id: string;
  currency: string;
  trial: boolean;
  /** JSON of `ChaseChoices`. */
  choices: string;
  draws: number;
  step: number;
  stop_on_win: boolean;
  first_place: number;
  /** The earliest draw that may get the next ticket. */
  next_place: number;
  state: 'running' | 'ended';
  /** A `ChaseEnd`. */
  reason: string | null;
  next_at: Date;
  started_at: Date;
  ended_at: Date | null;
}

/** One selection of a bet on matches. */
export interface LegRow {
  ticket_id: string;
  /** From 0, in the order of the slip. */
  nr: number;
  event_id: string;
  selection: string;
  /** In hundredths. */
  odds: number;
  /** Steps of the match played when the bet was accepted. */
  step: number;
  state: LegState;
}

export interface ChainRow {
  game_id: string;
  first_place: number;
  /** The last seed of the chain, from which all others follow, sealed. */
  sealed_seed: string;
}

/** A day of its market on which a game draws nothing. */
export interface ClosedDayRow {
  game_id: string;
  /** "2027-02-06". */
  day: string;
  starts_at: Date;
  ends_at: Date;
  reason: string;
  stored_at: Date;
}

/** A pay table as canonical text; never changed, never deleted. */
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
  studio_chase: ChaseRow;
  studio_chain: ChainRow;
  studio_closed_day: ClosedDayRow;
  studio_exposure: ExposureRow;
  studio_exposure_limit: ExposureLimitRow;
  studio_rules: RulesRow;
}
export type StudioDatabase = Kysely<StudioTables>;
export type StudioTx = Transaction<StudioTables>;
export type StudioExecutor = StudioDatabase | StudioTx;
