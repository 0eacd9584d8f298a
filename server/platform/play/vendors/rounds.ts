import type { SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import { FREE } from './contracts.ts';
import type { RoundChange, RoundRow } from './store.ts';

/**
 * Life cycle of a round: a bet opens it. When its last live bet is settled or rolled back, it has an outcome. A further bet opens it again,
 * until the vendor finishes it or a losing bet closes it.
 */
export function afterBet(round: RoundRow, amount: bigint, atRisk: bigint | null): RoundChange {
  const known = round.at_risk === null && atRisk === null ? null : BigInt(round.at_risk ?? round.stake) + (atRisk ?? amount);
  return {
    stake: (BigInt(round.stake) + amount).toString(),
    at_risk: known === null ? null : known.toString(),
    live_bets: round.live_bets + 1,
    state: 'open',
    settled_at: null,
  };
}

/**
 * Categories in which one bet can cover opposite outcomes. A slot spin or a shot has one outcome, and players of a table bet on themselves.
 */
const HEDGEABLE: readonly string[] = ['LIVE', 'SPORTS', 'ESPORTS', 'LOTT', 'ELOTT'];

/** The known maximum loss of a bet; null: the whole amount, on one outcome. */
export function atRiskOf(
  { amount, atRisk, market }: Pick<SeamlessBody<'bet'>, 'amount' | 'atRisk' | 'market'>,
  category: string,
): bigint | null {
  const stake = BigInt(amount);
  if (atRisk !== undefined) return BigInt(atRisk) < stake ? BigInt(atRisk) : stake;
  return market === undefined && HEDGEABLE.includes(category) ? stake : null;
}

/** A zero win without further live bets closes the round, and so does a win with `endRound`. */
export function afterWin(round: RoundRow, amount: bigint, now: Date, endRound = false): RoundChange {
  const payout = (BigInt(round.payout) + amount).toString();
  const live = round.live_bets - 1;
  return {
    payout,
    live_bets: live,
    ...outcome({ ...round, payout, live_bets: live }, now),
    closed: (amount === 0n || endRound) && live === 0,
  };
}

export function afterRollback(round: RoundRow, amount: bigint, now: Date): RoundChange {
  const refunded = (BigInt(round.refunded) + amount).toString();
  const live = round.live_bets - 1;
  return { refunded, live_bets: live, ...outcome({ ...round, refunded, live_bets: live }, now) };
}

/** The round of a settled bet that is taken back; `won`: what the bet had won. */
export function afterReversal(round: RoundRow, amount: bigint, won: bigint, now: Date): RoundChange {
  const refunded = (BigInt(round.refunded) + amount).toString();
  const payout = (BigInt(round.payout) - won).toString();
  return { refunded, payout, ...outcome({ ...round, refunded, payout }, now) };
}

/** Bets that are still live are lost. */
export function closeRound(round: RoundRow, now: Date): RoundChange {
  return { live_bets: 0, ...outcome({ ...round, live_bets: 0 }, round.settled_at ?? now), closed: true };
}

function outcome(round: RoundRow, now: Date): RoundChange {
  if (round.live_bets > 0) return {};
  if (round.wallet_kind === FREE) return { state: BigInt(round.payout) > 0n ? 'won' : 'lost', settled_at: now };
  if (round.refunded === round.stake) return { state: 'cancelled', settled_at: now };
  // A payout below the stake counts as a loss, also if the game shows a win (UKGC RTS 14F).
  const isRefunded = BigInt(round.payout) + BigInt(round.refunded) >= BigInt(round.stake);
  return { state: isRefunded ? 'won' : 'lost', settled_at: now };
}
