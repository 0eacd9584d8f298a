import type { FlightBet } from '../../../shared/games/crash/protocol.ts';

/** The order of the states of a bet; none is entered twice. */
const ORDER: Readonly<Record<FlightBet['status'], number>> = { pending: 0, open: 1, owed: 2, settled: 3, refunded: 3 };

/**
 * The later of two states of one bet, in any order of arrival: a response requested before the player's last move may arrive
 * after it.
 */
export function latestOf(known: FlightBet | undefined, update: FlightBet): FlightBet {
  if (!known) return update;
  const steps = ORDER[update.status] - ORDER[known.status];
  const isOlder = steps < 0 || (steps === 0 && update.cashed === null && known.cashed !== null);
  return { ...(isOlder ? known : update), crash: update.crash ?? known.crash };
}
