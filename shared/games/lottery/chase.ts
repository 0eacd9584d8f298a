import type { Units } from '../../money/money.ts';
import { type Order, type OrderChoices, type OrderFault, readOrder } from './order.ts';
import { maxPayoutAt, rebateOf, rebateShare } from './settle.ts';
import { betStake } from './stake.ts';

/** The draws of a chase, the first one included. */
export const CHASED_DRAWS = { least: 2, most: 50 } as const;
/** Most by which the multiplier may grow from draw to draw. */
export const MAX_STEP = 100;
/** Chases of a player that run in one game at the same time. */
export const MAX_CHASES = 10;

/** How the following draws are played. */
export interface ChasePlan {
  readonly draws: number;
  /** Added to the multiplier at each draw; 0: all tickets cost the same. */
  readonly step: number;
  /** The first ticket that wins anything is the last one. */
  readonly stopOnWin: boolean;
}

/** The multiplier of a draw of the chase, from 0. */
export function multiplierAt(multiplier: number, { step }: Pick<ChasePlan, 'step'>, nr: number): number {
  return multiplier + step * nr;
}

export interface Chase {
  readonly first: Order;
  /** In the order of the draws. */
  readonly tickets: readonly ChaseTicket[];
  /** Of all tickets together, if none of them stops the chase: the most that can be lost. */
  readonly cost: Units;
}
export interface ChaseTicket {
  readonly multiplier: number;
  readonly cost: Units;
  /** The most that it can win. */
  readonly most: Units;
}

/**
 * Reads and prices a chase, or returns why it cannot be started: the last ticket has the highest stake, and is checked before the first one
 * is placed. Page and server use this one function.
 */
export function readChase(game: Parameters<typeof readOrder>[0], wanted: OrderChoices, plan: ChasePlan, coin: Units): Chase | OrderFault {
  if (!isPlan(plan)) return 'bet_invalid';
  const first = readOrder(game, wanted, coin);
  if (typeof first === 'string') return first;
  const last = readOrder(game, { ...wanted, multiplier: multiplierAt(wanted.multiplier, plan, plan.draws - 1) }, coin);
  if (typeof last === 'string') return last;
  const tickets = ticketsOf(first, wanted, plan, coin);
  return { first, tickets, cost: tickets.reduce((sum, { cost }) => sum + cost, 0n) };
}

/** Each rebate is rounded on its own, as the tickets are placed. */
function ticketsOf(
  { playType: { rule }, mode, bets, rebate, stakes }: Order,
  { unit, multiplier }: OrderChoices,
  plan: ChasePlan,
  coin: Units,
): ChaseTicket[] {
  const share = rebateShare({ rule, mode, bets, rebate });
  const mostOf = maxPayoutAt({ rule, mode, bets, rebate }, coin);
  return Array.from({ length: plan.draws }, (_, nr) => {
    const times = multiplierAt(multiplier, plan, nr);
    const stake = betStake(unit, times, coin);
    return { multiplier: times, cost: stake * BigInt(stakes) - rebateOf(share, stake, coin), most: mostOf(stake) };
  });
}

function isPlan({ draws, step }: ChasePlan): boolean {
  const isWhole = Number.isInteger(draws) && Number.isInteger(step);
  return isWhole && draws >= CHASED_DRAWS.least && draws <= CHASED_DRAWS.most && step >= 0 && step <= MAX_STEP;
}
