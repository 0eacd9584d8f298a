import { CLASSED_DIGITS } from '../../rules/prize-classes.ts';
import type { DrawTerms } from '../events/draw.ts';
import { KENO_MAX_PICKS } from '../keno.ts';
import { classTypes, SAMPLE_CLASSES } from './class-types.ts';
import { FOUR_DIGIT_PRIZES, NORTHERN_PRIZES, SOUTHERN_PRIZES } from './draws.ts';
import { play } from './play.ts';
import type { DigitOptions, PlayType, Rule } from './rules.ts';
import { sampleSet, setTypes } from './set-types.ts';
import { diceTypes, elevenTypes, raceTypes, SAMPLE_DICE, SAMPLE_ELEVEN, SAMPLE_RACE } from './small-types.ts';

/** A draw with known numbers, and the ways of betting on draws of its kind. */
export interface LotteryBook {
  readonly kind: string;
  /** The draw that the examples are settled against. */
  readonly sample: readonly string[];
  readonly playTypes: readonly PlayType[];
}

/** The play types for a type of draw, in display order; undefined without play types. */
export function lotteryBook(terms: DrawTerms): LotteryBook | undefined {
  const kind = kindOf(terms);
  return BOOKS.find((book) => book.kind === kind);
}

function kindOf(terms: DrawTerms): string {
  switch (terms.mode) {
    case 'digits':
      return `digits-${terms.count}`;
    case 'balls':
      return `balls-${terms.count}-${terms.of}`;
    case 'prizes':
      return `prizes-${terms.digits.length}`;
    case 'dice':
      return `dice-${terms.count}`;
  }
}

const SAMPLE_DIGITS = ['4', '0', '7', '2', '9'];
const SAMPLE_BALLS = '03 07 11 12 18 21 26 29 34 38 41 45 49 52 57 60 66 71 74 79'.split(' ');

const BOOKS: readonly LotteryBook[] = [
  digitBook(2),
  digitBook(3),
  digitBook(4),
  digitBook(5),
  { kind: 'balls-20-80', sample: SAMPLE_BALLS, playTypes: kenoTypes() },
  { kind: 'balls-5-11', sample: SAMPLE_ELEVEN, playTypes: elevenTypes() },
  { kind: 'balls-10-10', sample: SAMPLE_RACE, playTypes: raceTypes() },
  { kind: 'dice-3', sample: SAMPLE_DICE, playTypes: diceTypes() },
  { kind: 'prizes-27', sample: sampleSet(NORTHERN_PRIZES), playTypes: setTypes(NORTHERN_PRIZES) },
  { kind: 'prizes-18', sample: sampleSet(SOUTHERN_PRIZES), playTypes: setTypes(SOUTHERN_PRIZES) },
  classBook(),
];

/** Numbers in all classes of prizes, and the digits of the first prize, which comes first in the draw. */
function classBook(): LotteryBook {
  const about = { key: 'about_firstPrize' };
  const digits = digitBook(CLASSED_DIGITS).playTypes.map((playType) => ({ ...playType, about }));
  return { kind: `prizes-${FOUR_DIGIT_PRIZES.length}`, sample: SAMPLE_CLASSES, playTypes: [...classTypes(), ...digits] };
}

function digitBook(count: number): LotteryBook {
  const sample = SAMPLE_DIGITS.slice(0, count);
  const drawn = sample.join('');
  return { kind: `digits-${count}`, sample, playTypes: [...numberTypes(drawn), ...positionTypes(drawn), ...wholeTypes(drawn)] };
}

/** Numbers of several digits: all of them, and those at the beginning and the end of longer draws. */
function numberTypes(drawn: string): readonly PlayType[] {
  const count = drawn.length;
  const shorter = Array.from({ length: count - 2 }, (_, index) => count - 1 - index);
  return [
    play('straight', 'type_straight', 'how_number', at('number', 0, count), `${drawn} ${another(drawn)}`, { count }),
    // Five digits in any order are not offered: their odds would depend on seven patterns.
    ...(count < 5 ? [play('box', 'type_box', 'how_box', at('box', 0, count), reversed(drawn), { count })] : []),
    ...(count > 2 ? [play('roll', 'type_roll', 'how_roll', at('roll', 0, count), `*${drawn.slice(1)}`, { count })] : []),
    ...shorter.flatMap((length) => [
      play(`last${length}`, 'type_last', 'how_number', at('number', count - length, length), choiceOf(drawn.slice(-length)), {
        count: length,
      }),
      play(`first${length}`, 'type_first', 'how_number', at('number', 0, length), choiceOf(drawn.slice(0, length)), { count: length }),
      play(`box${length}`, 'type_lastBox', 'how_box', at('box', count - length, length), reversed(drawn.slice(-length)), { count: length }),
    ]),
  ];
}

/** One digit. */
function positionTypes(drawn: string): readonly PlayType[] {
  const places = [...drawn].map((digit, start) => ({ digit, start, place: start + 1 }));
  return [
    ...places.map(({ digit, start, place }) =>
      play(`digit${place}`, 'type_digit', 'how_digit', at('number', start, 1), `${digit} ${another(digit)}`, { place }),
    ),
    ...places.map(({ digit, start, place }) =>
      play(`sides${place}`, 'type_digitSides', 'how_digitSides', options('sides', start, 1), Number(digit) > 4 ? 'big' : 'small', {
        place,
      }),
    ),
    play(
      'anywhere',
      'type_anywhere',
      'how_anywhere',
      { kind: 'number', starts: places.map(({ start }) => start), length: 1 },
      drawn.slice(-1),
      { count: drawn.length },
    ),
  ];
}

/** Properties of all digits together. */
function wholeTypes(drawn: string): readonly PlayType[] {
  const count = drawn.length;
  const total = [...drawn].reduce((sum, digit) => sum + Number(digit), 0);
  return [
    play('total', 'type_total', 'how_total', options('total', 0, count), `${total} ${total + 1}`),
    play('totalSides', 'type_totalSides', 'how_totalSides', options('sides', 0, count), 'odd even'),
    play('versus', 'type_versus', 'how_versus', options('versus', 0, count), 'first tie'),
    ...(count < 5 ? [play('pattern', 'type_pattern', 'how_pattern', options('pattern', 0, count), 'pair mixed')] : []),
  ];
}

function kenoTypes(): readonly PlayType[] {
  const drawn = SAMPLE_BALLS.slice(1);
  const marks = (picks: number) =>
    [...drawn.slice(0, Math.ceil(picks / 2) + (picks > 2 ? 1 : 0)), ...'02 05 08 10 13 16'.split(' ')].slice(0, picks);
  return [
    ...Array.from({ length: KENO_MAX_PICKS }, (_, index) => index + 1).map((picks) =>
      play(`spots${picks}`, 'type_spots', 'how_spots', { kind: 'spots', picks }, marks(picks).sort().join('-'), { count: picks }),
    ),
    play('total', 'type_ballTotal', 'how_ballTotal', { kind: 'balls', options: 'total' }, 'small odd'),
    play('halves', 'type_ballHalves', 'how_ballHalves', { kind: 'balls', options: 'halves' }, 'level moreHigh'),
    play('parity', 'type_ballParity', 'how_ballParity', { kind: 'balls', options: 'parity' }, 'moreOdd level'),
  ];
}

function at(kind: 'number' | 'box' | 'roll', start: number, length: number): Rule {
  return { kind, starts: [start], length };
}

function options(of: DigitOptions, start: number, length: number): Rule {
  return { kind: 'options', starts: [start], length, options: of };
}

/** A number that loses against this one. */
function another(number: string): string {
  return [...number].map((digit) => (Number(digit) + 3) % 10).join('');
}

function reversed(number: string): string {
  return [...number].reverse().join('');
}

/** Each digit of the number or the next one: an entry of several bets. */
function choiceOf(number: string): string {
  return [...number].map((digit, place) => (place === 0 ? digit : `${digit}${(Number(digit) + 1) % 10}`)).join('/');
}
