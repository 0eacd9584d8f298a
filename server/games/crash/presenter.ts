import type {
  Crowd,
  FlightAnswer,
  FlightBet,
  FlightBetAnswer,
  FlightRound,
  FlightStreamEvents,
  PastFlight,
} from '../../../shared/games/crash/protocol.ts';
import { STUDIO_VERIFY_PATH } from '../../../shared/games/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { eventText } from '../live/watchers.ts';
import { crashIn, type InPlay } from './flight-store.ts';

export function streamEvent<Name extends keyof FlightStreamEvents>(name: Name, data: FlightStreamEvents[Name]): string {
  return eventText(name, data);
}

/** A flight as its page sees it. Seed, crash point and crash time are left out until it has ended. */
export function presentFlight(event: StudioEvent): FlightRound {
  const crash = crashIn(event);
  return {
    roundId: event.id,
    issue: event.issue,
    opensAt: event.opens_at.toISOString(),
    takesOffAt: event.closes_at.toISOString(),
    state: crash === null ? 'open' : 'over',
    seedHash: event.seed_hash,
    crash,
    serverSeed: crash === null ? null : event.server_seed,
    verifyUrl: `${STUDIO_VERIFY_PATH}/${event.id}`,
  };
}

export function presentAnswer(
  now: Date,
  event: StudioEvent | undefined,
  before: readonly StudioEvent[],
  bets: readonly InPlay[],
): FlightAnswer {
  return {
    now: now.toISOString(),
    round: event ? presentFlight(event) : null,
    history: before.flatMap(presentPast),
    crowd: event ? presentCrowd(event.id, bets) : null,
  };
}

function presentPast(event: StudioEvent): readonly PastFlight[] {
  const crash = crashIn(event);
  return crash === null ? [] : [{ crash, verifyUrl: `${STUDIO_VERIFY_PATH}/${event.id}` }];
}

/** Only bets with real money; free play is not counted. */
export function presentCrowd(roundId: string, bets: readonly InPlay[]): Crowd {
  const real = bets.filter(({ trial, bets: count }) => !trial && count > 0);
  return {
    roundId,
    bets: real.reduce((sum, { bets: count }) => sum + count, 0),
    inPlay: real.reduce((sum, { inPlay }) => sum + inPlay, 0),
    stakes: Object.fromEntries(real.map(({ currency, stakes }) => [currency, toWire(BigInt(stakes))])),
  };
}

export function presentBet(ticket: TicketRecord, event: StudioEvent): FlightBet {
  const { id, target, state, stake } = ticket;
  if (target === null) throw new Error(`ticket ${id} is not a bet on a flight`);
  const isBack = state === 'refunded' || state === 'voided';
  return {
    betId: id,
    key: ticket.play_key,
    roundId: event.id,
    issue: event.issue,
    stake: toWire(BigInt(stake)),
    target,
    cashed: ticket.cashed,
    payout: toWire(BigInt((isBack ? stake : ticket.payout) ?? 0)),
    status: statusOf(ticket),
    crash: crashIn(event),
    placedAt: ticket.placed_at.toISOString(),
    verifyUrl: `${STUDIO_VERIFY_PATH}/${id}`,
  };
}

function statusOf({ state }: TicketRecord): FlightBet['status'] {
  switch (state) {
    case 'placing':
    case 'refused':
      return 'pending';
    case 'voided':
    case 'reversing':
    case 'reversed':
      return 'refunded';
    default:
      return state;
  }
}

export function presentBetAnswer(ticket: TicketRecord, event: StudioEvent): FlightBetAnswer {
  return { bet: presentBet(ticket, event), balance: ticket.balance_after === null ? null : toWire(BigInt(ticket.balance_after)) };
}
