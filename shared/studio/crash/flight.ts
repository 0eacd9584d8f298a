import { downToCents, UNITS_PER_WHOLE, type Units } from '../../money/money.ts';
import { type FairStream, fairStream } from '../fairness.ts';
import { type Fraction, fraction } from '../fraction.ts';

/**
 * A flight: one multiplier rises for everybody until it crashes. Multipliers are hundredths (250 is 2.50x), times whole
 * milliseconds since take-off; nothing that decides money is a floating-point number.
 */
export interface FlightOutcome {
  /** The last multiplier that was reached, in hundredths; 0: it crashed at take-off, before anything was reached. */
  readonly crash: number;
}

/** Percent of the stakes that come back in the long run, whatever the target. */
export const FLIGHT_RETURN = 97;
/** The lowest and the highest auto cash-out. Who is still in at the highest is paid it, and the flight is over. */
export const LOWEST_TARGET = 101;
export const HIGHEST_TARGET = 100_000;
/** The auto cash-out that is offered first. */
export const DEFAULT_TARGET = 200;
/** The most that one bet can pay. */
export const MOST_WIN: Units = 10_000n * UNITS_PER_WHOLE;
/** Bets of one player on one flight. */
export const MOST_BETS = 2;

/** Milliseconds: bets are taken; after a crash until the next bets. */
export const FLIGHT_TIMES = { betting: 6_000, pause: 3_500 } as const;
/** The shortest flight falls at take-off. */
export const SHORTEST_CYCLE_MS = FLIGHT_TIMES.betting + FLIGHT_TIMES.pause;

/** Each millisecond the multiplier grows by this part of itself: it doubles about every 8.7 seconds. */
export const GROWTH_PART = 12_500;
/** Growth is reckoned in billionths of a hundredth, rounded down each millisecond. */
const SCALE = 1_000_000_000;
const START = 100;
const WORDS = 0x100000000;

/** First millisecond at which a multiplier is reached, by hundredths from `START` on. */
const REACHED = reachTable();

function reachTable(): Int32Array {
  const table = new Int32Array(HIGHEST_TARGET + 1);
  let next = START + 1;
  // All numbers are whole and below 2^47, so that this is exact.
  for (let ms = 1, size = START * SCALE; next <= HIGHEST_TARGET; ms++) {
    size += (size - (size % GROWTH_PART)) / GROWTH_PART;
    for (; next <= HIGHEST_TARGET && next * SCALE <= size; next++) table[next] = ms;
  }
  return table;
}

/** Milliseconds after take-off at which a multiplier is reached. */
export function reachedAt(hundredths: number): number {
  return REACHED[hundredths] ?? 0;
}

/** The multiplier so many milliseconds after take-off, were there no crash. */
export function multiplierAt(elapsed: number): number {
  let [low, high] = [START, HIGHEST_TARGET];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (reachedAt(middle) <= elapsed) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Milliseconds after take-off at which a flight is over: when the multiplier after the last one would have come. */
export function fallsAt({ crash }: FlightOutcome): number {
  if (crash === 0) return 0;
  return reachedAt(Math.min(crash + 1, HIGHEST_TARGET));
}

/**
 * Where a flight crashes: d is a uniform whole number from 1 to 2^32, the crash point 97 x 2^32 / d hundredths, rounded
 * down; below 1.00x it crashes at take-off, and nothing flies higher than 1,000.00x. So a multiplier m is reached with the
 * chance 97 / m, up to a rounding of 2^-32. Randomness is all that this is given: no bet, no player, no time.
 */
export function crashOf(stream: FairStream): FlightOutcome {
  const d = BigInt(stream.below(WORDS)) + 1n;
  const crash = Number((BigInt(FLIGHT_RETURN) * BigInt(WORDS)) / d);
  return { crash: crash < START ? 0 : Math.min(crash, HIGHEST_TARGET) };
}

/** A flight: a pure function of its seed and its public id. */
export function playFlight(serverSeed: string, roundId: string): FlightOutcome {
  return crashOf(fairStream(serverSeed, roundId, 0));
}

/** The highest target that a stake may have, so that no bet pays more than `MOST_WIN`. */
export function highestTarget(stake: Units): number {
  const most = (MOST_WIN * 100n) / stake;
  return most < BigInt(HIGHEST_TARGET) ? Number(most) : HIGHEST_TARGET;
}

export function isTarget(target: number, stake: Units): boolean {
  return Number.isInteger(target) && target >= LOWEST_TARGET && target <= highestTarget(stake);
}

/** What a stake pays at a multiplier, rounded down to the cent; whole stakes are paid exactly. */
export function flightPayout(stake: Units, hundredths: number): Units {
  return downToCents((stake * BigInt(hundredths)) / 100n);
}

/** The multiplier that a bet is paid once the flight is over; 0 when it was still in at the crash. */
export function paidAt({ crash }: FlightOutcome, { target, cashed }: { readonly target: number; readonly cashed: number | null }): number {
  return cashed ?? (target <= crash ? target : 0);
}

/** Of all 2^32 draws, those that reach a multiplier. */
export function drawsReaching(hundredths: number): number {
  return Math.floor((FLIGHT_RETURN * WORDS) / hundredths);
}

/** The exact return of an auto cash-out, or of cashing out by hand whenever that multiplier stands. */
export function targetReturn(target: number): Fraction {
  return fraction(BigInt(target) * BigInt(drawsReaching(target)), BigInt(WORDS) * 100n);
}

/** The return of the worst target; the published figure. */
export function lowestFlightReturn(): Fraction {
  let [worst, least] = [LOWEST_TARGET, Number.POSITIVE_INFINITY];
  for (let target = LOWEST_TARGET; target <= HIGHEST_TARGET; target++) {
    const back = target * drawsReaching(target);
    if (back < least) [worst, least] = [target, back];
  }
  return targetReturn(worst);
}

/** "2.50"; a crash at take-off is shown as the multiplier that it began with. */
export function multiplierText(hundredths: number): string {
  const shown = Math.max(START, hundredths);
  return `${Math.floor(shown / 100)}.${String(shown % 100).padStart(2, '0')}`;
}

/** The rules in print, and what is hashed with them. */
export function flightRulesInPrint(): unknown {
  return {
    return: FLIGHT_RETURN,
    ...{ lowest: LOWEST_TARGET, highest: HIGHEST_TARGET, mostWin: String(MOST_WIN), mostBets: MOST_BETS },
    ...{ growthPart: GROWTH_PART, times: FLIGHT_TIMES },
  };
}
