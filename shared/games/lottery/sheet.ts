import { hundredthsText } from '../../hundredths.ts';
import { coinOf, inCoins, roundNumber } from '../../money/currency-steps.ts';
import { UNITS_PER_WHOLE, type Units } from '../../money/money.ts';
import { type Fraction, isLess, toPercent } from '../fraction.ts';
import { STUDIO_GAMES } from '../games.ts';
import { lotteryDraws, prizeModeOf } from './draws.ts';
import { parseEntry } from './entry.ts';
import { lotteryDrawsOf } from './game-draws.ts';
import { type LotteryBook, lotteryBook } from './play-types.ts';
import { maxStakeFor, type Price, type PrizeMode, pricesOf, shownTop, type Tier } from './prices.ts';
import type { Label, PlayType, Rule, TextKey } from './rules.ts';
import { maxPayout, settleTicket, stakesIn, type Ticket, ticketCost } from './settle.ts';
import { smallOptions } from './small-values.ts';

export interface OddsLine {
  /** What the bet or the hit is. */
  readonly label: Label;
  /** Bets in which one wins: "1 in 10,000" is "10000.00". */
  readonly oneIn: string;
  /** Multiple of the stake: "9500.00". */
  readonly odds: string;
}

/** One play type as it is explained to players. */
export interface PlayTypeSheet {
  readonly id: string;
  readonly name: TextKey;
  readonly how: TextKey;
  readonly about: TextKey | undefined;
  /** Percent: one, or the lowest and the highest. */
  readonly returns: readonly string[];
  readonly odds: readonly OddsLine[];
  /** The highest multiple of the stake that one bet can pay, of several classes of prizes for one of them. */
  readonly topOdds: string;
  readonly stake: { readonly least: Units; readonly most: Units };
  readonly example: {
    readonly entry: readonly Label[];
    readonly draw: readonly string[];
    readonly bets: number;
    readonly stake: Units;
    readonly cost: Units;
    readonly most: Units;
    readonly hits: readonly { readonly label: Label; readonly prize: TextKey | undefined; readonly times: number; readonly odds: string }[];
    readonly paid: Units;
  };
}

/** In cents of a euro. */
const LEAST_STAKE: Units = UNITS_PER_WHOLE / 100n;

/** Returns whether a game has this play type, by its id. */
export function hasPlayType(gameId: string, playType: string): boolean {
  return bookOf(gameId)?.playTypes.some(({ id }) => id === playType) ?? false;
}

/** The name of a play type of a game, as a text of the lottery pages; undefined for games and play types of other vendors. */
export function playTypeName(gameId: string, playType: string): TextKey | undefined {
  return bookOf(gameId)?.playTypes.find(({ id }) => id === playType)?.name;
}

/** The family of odds of a game of this vendor; undefined for a game without draws. */
export function lotteryPrizeMode(gameId: string): PrizeMode | undefined {
  const game = STUDIO_GAMES.find((one) => one.gameId === gameId);
  return game && prizeModeOf(game);
}

/** How to bet on the draws of a game, in the amounts of a currency; undefined for a game without draws. */
export function lotterySheets(gameId: string, mode: PrizeMode, currency: string): readonly PlayTypeSheet[] | undefined {
  const book = bookOf(gameId);
  if (!book) return undefined;
  const key = `${book.kind}/${mode}/${coinOf(currency)}`;
  const sheets = known.get(key) ?? book.playTypes.map((playType) => sheetOf(playType, book.sample, mode, coinOf(currency)));
  known.set(key, sheets);
  return sheets;
}
/** Computing them takes 20 ms. There are as many as kinds of draws, prize modes and coins. */
const known = new Map<string, readonly PlayTypeSheet[]>();

/** The time zone of the game's market; undefined for a game without draws. */
export function lotteryZone(gameId: string): string | undefined {
  return lotteryDrawsOf(gameId)?.zone;
}

function bookOf(gameId: string): LotteryBook | undefined {
  const game = STUDIO_GAMES.find((one) => one.gameId === gameId);
  const draws = game && lotteryDraws(game);
  return draws && lotteryBook(draws.terms);
}

function sheetOf({ id, name, how, about, rule, example }: PlayType, draw: readonly string[], mode: PrizeMode, coin: Units): PlayTypeSheet {
  const prices = pricesOf(rule, mode);
  const least = inCoins(LEAST_STAKE, coin);
  return {
    id,
    name,
    how,
    about,
    returns: returnRange(prices),
    odds: prices.flatMap((price) => oddsLines(rule, price)),
    topOdds: hundredthsText(prices.map((price) => shownTop(rule, price)).reduce(highest)),
    stake: {
      least,
      most: prices.map((price) => roundNumber(inCoins(maxStakeFor(price), coin))).reduce((low, one) => (one < low ? one : low)),
    },
    example: exampleOf({ rule, mode, bets: parseEntry(rule, example).bets, stake: 100n * least }, { example, draw, coin }),
  };
}

interface ExampleOf {
  readonly example: string;
  readonly draw: readonly string[];
  readonly coin: Units;
}

/** The example as the code that settles tickets computes it. */
function exampleOf(ticket: Ticket, { example, draw, coin }: ExampleOf): PlayTypeSheet['example'] {
  const { hits, paid } = settleTicket(ticket, draw, coin);
  return {
    entry: hasOptions(ticket.rule) ? ticket.bets.map((bet) => betLabel(ticket.rule, bet)) : [{ text: example }],
    draw,
    bets: stakesIn(ticket),
    stake: ticket.stake,
    cost: ticketCost(ticket),
    most: maxPayout(ticket, coin),
    hits: hits.map(({ bet, prize, times, odds }) => ({
      label: betLabel(ticket.rule, bet),
      prize: prize === undefined ? undefined : { key: `prize_${prize}` },
      times,
      odds: hundredthsText(odds),
    })),
    paid,
  };
}

function oddsLines(rule: Rule, { key, tiers }: Price): readonly OddsLine[] {
  return tiers.map((tier) => ({
    label: lineLabel(rule, key, tier),
    oneIn: oneIn(tier.chance),
    odds: hundredthsText(tier.odds),
  }));
}

function lineLabel(rule: Rule, key: string, { key: tier, places }: Tier): Label {
  if (rule.kind === 'spots') return { key: 'opt_hits', values: { count: Number(tier) } };
  // Shared by all orders, a prize has odds for each number of them.
  if (rule.kind === 'classes') return key === 'all' ? { key: `prize_${tier}` } : { key: `shared_${tier}`, values: { count: Number(key) } };
  if (rule.kind === 'box') return { key: 'opt_orders', values: { count: Number(key) } };
  if (key === 'all') return { key: places > 1 ? 'opt_eachHit' : 'opt_win' };
  return betLabel(rule, key);
}

function hasOptions(rule: Rule): boolean {
  return 'options' in rule || (rule.kind === 'small' && smallOptions(rule) !== undefined);
}

/** Names of options are keys of the locale files; totals and numbers are digits. */
function betLabel(rule: Rule, bet: string): Label {
  return ('options' in rule || rule.kind === 'small') && !/^\d/.test(bet) ? { key: `opt_${bet}` } : { text: bet };
}

function returnRange(prices: readonly Price[]): readonly string[] {
  const returns = prices.map((price) => price.return).sort((one, other) => (isLess(one, other) ? -1 : 1));
  return [...new Set([returns[0], returns.at(-1)].flatMap((one) => (one ? [toPercent(one)] : [])))];
}

/** Rounded to the nearest hundredth. */
function oneIn({ top, bottom }: Fraction): string {
  return hundredthsText((bottom * 200n + top) / (2n * top));
}

function highest(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
