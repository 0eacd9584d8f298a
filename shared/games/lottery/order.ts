import { inCoins } from '../../money/currency-steps.ts';
import type { Units } from '../../money/money.ts';
import { MAX_PAYOUT } from '../events/slip.ts';
import { lotteryDraws } from './draws.ts';
import { parseEntry } from './entry.ts';
import { lotteryBook } from './play-types.ts';
import { maxStakeFor, type PrizeMode, priceKey, priceOf } from './prices.ts';
import type { PlayType } from './rules.ts';
import { maxPayout, type TicketOdds, ticketCost } from './settle.ts';
import { betStake, type LotteryUnit, MAX_MULTIPLIER } from './stake.ts';

export interface Order {
  readonly playType: PlayType;
  readonly mode: PrizeMode;
  readonly bets: readonly string[];
  /** Of one bet. */
  readonly stake: Units;
  readonly cost: Units;
  readonly most: Units;
  readonly odds: TicketOdds;
}
export type OrderFault = 'bet_invalid' | 'stake_out_of_range' | 'win_too_high';

/** The play types of a game; none for a game that is no lottery. */
export function playTypesOf(game: Parameters<typeof lotteryDraws>[0]): readonly PlayType[] {
  const draws = lotteryDraws(game);
  return (draws && lotteryBook(draws.terms)?.playTypes) ?? [];
}

/** Reads and prices an order, or returns why it cannot be placed. Page and server use this one function. */
export function readOrder(
  game: Parameters<typeof lotteryDraws>[0],
  wanted: { readonly playType: string; readonly entry: string; readonly unit: LotteryUnit; readonly multiplier: number },
  coin: Units,
): Order | OrderFault {
  const draws = lotteryDraws(game);
  const playType = playTypesOf(game).find(({ id }) => id === wanted.playType);
  if (!draws || !playType) return 'bet_invalid';
  const { bets, malformed } = parseEntry(playType.rule, wanted.entry);
  if (bets.length === 0 || malformed.length > 0) return 'bet_invalid';
  if (!Number.isInteger(wanted.multiplier) || wanted.multiplier < 1 || wanted.multiplier > MAX_MULTIPLIER) return 'stake_out_of_range';
  const { rule } = playType;
  const { mode } = draws;
  const stake = betStake(wanted.unit, wanted.multiplier, coin);
  const prices = new Map([...new Set(bets.map((bet) => priceKey(rule, bet)))].map((key) => [key, priceOf(rule, mode, key)]));
  if ([...prices.values()].some((price) => stake > inCoins(maxStakeFor(price), coin))) return 'stake_out_of_range';
  const most = maxPayout({ rule, mode, bets, stake }, coin);
  if (most > inCoins(MAX_PAYOUT, coin)) return 'win_too_high';
  const odds = Object.fromEntries(
    [...prices].map(([key, { tiers }]) => [key, Object.fromEntries(tiers.map((tier) => [tier.key, String(tier.odds)]))]),
  );
  return { playType, mode, bets, stake, cost: ticketCost({ bets, stake }), most, odds };
}
