import type { Units } from '../../../shared/money/money.ts';
import type { TurnoverTerms } from '../settlement.ts';
import type { StudioDatabase, StudioTx } from '../tables.ts';
import type { StudioEvent } from './event-store.ts';
import type { Leg } from './leg-store.ts';
import type { TicketRecord } from './ticket-store.ts';

/** A validated request for a bet, on any kind of event. */
export interface BetRequest {
  readonly key: string;
  readonly kind: StudioEvent['kind'];
  /** The round or flight, or the matches of the legs. */
  readonly eventIds: readonly string[];
  readonly chips: string | null;
  /** Auto cash-out of a bet on a flight, in hundredths. */
  readonly target?: number;
  readonly stake: Units;
  readonly turnoverTerms?: TurnoverTerms;
  /** The chase that places the bet, and the number of its draw there, from 0. */
  readonly chase?: { readonly id: string; readonly nr: number };
  /**
   * Stores the ticket in one statement that includes the checks of `admit`. False if the key is used. Throws the refusal of an
   * inadmissible bet.
   */
  readonly placeAtOnce?: (db: StudioDatabase, ticket: TicketRecord) => Promise<boolean>;
  /** Refuses late bets before any row is locked: under load, bets without a chance must not delay the end of an event. */
  readonly refuseLate?: (db: StudioDatabase, now: Date) => Promise<void>;
  /** Checks the bet while its events are locked, and returns the legs of a bet on matches. Throws the refusal of an inadmissible bet. */
  admit(tx: StudioTx, events: ReadonlyMap<string, StudioEvent>, now: Date): Promise<readonly Omit<Leg, 'ticket_id'>[]>;
  /** Whether an earlier bet of the key is this one. */
  isSame(before: TicketRecord, legs: readonly Leg[]): boolean;
}
