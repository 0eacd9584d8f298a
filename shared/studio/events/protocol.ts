import type { SlipChip } from '../live/protocol.ts';
import type { TableGame, TableOutcome } from '../live/table.ts';
import type { DrawTerms } from './draw.ts';
import type { Market, Selection } from './markets.ts';
import type { Course, MatchTerms, Score } from './match.ts';
import type { SingleDrawTerms } from './single-draw.ts';
import type { LegState } from './slip.ts';

/**
 * Scheduled events towards their pages, JSON over HTTP. `events` and `stream` are open to everybody (`?gameId=`); on a stream
 * that carries the studio token the player's own bets follow. The other calls carry the token. Amounts are wire decimals.
 */
export const EVENT_API = {
  events: '/studio/api/events',
  stream: '/studio/api/events-stream',
  ticket: '/studio/api/ticket',
  tickets: '/studio/api/tickets',
} as const;

/** `open`: its seed is secret. `drawn`: the result stands. `void`: it could not be played in time, stakes go back. */
export type EventState = 'open' | 'drawn' | 'void';

export interface MatchEvent {
  readonly eventId: string;
  readonly issue: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly featured: boolean;
  readonly mode: MatchTerms['mode'];
  /** Kick-off, and the last possible end. Bets are taken before and while it runs. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly state: EventState;
  /** Null before the kick-off, and of a void match. */
  readonly score: Score | null;
  /** What has happened so far; nothing of what is to come leaves the studio. */
  readonly course: Course;
  /** Minutes of a step; null in a match of maps. */
  readonly stepMinutes: number | null;
  /** Until then no bets are taken, because something has just happened. */
  readonly suspendedUntil: string | null;
  /** The next step is played then: the odds hold until this moment. */
  readonly nextAt: string;
  /** What can be bet on at the state that is shown; empty when it is over. */
  readonly markets: readonly Market[];
  readonly seedHash: string;
  readonly verifyUrl: string;
}

/** `GET events?gameId=`, and the first event of a stream: matches in play and to come, the next first; results, the last first. */
export interface EventsAnswer {
  readonly now: string;
  readonly fixtures: readonly MatchEvent[];
  readonly results: readonly MatchEvent[];
}

/** One leg for a single, two to eight of different matches for a multiple. `odds` are those that the player saw. */
export interface LegRequest {
  readonly eventId: string;
  readonly selection: Selection;
  readonly odds: string;
}
/** `POST ticket`. `key` as in a `PlayRequest`: one key, one bet. A bet is taken at the odds of this moment or not at all. */
export interface TicketRequest {
  readonly key: string;
  readonly legs: readonly LegRequest[];
  readonly stake: string;
  /** Odds that have risen meanwhile are taken without asking. */
  readonly acceptBetter: boolean;
}

export interface TicketLeg {
  readonly event: Omit<MatchEvent, 'markets'>;
  readonly selection: Selection;
  readonly odds: string;
  /** Steps of the match that had been played when the bet was taken. */
  readonly step: number;
  readonly state: LegState;
}

export interface Ticket {
  readonly ticketId: string;
  readonly legs: readonly TicketLeg[];
  /** Of all legs together, void ones 1.00. */
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

/** Events of a stream by name. */
export interface EventStreamEvents {
  readonly events: EventsAnswer;
  /** A match has moved on. */
  readonly match: { readonly now: string; readonly match: MatchEvent };
  /** A bet of the player has moved; `balance` is null when the wallet did not tell one. */
  readonly ticket: { readonly ticket: Ticket; readonly balance: string | null };
}

interface Revealed {
  readonly eventId: string;
  readonly issue: string;
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly drawsAt: string;
}
/** A match that is over, with its secret. Matches from before decision 040 have no course. */
export type MatchEvidence = Revealed & {
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly score: Score;
} & ({ readonly terms: MatchTerms; readonly course: Course } | { readonly terms: SingleDrawTerms; readonly course: null });

/** A leg with its match; null while that is not over, and for a void one, whose seed decided nothing. */
export interface LegEvidence extends Omit<TicketLeg, 'event'> {
  readonly home: string;
  readonly away: string;
  readonly match: MatchEvidence | null;
}

/** A revealed event, or a settled bet on matches, as its verifier gets it. Who placed a bet is not told. */
export type EventEvidence =
  | (Revealed & { readonly kind: 'draw'; readonly terms: DrawTerms; readonly numbers: readonly string[] })
  | (Revealed & {
      readonly kind: 'round';
      readonly game: TableGame;
      readonly outcome: TableOutcome;
      /** Of the round before; null for the first round of a day and after a break. */
      readonly previousSeed: string | null;
      readonly slip: { readonly chips: readonly SlipChip[]; readonly payout: string } | null;
    })
  | (Revealed & {
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
    })
  | ({ readonly kind: 'match' } & MatchEvidence)
  | { readonly kind: 'bet'; readonly legs: readonly LegEvidence[]; readonly stake: string; readonly payout: string };
