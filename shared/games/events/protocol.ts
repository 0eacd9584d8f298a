import type { SlipChip } from '../live/protocol.ts';
import type { TableOutcome } from '../live/table.ts';
import type { TableGame } from '../live/table-games.ts';
import type { DrawBeacon } from '../lottery/beacon.ts';
import type { LotteryTotals } from '../lottery/protocol.ts';
import type { Ticket as LotteryOrder } from '../lottery/settle.ts';
import type { DrawTerms } from './draw.ts';
import type { EventState } from './event-state.ts';
import type { Market, Selection } from './markets.ts';
import type { Course, MatchTerms, Score } from './match.ts';
import type { SingleDrawTerms } from './single-draw.ts';
import type { LegState } from './slip.ts';

/**
 * JSON over HTTP between the studio and the pages of scheduled events. `events` and `stream` are public (`?gameId=`); a stream
 * opened with the studio token also carries the player's own bets. All other calls require the token. Amounts are wire decimals.
 */
export const EVENT_API = {
  events: '/studio/api/events',
  stream: '/studio/api/events-stream',
  ticket: '/studio/api/ticket',
  tickets: '/studio/api/tickets',
} as const;

export interface MatchEvent {
  readonly eventId: string;
  readonly issue: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly featured: boolean;
  readonly mode: MatchTerms['mode'];
  /** Kick-off and latest possible end. Bets are accepted before and during the match. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly state: EventState;
  /** Null before the kick-off and for a void match. */
  readonly score: Score | null;
  /** The course so far. Future steps never leave the studio. */
  readonly course: Course;
  /** Minutes per step; null in a match of maps. */
  readonly stepMinutes: number | null;
  /** Time until which bets are suspended after a goal or the end of a map. */
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
  /** Steps that had been played when the bet was accepted. */
  readonly step: number;
  readonly state: LegState;
}

export interface Ticket {
  readonly ticketId: string;
  readonly legs: readonly TicketLeg[];
  /** The exact combined odds of all legs, up to two decimals for each; a void leg is 1.00. */
  readonly odds: string;
  readonly stake: string;
  /** The payout; for an open bet the potential one. */
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
/** Answer of `GET tickets`: open bets and the last completed ones, newest first. `balance` is null when the wallet does not answer. */
export interface TicketsAnswer {
  readonly tickets: readonly Ticket[];
  readonly balance: string | null;
}

/** Events of a stream by name. */
export interface EventStreamEvents {
  readonly events: EventsAnswer;
  /** A match has a new step or state. */
  readonly match: { readonly now: string; readonly match: MatchEvent };
  /** A bet of the player has changed; `balance` is null when the wallet did not return one. */
  readonly ticket: { readonly ticket: Ticket; readonly balance: string | null };
}

interface Revealed {
  readonly eventId: string;
  readonly issue: string;
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  readonly drawsAt: string;
}
/** A completed match with its secret seed. Matches of earlier data have no course (docs/features/matches-and-draws.md). */
export type MatchEvidence = Revealed & {
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly score: Score;
} & ({ readonly terms: MatchTerms; readonly course: Course } | { readonly terms: SingleDrawTerms; readonly course: null });

/** A leg with its match. The match is null until it ends, and for a void one, whose seed decided nothing. */
export interface LegEvidence extends Omit<TicketLeg, 'event'> {
  readonly home: string;
  readonly away: string;
  readonly match: MatchEvidence | null;
}

/** A revealed event, or a settled bet on matches, as the verifier gets it. It does not identify the player. */
export type EventEvidence =
  | (Revealed & {
      readonly kind: 'draw';
      readonly terms: DrawTerms;
      readonly numbers: readonly string[];
      /**
       * The link of the chain that the seed is made from, and the link of the draw before, which is its hash; null for the first draw of a
       * day. `steps`: how many times it is hashed, one more than the links that void draws and days without draws have left out; absent: once.
       * Absent for draws that are in no chain.
       */
      readonly chain?: { readonly link: string; readonly previous: string | null; readonly steps?: number } | null;
      /** The public random number that is mixed into the seed; null or absent: none. */
      readonly beacon?: (DrawBeacon & { readonly signature: string }) | null;
      /** What was staked on it and what its tickets win; absent in copies of earlier releases. */
      readonly totals?: readonly LotteryTotals[];
      /** Its tickets were taken back after the draw. */
      readonly reversed?: boolean;
      /** The requested ticket, once it is settled. Amounts are wire decimals. */
      readonly ticket?: (Omit<LotteryOrder, 'stake'> & { readonly stake: string; readonly payout: string }) | null;
    })
  | (Revealed & {
      readonly kind: 'round';
      readonly game: TableGame;
      readonly outcome: TableOutcome;
      /** Hash of the previous round; null for the first round of a day and after a gap. */
      readonly previousSeed: string | null;
      readonly slip: { readonly chips: readonly SlipChip[]; readonly payout: string } | null;
    })
  | (Revealed & {
      readonly kind: 'flight';
      readonly crash: number;
      readonly takesOffAt: string;
      /** Hash of the previous flight; null for the first flight of a chain. */
      readonly previousSeed: string | null;
      /** `cashed`: the cash-out, manual or automatic; null when the bet was still open at the crash. */
      readonly bet: {
        readonly stake: string;
        readonly target: number;
        readonly cashed: number | null;
        readonly payout: string;
      } | null;
    })
  | ({ readonly kind: 'match' } & MatchEvidence)
  | { readonly kind: 'bet'; readonly legs: readonly LegEvidence[]; readonly stake: string; readonly payout: string };
