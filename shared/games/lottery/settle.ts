import { CENT, coinOfStake, downToCoins } from '../../money/currency-steps.ts';
import type { Units } from '../../money/money.ts';
import { add, type Fraction, fraction, multiply } from '../fraction.ts';
import { ballOptionsOf } from './ball-values.ts';
import { isWinning, winningValues } from './digit-values.ts';
import { type Price, type PrizeMode, priceKey, priceOf } from './prices.ts';
import { coveredNumbers, digitRuleOf, paidClasses, stakesOf } from './prize-classes.ts';
import type { ClassRule, PrizeRule, Rule, SmallRule } from './rules.ts';
import { smallCounter, smallOutcomes, smallTimes } from './small-values.ts';

/** Odds in hundredths, as text, by the key of the price and of its tier. */
export type TicketOdds = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A ticket on one draw: each bet has the same stake. */
export interface Ticket {
  readonly rule: Rule;
  readonly mode: PrizeMode;
  readonly bets: readonly string[];
  /** Of each bet. */
  readonly stake: Units;
  /** In tenths of a percent; none if absent. The odds are those of this rebate. */
  readonly rebate?: number;
  /** The odds of a placed ticket, which count even if the play type has other odds now. */
  readonly odds?: TicketOdds;
}
export interface Hit {
  readonly bet: string;
  /** The class of the prize, where prizes have classes. */
  readonly prize?: string;
  readonly times: number;
  /** In hundredths. */
  readonly odds: bigint;
}
export interface Settlement {
  readonly hits: readonly Hit[];
  readonly paid: Units;
}

/** How many stakes the bets of a ticket are: some stand for several numbers at a stake each. */
export function stakesIn({ rule, bets }: Pick<Ticket, 'rule' | 'bets'>): number {
  return rule.kind === 'classes' ? bets.reduce((sum, bet) => sum + stakesOf(rule, bet), 0) : bets.length;
}

/** Before the rebate. */
export function ticketCost({ rule, bets, stake }: Pick<Ticket, 'rule' | 'bets' | 'stake'>): Units {
  return stake * BigInt(stakesIn({ rule, bets }));
}

/** What the player of a ticket gets back at once, in stakes of one bet: the exact sum of all bets. */
export function rebateShare({ rule, mode, bets, rebate = 0 }: Pick<Ticket, 'rule' | 'mode' | 'bets' | 'rebate'>): Fraction {
  if (rebate === 0) return fraction(0n);
  const counts = new Map<string, number>();
  for (const bet of bets) {
    const key = priceKey(rule, bet);
    counts.set(key, (counts.get(key) ?? 0) + stakesIn({ rule, bets: [bet] }));
  }
  return [...counts]
    .map(([key, count]) => multiply(priceOf(rule, mode, key, rebate).rebate, fraction(BigInt(count))))
    .reduce(add, fraction(0n));
}

/** The share of a stake, rounded down to the coin once. */
export function rebateOf({ top, bottom }: Fraction, stake: Units, coin: Units = CENT): Units {
  return downToCoins((stake * top) / bottom, coinOfStake(stake, coin));
}

/**
 * What a ticket wins in a draw, whose numbers are as drawn. Exact until the end: the sum of all prizes is rounded down to the coin once.
 */
export function settleTicket(
  { rule, mode, bets, stake, rebate, odds: placed }: Ticket,
  numbers: readonly string[],
  coin: Units = CENT,
): Settlement {
  const price = priceReader({ rule, mode, rebate });
  const hits = bets.flatMap((bet) =>
    hitsOf(rule, bet, numbers).flatMap(({ tier, times }): Hit[] => {
      const odds = times === 0 ? undefined : placed ? placedOdds(placed, priceKey(rule, bet), tier) : tierOdds(price(bet), tier);
      if (odds === undefined) return [];
      return [rule.kind === 'classes' ? { bet, prize: tier, times, odds } : { bet, times, odds }];
    }),
  );
  const hundredths = hits.reduce((sum, { times, odds }) => sum + odds * BigInt(times), 0n);
  return { hits, paid: prize(stake, hundredths, coin) };
}

function tierOdds({ tiers }: Price, tier: string): bigint | undefined {
  return tiers.find(({ key }) => key === tier)?.odds;
}

function placedOdds(odds: TicketOdds, key: string, tier: string): bigint | undefined {
  const found = odds[key]?.[tier];
  return found === undefined ? undefined : BigInt(found);
}

/** What decides the odds of a bet. */
interface Terms extends Pick<Ticket, 'rule' | 'mode'> {
  readonly rebate: number | undefined;
}

/**
 * The most that a ticket can win. Exact for bets on digits, on options and on small draws. Of marks of 80 numbers and of numbers that all
 * must end a prize it is the sum of the highest prizes, which is exact while all marks together are not more than the numbers drawn.
 */
export function maxPayout(ticket: Ticket, coin: Units = CENT): Units {
  return prize(ticket.stake, maxHundredths(ticket), coin);
}

/** The same for many stakes of one bet: the outcomes are tried once. */
export function maxPayoutAt(ticket: Pick<Ticket, 'rule' | 'mode' | 'bets' | 'rebate'>, coin: Units): (stake: Units) => Units {
  const hundredths = maxHundredths(ticket);
  return (stake) => prize(stake, hundredths, coin);
}

/** In hundredths of the stake of one bet. */
function maxHundredths({ rule, mode, bets, rebate }: Pick<Ticket, 'rule' | 'mode' | 'bets' | 'rebate'>): bigint {
  const price = priceReader({ rule, mode, rebate });
  if (rule.kind === 'small') return maxOfSmall(rule, bets, price);
  const outcomes = new Map<string, bigint>();
  for (const bet of bets) {
    const { top } = price(bet);
    for (const outcome of winningOutcomes(rule, bet)) outcomes.set(outcome, (outcomes.get(outcome) ?? 0n) + top);
  }
  return [...outcomes.values()].reduce((most, one) => (one > most ? one : most), 0n);
}

/** The most that bets on a small draw pay together, in hundredths of the stake: each of its outcomes is tried. */
function maxOfSmall(rule: SmallRule, bets: readonly string[], price: (bet: string) => Price): bigint {
  const wins = bets.map((bet) => ({ odds: price(bet).tiers[0]?.odds ?? 0n, times: smallCounter(rule, bet) }));
  return smallOutcomes(rule).reduce((most, drawn) => {
    const paid = wins.reduce((sum, { odds, times }) => sum + odds * BigInt(times(drawn)), 0n);
    return paid > most ? paid : most;
  }, 0n);
}

/** Outcomes that exclude each other and pay differently. */
function winningOutcomes(rule: Exclude<Rule, SmallRule>, bet: string): readonly string[] {
  if (rule.kind === 'spots' || rule.kind === 'parlay') return ['drawn'];
  // All prizes can be the same number.
  if (rule.kind === 'classes') return coveredNumbers(rule, bet);
  // All prizes can end with the same number, and each with one number only.
  if (rule.kind === 'prizes') return [bet];
  // Of one list only a size and a parity can win together, such as big and odd.
  if (rule.kind === 'options') return rule.options === 'sides' ? SIDES_OUTCOMES.filter((outcome) => outcome.includes(bet)) : [bet];
  if (rule.kind !== 'balls') return winningValues(rule, bet);
  if (rule.options !== 'total') return [bet];
  // The middle total, 810, is even.
  return TOTAL_OUTCOMES.filter((outcome) => outcome.split('-').includes(bet));
}
const SIDES_OUTCOMES = ['big-odd', 'big-even', 'small-odd', 'small-even'];
const TOTAL_OUTCOMES = ['big-odd', 'big-even', 'small-odd', 'small-even', 'middle-even'];

interface TierHit {
  readonly tier: string;
  readonly times: number;
}

/** The tiers that a bet hits; with several classes of prizes it may hit each. */
function hitsOf(rule: Rule, bet: string, numbers: readonly string[]): readonly TierHit[] {
  return rule.kind === 'classes' ? classHits(rule, bet, numbers) : [hitOf(rule, bet, numbers)];
}

function classHits(rule: ClassRule, bet: string, numbers: readonly string[]): readonly TierHit[] {
  const digits = digitRuleOf(rule);
  return paidClasses(rule).map(({ name, from, count }) => ({
    tier: name,
    times: numbers.slice(from, from + count).filter((number) => isWinning(digits, bet, number)).length,
  }));
}

function hitOf(rule: Exclude<Rule, ClassRule>, bet: string, numbers: readonly string[]): TierHit {
  if (rule.kind === 'spots') return { tier: String(bet.split('-').filter((mark) => numbers.includes(mark)).length), times: 1 };
  if (rule.kind === 'balls') return { tier: 'hit', times: ballOptionsOf(rule.options, numbers.map(Number)).includes(bet) ? 1 : 0 };
  if (rule.kind === 'small') {
    const drawn = rule.places.map((place) => Number(numbers[place]));
    return { tier: 'hit', times: smallTimes(rule, bet, drawn) };
  }
  if (rule.kind === 'prizes') return { tier: 'hit', times: rule.places.filter((place) => partOf(rule, numbers[place]) === bet).length };
  if (rule.kind === 'parlay') {
    const ends = new Set(numbers.map((number) => number.slice(-2)));
    return { tier: 'hit', times: bet.split('-').every((mark) => ends.has(mark)) ? 1 : 0 };
  }
  const digits = numbers.join('');
  return { tier: 'hit', times: rule.starts.filter((start) => isWinning(rule, bet, digits.slice(start, start + rule.length))).length };
}

function partOf({ take, length }: PrizeRule, number = ''): string {
  if (take === 'tens') return number.slice(-2, -1);
  return number.length < length ? '' : number.slice(-length);
}

function priceReader({ rule, mode, rebate }: Terms): (bet: string) => Price {
  const prices = new Map<string, Price>();
  return (bet) => {
    const key = priceKey(rule, bet);
    const price = prices.get(key) ?? priceOf(rule, mode, key, rebate);
    prices.set(key, price);
    return price;
  };
}

function prize(stake: Units, hundredths: bigint, coin: Units): Units {
  return downToCoins((stake * hundredths) / 100n, coinOfStake(stake, coin));
}
