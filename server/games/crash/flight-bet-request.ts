import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { highestTarget, isTarget, MAX_BETS } from '../../../shared/games/crash/flight.ts';
import type { FlightBetRequest } from '../../../shared/games/crash/protocol.ts';
import { isStake } from '../../../shared/games/rules.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import type { BetRequest } from '../events/bet-request.ts';
import { findEvent } from '../events/event-store.ts';
import { StudioRefusal } from '../refusal.ts';
import { countingAtChosenOdds } from '../settlement.ts';
import { countOwn } from './flight-store.ts';

/** Validates a request for a bet on a flight. */
export function flightBetRequest(
  { engine, variant }: StudioGame,
  session: { readonly player: string; readonly currency: string },
  request: FlightBetRequest,
): BetRequest {
  const { key, roundId } = request;
  const coin = coinOf(session.currency);
  const stake = parseWireAmount(request.stake);
  if (engine !== 'crash' || stake === undefined) throw new StudioRefusal('bet_invalid');
  if (!isStake(variant, [stake], stake, coin)) throw new StudioRefusal('stake_out_of_range');
  const target = request.target ?? highestTarget(stake, coin);
  if (!isTarget(target, stake, coin)) throw new StudioRefusal('bet_invalid');
  return {
    key,
    eventIds: [roundId],
    kind: 'flight',
    chips: null,
    target,
    stake,
    turnoverTerms: countingAtChosenOdds(stake),
    async refuseLate(db, now) {
      const flight = await findEvent(db, roundId);
      if (flight?.kind === 'flight' && now >= flight.closes_at) throw new StudioRefusal('bets_closed');
    },
    async admit(tx, events, now) {
      const flight = events.get(roundId);
      if (flight?.state !== 'open' || now < flight.opens_at || now >= flight.closes_at) throw new StudioRefusal('bets_closed');
      if ((await countOwn(tx, session.player, roundId)) >= MAX_BETS) throw new StudioRefusal('bet_invalid');
      return [];
    },
    isSame: (before) => before.event_id === roundId,
  };
}
