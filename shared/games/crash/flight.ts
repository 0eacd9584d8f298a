import { hundredthsText } from '../../hundredths.ts';
import { CENT, coinOfStake, downToCoins, inCoins } from '../../money/currency-steps.ts';
import { UNITS_PER_WHOLE, type Units } from '../../money/money.ts';
import { type FairStream, fairStream } from '../fairness.ts';
import { type Fraction, fraction } from '../fraction.ts';

/**
 * Crash game: one shared multiplier rises from take-off until it crashes. Multipliers are hundredths (250 is 2.50x), times are
 * whole milliseconds since take-off. No floating-point number decides money.
 */
export interface FlightOutcome {
  /** The last multiplier reached before the crash, in hundredths. 0: the flight crashed at take-off. */
  readonly crash: number;
}

/** Return to player in percent, the same for every target. */
export const FLIGHT_RETURN = 97;
/** Range of the auto cash-out. At the maximum the flight ends, and every open bet is paid. */
export const LOWEST_TARGET = 101;
export const HIGHEST_TARGET = 100_000;
/** Default auto cash-out. */
export const DEFAULT_TARGET = 200;
/** Maximum payout of one bet, in cents of a euro; `inCoins` scales it to a currency. */
export const MAX_WIN: Units = 10_000n * UNITS_PER_WHOLE;
/** Maximum bets of one player on one flight. */
export const MAX_BETS = 2;

/** Milliseconds: the betting phase, and the pause between a crash and the next betting phase. */
export const FLIGHT_TIMES = { betting: 6_000, pause: 3_500 } as const;
/** The duration of the shortest flight, which crashes at take-off. */
export const SHORTEST_CYCLE_MS = FLIGHT_TIMES.betting + FLIGHT_TIMES.pause;

/** The multiplier grows by this fraction of itself each millisecond, and so doubles about every 8.7 seconds. */
const GROWTH_PART = 12_500;
/** Growth is calculated in billionths of a hundredth, rounded down each millisecond. */
const SCALE = 1_000_000_000;
const START = 100;
const WORD_COUNT = 0x100000000;

/** First millisecond at which each multiplier is reached, indexed by hundredths from `START` on. */
const REACHED = reachTable();

function reachTable(): Int32Array {
  const table = new Int32Array(HIGHEST_TARGET + 1);
  let next = START + 1;
  // All numbers are integers below 2^47, so this is exact.
  for (let ms = 1, size = START * SCALE; next <= HIGHEST_TARGET; ms++) {
    size += (size - (size % GROWTH_PART)) / GROWTH_PART;
    for (; next <= HIGHEST_TARGET && next * SCALE <= size; next++) table[next] = ms;
  }
  return table;
}

/** Milliseconds from take-off until a multiplier is reached. */
export function reachedAt(hundredths: number): number {
  return REACHED[hundredths] ?? 0;
}

/** The multiplier at a time after take-off, assuming no crash. */
export function multiplierAt(elapsed: number): number {
  let [low, high] = [START, HIGHEST_TARGET];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (reachedAt(middle) <= elapsed) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Milliseconds from take-off to the crash: the time at which the next multiplier would have been reached. */
export function fallsAt({ crash }: FlightOutcome): number {
  if (crash === 0) return 0;
  return reachedAt(Math.min(crash + 1, HIGHEST_TARGET));
}

/**
 * The crash point: 97 x 2^32 / d hundredths, rounded down, where d is a uniform integer from 1 to 2^32. Below 1.00x the flight
 * crashes at take-off; the maximum is 1,000.00x. A multiplier m is therefore reached with probability 97 / m, up to a rounding
 * of 2^-32. The only input is randomness: no bet, player or time.
 */
export function crashOf(stream: FairStream): FlightOutcome {
  const d = BigInt(stream.below(WORD_COUNT)) + 1n;
  const crash = Number((BigInt(FLIGHT_RETURN) * BigInt(WORD_COUNT)) / d);
  return { crash: crash < START ? 0 : Math.min(crash, HIGHEST_TARGET) };
}

/** The flight as a pure function of its seed and its public id. */
export function playFlight(serverSeed: string, roundId: string): FlightOutcome {
  return crashOf(fairStream(serverSeed, roundId, 0));
}

/** The highest target allowed for a stake, so that no bet exceeds the maximum payout. */
export function highestTarget(stake: Units, coin: Units = CENT): number {
  const most = (inCoins(MAX_WIN, coin) * 100n) / stake;
  return most < BigInt(HIGHEST_TARGET) ? Number(most) : HIGHEST_TARGET;
}

export function isTarget(target: number, stake: Units, coin: Units = CENT): boolean {
  return Number.isInteger(target) && target >= LOWEST_TARGET && target <= highestTarget(stake, coin);
}

/** A stake times a multiplier, with fractions of a cent. */
export function exactFlightPayout(stake: Units, hundredths: number): Units {
  return (stake * BigInt(hundredths)) / 100n;
}

/** What a stake pays at a multiplier, rounded down to the coin; whole stakes are paid exactly. */
export function flightPayout(stake: Units, hundredths: number, coin: Units = CENT): Units {
  return downToCoins(exactFlightPayout(stake, hundredths), coinOfStake(stake, coin));
}

/** The multiplier at which the bet is paid after the flight; 0 when it was still open at the crash. */
export function paidAt({ crash }: FlightOutcome, { target, cashed }: { readonly target: number; readonly cashed: number | null }): number {
  return cashed ?? (target <= crash ? target : 0);
}

/** How many of all 2^32 draws reach a multiplier. */
export function drawsReaching(hundredths: number): number {
  return Math.floor((FLIGHT_RETURN * WORD_COUNT) / hundredths);
}

/** The exact return of cashing out at a multiplier, automatically or by hand. */
export function targetReturn(target: number): Fraction {
  return fraction(BigInt(target) * BigInt(drawsReaching(target)), BigInt(WORD_COUNT) * 100n);
}

/** The return of the worst target, which is the published one. */
export function lowestFlightReturn(): Fraction {
  let [worst, least] = [LOWEST_TARGET, Number.POSITIVE_INFINITY];
  for (let target = LOWEST_TARGET; target <= HIGHEST_TARGET; target++) {
    const back = target * drawsReaching(target);
    if (back < least) [worst, least] = [target, back];
  }
  return targetReturn(worst);
}

/** Formats as "2.50". A crash at take-off is shown as the starting multiplier. */
export function multiplierText(hundredths: number): string {
  return hundredthsText(Math.max(START, hundredths));
}

/** The printed rules, hashed with each flight. */
export function flightRulesInPrint(coin: Units = CENT): unknown {
  return {
    return: FLIGHT_RETURN,
    lowest: LOWEST_TARGET,
    highest: HIGHEST_TARGET,
    mostWin: String(inCoins(MAX_WIN, coin)),
    mostBets: MAX_BETS,
    growthPart: GROWTH_PART,
    times: FLIGHT_TIMES,
  };
}
