import type { DrawTerms } from '../events/draw.ts';

/** One count of outcomes that must all be equally likely, such as the digits at the second place. */
export interface ChiSquare {
  readonly of: string;
  readonly statistic: number;
  /** Number of outcomes less one. */
  readonly freedom: number;
  /** Distance from the mean in standard deviations of a normal distribution (Wilson and Hilferty); beyond 5 is a fault. */
  readonly deviations: number;
}

/**
 * Counts the numbers of a game, place by place: each digit, face or ball is equally likely at each place. Pairs of neighbouring places are
 * counted as well, so that places that depend on each other are found.
 */
export function createDrawCounter(terms: DrawTerms): { add(numbers: readonly string[]): void; results(): readonly ChiSquare[] } {
  const { places, base, first, isDistinct } = placesOf(terms);
  const single = Array.from({ length: places }, () => new Float64Array(base));
  const pairs = Array.from({ length: places - 1 }, () => new Float64Array(base * base));
  let draws = 0;
  return {
    add(numbers) {
      draws += 1;
      const values = (terms.mode === 'prizes' ? [...numbers.join('')] : numbers).map((number) => Number(number) - first);
      for (let place = 0; place < places; place++) {
        const value = values[place] ?? -1;
        increase(single[place], value);
        if (place > 0) increase(pairs[place - 1], (values[place - 1] ?? 0) * base + value);
      }
    },
    results() {
      const isPossible = (index: number) => !isDistinct || Math.floor(index / base) !== index % base;
      return [
        ...single.map((counts, place) => chiSquare(`place ${place + 1}`, [...counts], draws)),
        ...pairs.map((counts, place) =>
          chiSquare(
            `places ${place + 1} and ${place + 2}`,
            [...counts].filter((_, index) => isPossible(index)),
            draws,
          ),
        ),
      ];
    },
  };
}

function placesOf(terms: DrawTerms) {
  switch (terms.mode) {
    case 'digits':
      return { places: terms.count, base: 10, first: 0, isDistinct: false };
    case 'prizes':
      return { places: terms.digits.reduce((sum, count) => sum + count, 0), base: 10, first: 0, isDistinct: false };
    case 'dice':
      return { places: terms.count, base: 6, first: 1, isDistinct: false };
    case 'balls':
      return { places: terms.count, base: terms.of, first: 1, isDistinct: true };
  }
}

function increase(counts: Float64Array | undefined, index: number): void {
  if (counts === undefined || counts[index] === undefined) throw new Error(`no outcome ${index}`);
  counts[index] += 1;
}

function chiSquare(of: string, counts: readonly number[], draws: number): ChiSquare {
  const expected = draws / counts.length;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = counts.length - 1;
  const spread = 2 / (9 * freedom);
  return { of, statistic, freedom, deviations: ((statistic / freedom) ** (1 / 3) - (1 - spread)) / Math.sqrt(spread) };
}
