import type { Bet } from '../../../shared/api/records/schemas.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import type { Journal } from './journal.ts';

/** The ledger of one player. */
export interface Account {
  readonly opening: string;
  readonly closing: string;
  readonly bets: readonly Pick<Bet, 'roundId' | 'gameId' | 'stake' | 'payout' | 'net' | 'status' | 'transfers'>[];
}

export interface Reconciliation {
  readonly rounds: number;
  /** Sum of wins minus losses. */
  readonly completed: number;
  readonly cancelled: number;
  readonly open: number;
  /** Acknowledged to a player, but missing or different in the ledger. */
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** Difference of balances from the sum of the rounds, in units. */
  readonly drift: bigint;
}

/** Compares acknowledgements with the ledger. Additional ledger entries are rounds whose acknowledgement was lost. */
export function reconcile(
  { acknowledgements, keys }: Pick<Journal, 'acknowledgements' | 'keys'>,
  accounts: readonly Account[],
): Reconciliation {
  const bets = accounts.flatMap((account) => account.bets);
  const counted = (...states: readonly string[]) => bets.filter(({ status }) => states.includes(status)).length;
  return {
    rounds: bets.length,
    completed: counted('won', 'lost'),
    cancelled: counted('cancelled'),
    open: counted('open'),
    lost: lostOf(acknowledgements, bets),
    doubled: doubledOf(keys, bets),
    drift: accounts.reduce((sum, account) => sum + driftOf(account), 0n),
  };
}

function lostOf(acknowledgements: Journal['acknowledgements'], bets: Account['bets']): string[] {
  const booked = new Map(bets.map((bet) => [bet.roundId, bet]));
  return [...acknowledgements.values()].flatMap(({ roundId, stake, end, payout }) => {
    const bet = booked.get(roundId);
    // A stake that never reached the wallet has no round there.
    if (end === 'refunded') return !bet || bet.status === 'cancelled' ? [] : [`${roundId} was given back and is ${bet.status}`];
    if (!bet) return [`${roundId} is not in the books`];
    if (bet.stake !== stake) return [`${roundId} has the stake ${bet.stake}, said was ${stake}`];
    if (end === 'settled' && (bet.payout !== payout || bet.status === 'cancelled'))
      return [`${roundId} has paid ${bet.payout} and is ${bet.status}, said was ${payout}`];
    return [];
  });
}

function doubledOf(keys: Journal['keys'], bets: Account['bets']): string[] {
  const seen = new Set<string>();
  const twice = bets.flatMap(({ roundId, transfers }) => {
    const isKnown = seen.has(roundId);
    seen.add(roundId);
    const moves = [transfers.filter(({ amount }) => units(amount) < 0n), transfers.filter(({ amount }) => units(amount) > 0n)];
    return isKnown || moves.some((same) => same.length > 1) ? [`${roundId} moved money twice`] : [];
  });
  const more = [...keys].flatMap(([gameId, requested]) => {
    const booked = bets.filter((bet) => bet.gameId === gameId).length;
    return booked > requested ? [`${gameId} has ${booked} rounds of ${requested} keys`] : [];
  });
  return [...twice, ...more];
}

/** An open round has only its stake in the ledger. */
function driftOf({ opening, closing, bets }: Account): bigint {
  return bets.reduce((left, bet) => left - (bet.status === 'open' ? -units(bet.stake) : units(bet.net)), units(closing) - units(opening));
}

function units(wire: string): bigint {
  const value = parseWireAmount(wire);
  if (value === undefined) throw new Error(`not an amount: ${wire}`);
  return value;
}
