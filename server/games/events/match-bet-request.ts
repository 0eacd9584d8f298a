import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { hundredthsOf, oddsAt } from '../../../shared/games/events/markets.ts';
import type { LegRequest, TicketRequest } from '../../../shared/games/events/protocol.ts';
import { MAX_PAYOUT, slipPayout } from '../../../shared/games/events/slip.ts';
import type { StudioError } from '../../../shared/games/protocol.ts';
import { isStake } from '../../../shared/games/rules.ts';
import { coinOf, inCoins } from '../../../shared/money/currency-steps.ts';
import { parseWireAmount, type Units } from '../../../shared/money/money.ts';
import { StudioRefusal } from '../refusal.ts';
import { countingAtChosenOdds } from '../settlement.ts';
import type { BetRequest } from './bet-request.ts';
import { findEvents, fixtureOf, type StudioEvent } from './event-store.ts';
import { areSameLegs, type Leg } from './leg-store.ts';
import { suspendedUntil } from './match-times.ts';

/** Validates a request for a bet on matches: a single, or a multiple of legs on different matches of the game. */
export function matchBetRequest(
  { engine, variant }: StudioGame,
  { currency }: { readonly currency: string },
  { key, legs, stake: wire, acceptBetter }: TicketRequest,
): BetRequest {
  const coin = coinOf(currency);
  const stake = parseWireAmount(wire);
  if (engine !== 'match' || stake === undefined) throw new StudioRefusal('bet_invalid');
  if (!isStake(variant, [stake], stake, coin)) throw new StudioRefusal('stake_out_of_range');
  const eventIds = legs.map(({ eventId }) => eventId);
  // Selections of one match are correlated: the product of their odds would be a wrong price.
  if (new Set(eventIds).size < eventIds.length) throw new StudioRefusal('legs_related');
  return {
    key,
    kind: 'match',
    eventIds,
    chips: null,
    stake,
    turnoverTerms: countingAtChosenOdds(stake),
    async refuseLate(db, now) {
      for (const event of (await findEvents(db, eventIds)).values()) refuseClosed(event, now);
    },
    async admit(_tx, events, now) {
      const taken = legs.map((leg, nr) => admitLeg(leg, nr, events.get(leg.eventId), { now, acceptBetter }));
      refuseTooMuch(stake, taken, coin);
      return taken;
    },
    isSame: (_before, taken) => areSameLegs(taken, legs),
  };
}

/**
 * Prices a leg at the state stored in the database, which is the published one: the next step cannot be drawn while the event is
 * locked, and is not due yet.
 */
function admitLeg(
  { eventId, selection, odds }: LegRequest,
  nr: number,
  event: StudioEvent | undefined,
  { now, acceptBetter }: { readonly now: Date; readonly acceptBetter: boolean },
): Omit<Leg, 'ticket_id'> {
  if (!event) throw new StudioRefusal('bet_invalid');
  refuseClosed(event, now);
  const course = event.course ?? '';
  const offered = oddsAt(fixtureOf(event).terms, course, selection);
  const seen = hundredthsOf(odds);
  if (offered === undefined || offered < seen || (offered > seen && !acceptBetter)) throw new StudioRefusal('odds_changed');
  return { nr, event_id: eventId, selection, odds: offered, step: course.length, state: 'open' };
}

function refuseClosed(event: StudioEvent, now: Date): void {
  const closed = event.kind === 'match' ? closedBecause(event, now) : 'bet_invalid';
  if (closed) throw new StudioRefusal(closed);
}

/** Why a match takes no bets at the moment. */
function closedBecause(event: StudioEvent, now: Date): StudioError | undefined {
  if (event.state !== 'open') return 'event_closed';
  const isDue = now >= event.next_at;
  const suspended = suspendedUntil(event);
  return isDue || (suspended !== null && now < suspended) ? 'event_suspended' : undefined;
}

function refuseTooMuch(stake: Units, legs: readonly Omit<Leg, 'ticket_id'>[], coin: Units): void {
  if (slipPayout(stake, legs, coin) > inCoins(MAX_PAYOUT, coin)) throw new StudioRefusal('win_too_high');
}
