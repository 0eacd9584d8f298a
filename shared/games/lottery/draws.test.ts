import { describe, expect, test } from 'vitest';
import { LOTTERY_VARIANTS } from '../catalogue.ts';
import { type DrawTerms, playDraw } from '../events/draw.ts';
import { lotteryDraws, NORTHERN_PRIZES, SOUTHERN_PRIZES } from './draws.ts';

const seedOf = (index: number) => (index + 1).toString(16).padStart(64, '0');
const termsOf = (variant: (typeof LOTTERY_VARIANTS)[number]): DrawTerms => {
  const draws = lotteryDraws({ variant });
  if (!draws) throw new Error(variant);
  return draws.terms;
};

test('the northern set has 27 prizes, the others have 18', () => {
  const countOf = (digits: readonly number[]) => [6, 5, 4, 3, 2].map((count) => digits.filter((one) => one === count).length);
  expect([NORTHERN_PRIZES.length, countOf(NORTHERN_PRIZES)]).toEqual([27, [0, 10, 10, 3, 4]]);
  expect([SOUTHERN_PRIZES.length, countOf(SOUTHERN_PRIZES)]).toEqual([18, [1, 11, 4, 1, 1]]);
  const numbers = playDraw({ mode: 'prizes', digits: SOUTHERN_PRIZES }, seedOf(1), 'A-1');
  expect(numbers.map((number) => number.length)).toEqual(SOUTHERN_PRIZES);
});

test('draws divide the day', () => {
  for (const variant of LOTTERY_VARIANTS) expect(86_400 % (lotteryDraws({ variant })?.everySeconds ?? 7)).toBe(0);
});

/** Upper limit of chi-square that a fair draw exceeds once in 10 million cases (Wilson and Hilferty). */
function limitOf(freedom: number): number {
  const share = 2 / (9 * freedom);
  return freedom * (1 - share + 5.2 * Math.sqrt(share)) ** 3;
}

function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** What is counted: the values of each place, which are equally likely. */
function facesOf(terms: DrawTerms): readonly string[] {
  const width = terms.mode === 'balls' ? 2 : 1;
  const [from, to] = terms.mode === 'dice' ? [1, 6] : terms.mode === 'balls' ? [1, terms.of] : [0, 9];
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(width, '0'));
}

const DRAWS = 4_000;

describe.each([...new Map(LOTTERY_VARIANTS.map((variant) => [JSON.stringify(termsOf(variant)), variant])).values()])('%s', (variant) => {
  test(`every place has every value equally often in ${DRAWS} draws`, () => {
    const terms = termsOf(variant);
    const faces = facesOf(terms);
    const counts = new Map<number, Map<string, number>>();
    for (let index = 0; index < DRAWS; index++) {
      const numbers = playDraw(terms, seedOf(index * 7919), `${variant}-${index}`);
      // Sets of prizes are counted by their last digit but one and their last digit.
      for (const [place, number] of numbers.flatMap((one) => (terms.mode === 'prizes' ? [...one.slice(-2)] : [one])).entries()) {
        const at = counts.get(place) ?? new Map(faces.map((face) => [face, 0]));
        if (!at.has(number)) throw new Error(`${number} cannot be drawn`);
        at.set(number, (at.get(number) ?? 0) + 1);
        counts.set(place, at);
      }
    }
    for (const [place, at] of counts) {
      const value = chiSquare([...at.values()]);
      if (value > limitOf(faces.length - 1)) throw new Error(`place ${place}: ${value}`);
    }
  });

  test('the same seed and id draw the same numbers, another id draws others', () => {
    const terms = termsOf(variant);
    const [once, again] = [1, 2].map(() => playDraw(terms, seedOf(42), 'ID-1'));
    expect(once).toEqual(again);
    const others = Array.from({ length: 20 }, (_, index) => playDraw(terms, seedOf(42), `ID-${index + 2}`).join());
    expect(new Set([...others, once?.join()]).size).toBeGreaterThan(10);
  });
});

test('the draw function has no place for bets', () => {
  // Terms, seed and id: a fourth parameter would be a change of this contract.
  expect(playDraw.length).toBe(3);
  type Parameters3 = [terms: DrawTerms, serverSeed: string, eventId: string];
  const parameters: Parameters<typeof playDraw> extends Parameters3
    ? Parameters3 extends Parameters<typeof playDraw>
      ? true
      : false
    : false = true;
  expect(parameters).toBe(true);
});
