import { downToCoins, inCoins } from '../../money/currency-steps.ts';
import type { Units } from '../../money/money.ts';
import { MAX_PAYOUT } from '../events/slip.ts';
import { lotteryDraws } from './draws.ts';
import { parseEntry } from './entry.ts';
import { lotteryBook } from './play-types.ts';
import { maxStakeFor, type PrizeMode, priceKey, priceOf } from './prices.ts';
import { isRebate } from './rebate.ts';
import type { PlayType } from './rules.ts';
import { maxPayout, rebateOf, rebateShare, stakesIn, type TicketOdds, ticketCost } from './settle.ts';
import { betStake, type LotteryUnit, MAX_MULTIPLIER } from './stake.ts';

export interface Order {
  readonly playType: PlayType;
  readonly mode: PrizeMode;
  readonly bets: readonly string[];
  /** Of one bet. */
  readonly stake: Units;
  /** How many stakes the bets are. */
  readonly stakes: number;
  /** Of all stakes. */
  readonly price: Units;
  /** What the player chose to get back at once, in tenths of a percent, and what that is. */
  readonly rebate: number;
  readonly returned: Units;
  /** What is debited: the price without the rebate. */
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

/** What a player chooses, apart from the draw. `rebate`: in tenths of a percent. */
export interface OrderChoices {
  readonly playType: string;
  readonly entry: string;
  readonly unit: LotteryUnit;
  readonly multiplier: number;
  readonly rebate?: number;
}

/** Reads and prices an order, or returns why it cannot be placed. Page and server use this one function. */
export function readOrder(game: Parameters<typeof lotteryDraws>[0], wanted: OrderChoices, coin: Units): Order | OrderFault {
  const draws = lotteryDraws(game);
  const playType = playTypesOf(game).find(({ id }) => id === wanted.playType);
  if (!draws || !playType) return 'bet_invalid';
  const { bets, malformed } = parseEntry(playType.rule, wanted.entry);
  if (bets.length === 0 || malformed.length > 0) return 'bet_invalid';
  if (!Number.isInteger(wanted.multiplier) || wanted.multiplier < 1 || wanted.multiplier > MAX_MULTIPLIER) return 'stake_out_of_range';
  const { rule } = playType;
  const { mode } = draws;
  const { rebate = 0 } = wanted;
  if (!isRebate(rebate, mode)) return 'bet_invalid';
  const stake = betStake(wanted.unit, wanted.multiplier, coin);
  const prices = new Map([...new Set(bets.map((bet) => priceKey(rule, bet)))].map((key) => [key, priceOf(rule, mode, key, rebate)]));
  if ([...prices.values()].some((price) => stake > inCoins(maxStakeFor(price), coin))) return 'stake_out_of_range';
  const ticket = { rule, mode, bets, stake, rebate };
  const most = maxPayout(ticket, coin);
  if (most > inCoins(MAX_PAYOUT, coin)) return 'win_too_high';
  const odds = Object.fromEntries(
    [...prices].map(([key, { tiers }]) => [key, Object.fromEntries(tiers.map((tier) => [tier.key, String(tier.odds)]))]),
  );
  const [price, returned] = [ticketCost(ticket), rebateOf(rebateShare(ticket), stake, coin)];
  return { playType, mode, bets, stake, stakes: stakesIn(ticket), price, rebate, returned, cost: price - returned, most, odds };
}

/**
 * The smallest win of an order and its odds in hundredths, if rounding it down to the coin takes more than a hundredth of it: a stake of one
 * coin at 1.96 wins one coin. Undefined if all wins are paid nearly in full.
 */
export function roundedWin({ stake, odds }: Pick<Order, 'stake' | 'odds'>, coin: Units): { odds: bigint; paid: Units } | undefined {
  const all = Object.values(odds).flatMap((tiers) => Object.values(tiers).map(BigInt));
  const [first] = all;
  if (first === undefined) return undefined;
  const least = all.reduce((low, one) => (one < low ? one : low), first);
  const exact = stake * least;
  const paid = downToCoins(exact / 100n, coin);
  return (exact - paid * 100n) * 100n > exact ? { odds: least, paid } : undefined;
}
