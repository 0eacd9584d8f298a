import type { SlipChip } from '../live/protocol.ts';
import type { TableGame, TableOutcome } from '../live/table.ts';
import type { DrawTerms } from './draw.ts';
import type { MatchTerms, Score, Selection } from './match.ts';

/**
 * Scheduled events towards their pages, JSON over HTTP. `events` is open to everybody (`?gameId=`); the other calls carry
 * the studio token. Amounts are wire decimals.
 */
export const EVENT_API = {
  events: '/studio/api/events',
  ticket: '/studio/api/ticket',
  tickets: '/studio/api/tickets',
} as const;

/** `open`: its seed is secret. `drawn`: the result stands. `void`: it could not be drawn in time, stakes go back. */
export type EventState = 'open' | 'drawn' | 'void';

export interface MatchEvent {
  readonly eventId: string;
  readonly issue: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly featured: boolean;
  readonly odds: MatchTerms['odds'];
  /** Bets are taken until then. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly state: EventState;
  readonly score: Score | null;
  readonly seedHash: string;
  readonly verifyUrl: string;
}

/** `GET events?gameId=`: fixtures with bets open or in play, the next first; results, the last first. */
export interface EventsAnswer {
  readonly now: string;
  readonly fixtures: readonly MatchEvent[];
  readonly results: readonly MatchEvent[];
}

/** `POST ticket`. `odds` are those that the player saw; `key` as in a `PlayRequest`: one key, one bet. */
export interface TicketRequest {
  readonly key: string;
  readonly eventId: string;
  readonly selection: Selection;
  readonly odds: string;
  readonly stake: string;
}

export interface Ticket {
  readonly ticketId: string;
  readonly event: MatchEvent;
  readonly selection: Selection;
  readonly odds: string;
  readonly stake: string;
  /** What it pays, or has paid; of an open bet what it would pay. */
  readonly payout: string;
  /** `pending`: the wallet has not answered yet. */
  readonly status: 'pending' | 'open' | 'won' | 'lost' | 'refunded';
  readonly placedAt: string;
  readonly verifyUrl: string;
}
export interface TicketAnswer {
  readonly ticket: Ticket;
  readonly balance: string;
}
/** `GET tickets`: open bets and the last ended ones, newest first; `balance` is null when the wallet is silent. */
export interface TicketsAnswer {
  readonly tickets: readonly Ticket[];
  readonly balance: string | null;
}

/** A revealed event as its verifier gets it. `ticket` is the bet whose address was opened; who placed it is not told. */
export type EventEvidence = {
  readonly eventId: string;
  readonly issue: string;
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly drawsAt: string;
} & (
  | { readonly kind: 'draw'; readonly terms: DrawTerms; readonly numbers: readonly string[] }
  | {
      readonly kind: 'round';
      readonly game: TableGame;
      readonly outcome: TableOutcome;
      /** Of the round before; null for the first round of a day and after a break. */
      readonly previousSeed: string | null;
      readonly slip: { readonly chips: readonly SlipChip[]; readonly payout: string } | null;
    }
  | {
      readonly kind: 'flight';
      readonly crash: number;
      readonly takesOffAt: string;
      /** Of the flight before; null for the first flight of a chain. */
      readonly previousSeed: string | null;
      /** `cashed`: by hand or by the target; null when the bet was still in at the crash. */
      readonly bet: {
        readonly stake: string;
        readonly target: number;
        readonly cashed: number | null;
        readonly payout: string;
      } | null;
    }
  | {
      readonly kind: 'match';
      readonly league: string;
      readonly home: string;
      readonly away: string;
      readonly terms: MatchTerms;
      readonly score: Score;
      readonly ticket: { readonly selection: Selection; readonly odds: string; readonly stake: string; readonly payout: string } | null;
    }
);
