import type { DrawTerms } from '../../../shared/games/events/draw.ts';
import { marketsAt, oddsText } from '../../../shared/games/events/markets.ts';
import { stateOf } from '../../../shared/games/events/match.ts';
import type { EventEvidence, MatchEvent, MatchEvidence, Ticket, TicketLeg } from '../../../shared/games/events/protocol.ts';
import type { SingleDrawTerms } from '../../../shared/games/events/single-draw.ts';
import { slipPayout, totalOdds } from '../../../shared/games/events/slip.ts';
import type { SlipChip } from '../../../shared/games/live/protocol.ts';
import type { DrawBeacon } from '../../../shared/games/lottery/beacon.ts';
import { STUDIO_VERIFY_PATH } from '../../../shared/games/protocol.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { toWire } from '../../../shared/money/money.ts';
import { presentFlightEvidence } from '../crash/evidence.ts';
import { outcomeIn } from '../live/round-terms.ts';
import { orderIn, ticketOf } from '../lottery/stored-order.ts';
import { totalsOf } from '../lottery/totals.ts';
import { fixtureOf, type StudioEvent, scoreOf } from './event-store.ts';
import type { Leg } from './leg-store.ts';
import { suspendedUntil } from './match-times.ts';
import type { TicketRecord } from './ticket-store.ts';

/** A match as published: only stored state, from which the odds follow. */
export function presentMatch(event: StudioEvent): MatchEvent {
  const markets = event.state === 'open' ? marketsAt(fixtureOf(event).terms, event.course ?? '') : [];
  return { ...presentCourse(event), markets };
}

function presentCourse(event: StudioEvent): Omit<MatchEvent, 'markets'> {
  const { league, home, away, featured, terms } = fixtureOf(event);
  const { course } = event;
  return {
    eventId: event.id,
    issue: event.issue,
    league,
    home,
    away,
    featured,
    mode: terms.mode,
    startsAt: event.closes_at.toISOString(),
    endsAt: event.draws_at.toISOString(),
    state: event.state,
    score: event.state === 'open' && course !== null ? stateOf(terms, course).score : scoreOf(event),
    course: course ?? '',
    stepMinutes: terms.mode === 'goals' ? (terms.stepMinutes ?? null) : null,
    suspendedUntil: course === null ? null : (suspendedUntil(event)?.toISOString() ?? null),
    nextAt: event.next_at.toISOString(),
    seedHash: event.seed_hash,
    verifyUrl: `${STUDIO_VERIFY_PATH}/${event.id}`,
  };
}

export function presentTicket(ticket: TicketRecord, legs: readonly Leg[], events: ReadonlyMap<string, StudioEvent>): Ticket {
  const { id, state } = ticket;
  const stake = BigInt(ticket.stake);
  const isOpen = state === 'placing' || state === 'open';
  return {
    ticketId: id,
    legs: legs.flatMap((leg) => {
      const event = events.get(leg.event_id);
      return event ? [presentLeg(leg, event)] : [];
    }),
    odds: totalOdds(legs),
    stake: toWire(stake),
    payout: toWire(
      state === 'refunded' || state === 'voided'
        ? stake
        : isOpen
          ? slipPayout(stake, legs, coinOf(ticket.currency))
          : BigInt(ticket.payout ?? 0),
    ),
    status: statusOf(ticket),
    placedAt: ticket.placed_at.toISOString(),
    verifyUrl: `${STUDIO_VERIFY_PATH}/${id}`,
  };
}

function presentLeg(leg: Leg, event: StudioEvent): TicketLeg {
  const { selection, odds, step, state } = leg;
  return { event: presentCourse(event), selection, odds: oddsText(odds) ?? '', step, state };
}

function statusOf({ state, payout }: TicketRecord): Ticket['status'] {
  if (state === 'open') return 'open';
  if (state === 'settled') return payout === '0' ? 'lost' : 'won';
  return state === 'refunded' ? 'refunded' : 'pending';
}

/** The link of a draw and that of the draw before it. */
export interface DrawLinks {
  readonly link: string;
  readonly previous: string | null;
  /** How many links the draws are apart. */
  readonly steps: number;
}

/** All data of a drawn event, with its seed; undefined while it is open, and for a void event, whose seed decided no result. */
export function presentEvidence(
  event: StudioEvent,
  ticket: TicketRecord | undefined,
  previousSeed: string | undefined,
  links?: DrawLinks,
): EventEvidence | undefined {
  if (event.state !== 'drawn' || event.outcome === null) return undefined;
  if (event.kind === 'match') {
    const match = presentMatchEvidence(event);
    return match && { kind: 'match', ...match };
  }
  const common = revealed(event);
  if (event.kind === 'draw')
    return {
      kind: 'draw',
      ...common,
      terms: JSON.parse(event.terms) as DrawTerms,
      numbers: JSON.parse(event.outcome) as string[],
      chain: links ?? null,
      beacon: beaconOf(event),
      totals: totalsOf(event),
      reversed: event.reversed,
      ticket: ticket?.state === 'settled' || ticket?.state === 'owed' ? settledTicket(ticket) : null,
    };
  if (event.kind === 'flight') return { kind: 'flight', ...common, ...presentFlightEvidence(event, ticket, previousSeed) };
  const outcome = outcomeIn(event);
  if (!outcome) return undefined;
  const chips = ticket?.state === 'settled' ? ticket.chips : null;
  const slip = chips === null ? null : { chips: JSON.parse(chips) as SlipChip[], payout: toWire(BigInt(ticket?.payout ?? 0)) };
  return { kind: 'round', ...common, game: outcome.game, outcome, previousSeed: previousSeed ?? null, slip };
}

/** The public random number of a drawn draw; null for a draw without one. */
function beaconOf({ beacon, beacon_value: signature }: StudioEvent): (DrawBeacon & { readonly signature: string }) | null {
  return beacon === null || signature === null ? null : { ...(JSON.parse(beacon) as DrawBeacon), signature };
}

function settledTicket(record: TicketRecord) {
  const { rule, mode, odds = {}, bets, stake } = ticketOf(orderIn(record), record.currency);
  return { rule, mode, odds, bets, stake: toWire(stake), payout: toWire(BigInt(record.payout ?? 0)) };
}

/** A settled bet with the evidence of its ended matches: a multiple that was lost early may have matches that are still played. */
export function presentBetEvidence(
  ticket: TicketRecord,
  legs: readonly Leg[],
  events: ReadonlyMap<string, StudioEvent>,
): EventEvidence | undefined {
  if (ticket.state !== 'settled') return undefined;
  return {
    kind: 'bet',
    stake: toWire(BigInt(ticket.stake)),
    payout: toWire(BigInt(ticket.payout ?? 0)),
    legs: legs.flatMap((leg) => {
      const event = events.get(leg.event_id);
      if (!event) return [];
      const { event: match, ...legView } = presentLeg(leg, event);
      return [{ ...legView, home: match.home, away: match.away, match: presentMatchEvidence(event) ?? null }];
    }),
  };
}

function presentMatchEvidence(event: StudioEvent): MatchEvidence | undefined {
  const score = scoreOf(event);
  if (event.state !== 'drawn' || !score) return undefined;
  const { league, home, away, terms } = fixtureOf(event);
  const common = { ...revealed(event), league, home, away, score };
  if (event.course === null) return { ...common, terms: terms as unknown as SingleDrawTerms, course: null };
  return { ...common, terms, course: event.course };
}

function revealed(event: StudioEvent) {
  return {
    eventId: event.id,
    issue: event.issue,
    serverSeed: event.server_seed,
    serverSeedHash: event.seed_hash,
    drawsAt: event.draws_at.toISOString(),
  };
}
