import { CENT, inCoins } from '../money/currency-steps.ts';
import { parseWireAmount, UNITS_PER_WHOLE, type Units } from '../money/money.ts';
import {
  type DigitsVariant,
  type DuelVariant,
  type Engine,
  type FishVariant,
  LOTTERY_VARIANTS,
  type LotteryVariant,
  SLOT_VARIANTS,
  type SlotVariant,
  type Variant,
} from './catalogue.ts';
import { flightRulesInPrint, lowestFlightReturn } from './crash/flight.ts';
import { DICE_MAX_CHANCE, DICE_MIN_CHANCE, DICE_RETURN, DICE_ROLLS, diceChance, lowestDiceReturn, playDice } from './dice.ts';
import { DIGITS, DIGITS_RETURN, digitsKinds, digitsLength, lowestDigitsReturn, playDigits } from './digits.ts';
import { DUELS, lowestDuelReturn, playDuel } from './duel.ts';
import { leastReturn, matchRules } from './events/markets.ts';
import { MATCH_SPORTS, type MatchSport } from './events/match.ts';
import type { FairStream } from './fairness.ts';
import { FISH_RETURN, fishMultiplier, fishReturn, playFish, WATERS } from './fish.ts';
import { type Fraction, fraction, toPercent } from './fraction.ts';
import { KENO_DRAWN, KENO_MAX_PICKS, KENO_NUMBERS, KENO_TENTHS, lowestKenoReturn, playKeno } from './keno.ts';
import { tableReturnRange, tableRulesInPrint } from './live/table.ts';
import { isTableGame, TABLE_GAMES, type TableGame } from './live/table-games.ts';
import { lotteryReturn, lotteryRules } from './lottery/figures.ts';
import type { EngineBet, EngineOutcome } from './protocol.ts';
import { RAKE_BASIS_POINTS, RAKE_CAP, ROOM_LEVELS, roomReturn } from './rooms/levels.ts';
import { playRoulette, ROULETTE_SPOTS, rouletteSpot, spotReturn } from './roulette.ts';
import { asciiBytes, sha256, toHex } from './sha256.ts';
import { slotReturn } from './slot/figures.ts';
import { SLOT_MODELS } from './slot/models.ts';
import { playTable } from './slot/play-table.ts';
import { coinsOf } from './slot/table.ts';

/**
 * Published limits of a game. A stake is a multiple of the step. Where every prize is a round multiple of the stake, the step
 * avoids fractions of a cent. Where multipliers have hundredths (dice, flights, odds), any stake from one unit on is allowed in
 * cents, and the prize is rounded down to the cent.
 */
export interface StakeLimits {
  readonly step: Units;
  readonly min: Units;
  readonly max: Units;
  /** Preset amounts in ascending order. */
  readonly chips: readonly Units[];
}

export interface Result {
  readonly outcome: EngineOutcome;
  readonly payout: Units;
}
export type BetCheck = { readonly stake: Units } | { readonly error: 'bet_invalid' | 'stake_out_of_range' };

const cents = (amount: number): Units => BigInt(amount) * (UNITS_PER_WHOLE / 100n);
/** In cents. */
const limits = (min: number, max: number, chips: readonly number[], step = min): StakeLimits => ({
  step: cents(step),
  min: cents(min),
  max: cents(max),
  chips: chips.map(cents),
});
const ANY_CENTS = 1;

/** By the coins of a slot: the minimum stake is one cent per coin. */
const SLOT_CHIPS: Readonly<Record<number, readonly number[]>> = {
  5: [5, 10, 20, 50, 100, 200, 500, 1000, 2500, 10_000],
  10: [10, 20, 50, 100, 200, 500, 1000, 2500, 10_000],
  15: [15, 30, 75, 150, 300, 750, 1500, 4500, 9_000],
  20: [20, 40, 100, 200, 500, 1000, 2000, 5000, 10_000],
  25: [25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000],
  50: [50, 100, 250, 500, 1000, 2500, 5000, 10_000],
};
function slotLimits(variant: SlotVariant): StakeLimits {
  const coins = coinsOf(SLOT_MODELS[variant]);
  const chips = SLOT_CHIPS[coins] ?? [coins];
  return limits(coins, chips.at(-1) ?? coins, chips);
}

const MATCH_LIMITS = limits(100, 50_000, [100, 200, 500, 1000, 2500, 10_000], ANY_CENTS);
/** Of a whole ticket: each of its bets is a unit of 1, 0.1 or 0.01 times a multiplier. */
const LOTTERY_LIMITS = limits(1, 500_000, [1, 10, 100, 1000, 10_000], ANY_CENTS);
const TABLE_LIMITS = limits(100, 50_000, [100, 500, 1000, 2500, 10_000, 50_000]);
const LIMITS: Readonly<Record<Variant, StakeLimits>> = {
  ...(Object.fromEntries(SLOT_VARIANTS.map((variant) => [variant, slotLimits(variant)])) as Record<SlotVariant, StakeLimits>),
  european: limits(50, 50_000, [50, 100, 500, 1000, 2500, 10_000]),
  classic: limits(100, 50_000, [100, 200, 500, 1000, 2500, 10_000], ANY_CENTS),
  flight: limits(100, 10_000, [100, 200, 500, 1000, 2500, 10_000], ANY_CENTS),
  twenty: limits(10, 10_000, [10, 50, 100, 200, 500, 1000, 2500, 10_000]),
  reef: limits(10, 10_000, [10, 20, 50, 100, 200, 500, 1000, 2500, 10_000], ANY_CENTS),
  lagoon: limits(20, 10_000, [20, 40, 100, 200, 500, 1000, 2000, 5000, 10_000], ANY_CENTS),
  deep: limits(50, 5_000, [50, 100, 200, 500, 1000, 2500, 5000], ANY_CENTS),
  war: limits(20, 50_000, [20, 100, 200, 500, 1000, 2500, 10_000]),
  pick: limits(20, 20_000, [20, 100, 200, 500, 1000, 2500, 10_000]),
  best: limits(20, 50_000, [20, 100, 200, 500, 1000, 2500, 10_000]),
  thirteen: limits(20, 5000, [20, 100, 500, 2000, 5000]),
  pair: limits(10, 10_000, [10, 50, 100, 200, 500, 1000, 2500]),
  triple: limits(10, 5_000, [10, 50, 100, 200, 500, 1000, 2500]),
  quad: limits(10, 1_000, [10, 20, 50, 100, 200, 500, 1000]),
  ...(Object.fromEntries(TABLE_GAMES.map((game) => [game, TABLE_LIMITS])) as Record<TableGame, StakeLimits>),
  ...(Object.fromEntries(LOTTERY_VARIANTS.map((variant) => [variant, LOTTERY_LIMITS])) as Record<LotteryVariant, StakeLimits>),
  ...(Object.fromEntries(MATCH_SPORTS.map((sport) => [sport, MATCH_LIMITS])) as Record<MatchSport, StakeLimits>),
};

/** Limits of a whole bet in a currency, given by its coin (`coinOf`); at the roulette table `min` and `step` also apply to each spot. */
export function stakeLimits(variant: Variant, coin: Units = CENT): StakeLimits {
  const { step, min, max, chips } = LIMITS[variant];
  const scaled = (amount: Units) => inCoins(amount, coin);
  return coin === CENT ? LIMITS[variant] : { step: scaled(step), min: scaled(min), max: scaled(max), chips: chips.map(scaled) };
}

/** The published return to player in percent ("96.12"), exact from the pay table; the worst bet where bets differ. */
export function publishedReturn(engine: Engine, variant: Variant): string {
  const known = percents.get(variant);
  if (known !== undefined) return known;
  const percent = toPercent(exactReturn(engine, variant));
  percents.set(variant, percent);
  return percent;
}
const percents = new Map<Variant, string>();

/** The return as displayed: where bets differ, from the worst to the best ("85.64–98.94"). */
export function displayedReturn(engine: Engine, variant: Variant): string {
  if (!isTableGame(variant)) return publishedReturn(engine, variant);
  return [...new Set(tableReturnRange(variant).map(toPercent))].join('–');
}

export function exactReturn(engine: Engine, variant: Variant): Fraction {
  switch (engine) {
    case 'slot':
      return slotReturn(variant as SlotVariant);
    case 'roulette':
      return ROULETTE_SPOTS.map(spotReturn)[0] ?? fraction(0n);
    case 'dice':
      return lowestDiceReturn();
    case 'keno':
      return lowestKenoReturn();
    case 'fish':
      return fishReturn();
    case 'duel':
      return lowestDuelReturn(variant as DuelVariant);
    case 'digits':
      return lowestDigitsReturn(variant as DigitsVariant);
    case 'match':
      return leastReturn();
    case 'table':
      return tableReturnRange(variant as TableGame)[0];
    case 'crash':
      return lowestFlightReturn();
    case 'thirteen':
      return roomReturn();
    case 'lottery':
      return lotteryReturn(variant as LotteryVariant);
  }
}

/** The stake of a bet with a valid `EngineBet` shape, or the reason why it is refused. */
export function validateBet(engine: Engine, variant: Variant, bet: EngineBet, coin: Units = CENT): BetCheck {
  if (bet.engine !== engine) return { error: 'bet_invalid' };
  const stakes = (bet.engine === 'roulette' ? bet.chips.map((chip) => chip.stake) : [bet.stake]).map(parseWireAmount);
  if (!stakes.every((stake) => stake !== undefined) || !isSound(variant, bet)) return { error: 'bet_invalid' };
  const total = stakes.reduce((sum, stake) => sum + stake, 0n);
  return isStake(variant, stakes, total, coin) ? { stake: total } : { error: 'stake_out_of_range' };
}

/** Returns whether each stake and the total are within the published limits. */
export function isStake(variant: Variant, stakes: readonly Units[], total: Units, coin: Units = CENT): boolean {
  const { step, min, max } = stakeLimits(variant, coin);
  return total <= max && stakes.every((stake) => stake % coin === 0n && stake >= min && stake % step === 0n);
}

/**
 * The outcome as a pure function of the bet and the round's stream, without any knowledge of player, balance or earlier rounds.
 * The bet has passed `validateBet`. `coin`: prizes are whole numbers of it.
 */
export function playRound(engine: Engine, variant: Variant, bet: EngineBet, stream: FairStream, coin: Units = CENT): Result {
  if (bet.engine !== engine) throw new RangeError(`a bet on ${bet.engine} in a game of ${engine}`);
  switch (bet.engine) {
    case 'slot':
      return playTable(SLOT_MODELS[variant as SlotVariant], units(bet.stake), stream);
    case 'roulette':
      return playRoulette(
        bet.chips.map(({ spot, stake }) => ({ spot, stake: units(stake) })),
        stream,
      );
    case 'dice':
      return playDice(bet, units(bet.stake), stream, coin);
    case 'keno':
      return playKeno(bet.picks, units(bet.stake), stream);
    case 'fish':
      return playFish(variant as FishVariant, bet.target, units(bet.stake), stream);
    case 'duel':
      return playDuel(variant as DuelVariant, bet.side, units(bet.stake), stream);
    case 'digits':
      return playDigits(variant as DigitsVariant, bet, units(bet.stake), stream);
  }
}

/** Everything that decides payouts, as plain data: the printed pay table, committed with each round. */
function rulesOf(engine: Engine, variant: Variant, coin: Units): unknown {
  switch (engine) {
    case 'slot':
      return SLOT_MODELS[variant as SlotVariant];
    case 'roulette':
      return { spots: ROULETTE_SPOTS };
    case 'dice':
      return { rolls: DICE_ROLLS, minChance: DICE_MIN_CHANCE, maxChance: DICE_MAX_CHANCE, return: DICE_RETURN };
    case 'keno':
      return { numbers: KENO_NUMBERS, drawn: KENO_DRAWN, tenths: KENO_TENTHS };
    case 'fish':
      return { return: FISH_RETURN, targets: WATERS[variant as FishVariant] };
    case 'duel':
      return DUELS[variant as DuelVariant];
    case 'digits':
      return { drawn: DIGITS[variant as DigitsVariant], kinds: digitsKinds(variant as DigitsVariant), return: DIGITS_RETURN };
    case 'match':
      return matchRules(variant as MatchSport, coin);
    case 'table':
      return tableRulesInPrint(variant as TableGame);
    case 'crash':
      return flightRulesInPrint(coin);
    case 'lottery':
      return lotteryRules(variant as LotteryVariant);
    case 'thirteen':
      return {
        stakes: Object.values(ROOM_LEVELS).map((stake) => String(inCoins(stake, coin))),
        rakeBasisPoints: String(RAKE_BASIS_POINTS),
        rakeCap: String(inCoins(RAKE_CAP, coin)),
      };
  }
}

/**
 * The rules as one text, which is hashed, and stored so that a round can be recomputed after the rules change. Where the coin of the
 * currency is no cent, it is part of the rules.
 */
export function printedRules(engine: Engine, variant: Variant, coin: Units = CENT): string {
  const rules = rulesOf(engine, variant, coin);
  return JSON.stringify(coin === CENT ? { engine, variant, rules } : { engine, variant, coin: String(coin), rules });
}

/** SHA-256 over the JSON of `rulesOf`: the version of the pay table, stored with each round. */
export function rulesHash(engine: Engine, variant: Variant, coin: Units = CENT): string {
  const key = `${variant}/${coin}`;
  const known = hashes.get(key);
  if (known !== undefined) return known;
  const hash = toHex(sha256(asciiBytes(printedRules(engine, variant, coin))));
  hashes.set(key, hash);
  return hash;
}
const hashes = new Map<string, string>();

function isSound(variant: Variant, bet: EngineBet): boolean {
  switch (bet.engine) {
    case 'slot':
      return true;
    case 'roulette':
      return bet.chips.length > 0 && areDistinct(bet.chips.map((chip) => chip.spot)) && bet.chips.every((chip) => rouletteSpot(chip.spot));
    case 'dice': {
      const chance = diceChance(bet.over, bet.target);
      return chance !== undefined && chance >= DICE_MIN_CHANCE && chance <= DICE_MAX_CHANCE;
    }
    case 'keno':
      return (
        bet.picks.length >= 1 &&
        bet.picks.length <= KENO_MAX_PICKS &&
        areDistinct(bet.picks) &&
        bet.picks.every((pick) => Number.isInteger(pick) && pick >= 1 && pick <= KENO_NUMBERS)
      );
    case 'fish':
      return fishMultiplier(variant as FishVariant, bet.target) !== undefined;
    case 'duel':
      return DUELS[variant as DuelVariant].sides.includes(bet.side);
    case 'digits':
      return (
        digitsKinds(variant as DigitsVariant).includes(bet.kind) &&
        bet.number.length === digitsLength(variant as DigitsVariant, bet.kind) &&
        /^[0-9]+$/.test(bet.number)
      );
  }
}

function areDistinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

function units(wire: string): Units {
  const amount = parseWireAmount(wire);
  if (amount === undefined) throw new RangeError(`amount ${wire}`);
  return amount;
}
