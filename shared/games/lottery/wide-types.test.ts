import { describe, expect, test } from 'vitest';
import { playDraw } from '../events/draw.ts';
import { type Fraction, fraction, isLess } from '../fraction.ts';
import { simulationStream } from '../simulation-stream.ts';
import { lotteryDraws } from './draws.ts';
import { MAX_BETS, parseEntry } from './entry.ts';
import { lotteryBook } from './play-types.ts';
import { priceKey, priceOf } from './prices.ts';
import type { PlayType } from './rules.ts';
import { maxPayout, settleTicket } from './settle.ts';

/** Sets of prizes, races, eleven numbers, dice and five digits: settled by their descriptions, from the id of the play type alone. */
const VARIANTS = ['north', 'south', 'eleven', 'race', 'fast3', 'five1'] as const;
const WHOLE = 10_000n;
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
const is = (holds: boolean) => (holds ? 1 : 0);

function bookOf(variant: (typeof VARIANTS)[number]) {
  const draws = lotteryDraws({ variant });
  const book = draws && lotteryBook(draws.terms);
  if (!book) throw new Error(variant);
  return { terms: draws.terms, playTypes: book.playTypes };
}

function hitsInSet(word: string, n: number, bet: string, draw: readonly string[]): number {
  const special = draw[0] ?? '';
  const last = draw[draw.length - 1] ?? '';
  switch (word) {
    case 'lo':
      return draw.filter((number) => number.length >= n && number.endsWith(bet)).length;
    case 'de':
      return is(special.endsWith(bet));
    case 'cang':
      return is(special.endsWith(bet));
    case 'head':
      return is(special[special.length - 2] === bet);
    case 'tail':
      return is(special[special.length - 1] === bet);
    case 'first':
      return is((draw[1] ?? '').endsWith(bet));
    case 'last':
      return is(last.endsWith(bet));
    case 'xien':
      return is(bet.split('-').every((mark) => draw.some((number) => number.endsWith(mark))));
  }
  throw new Error(`no description of ${word}`);
}

function shapeByWords(numbers: readonly number[]): string {
  const [low = 0, middle = 0, high = 0] = [...numbers].sort((one, other) => one - other);
  if (low === high) return 'triple';
  if (low === middle || middle === high) return 'pair';
  return middle === low + 1 && high === low + 2 ? 'straight' : 'mixed';
}

function versusByWords(isRace: boolean, n: number, numbers: readonly number[]): string {
  const [one = 0, other = 0] = isRace ? [numbers[n - 1], numbers[10 - n]] : [numbers[0], numbers[4]];
  return one > other ? 'first' : one < other ? 'last' : 'tie';
}

function hitsByWords(variant: (typeof VARIANTS)[number], id: string, bet: string, draw: readonly string[]): number {
  const [, word = '', figure = ''] = /^([a-zA-Z]+)(\d*)$/.exec(id) ?? [];
  const n = Number(figure);
  const numbers = draw.map(Number);
  const marks = bet.split('-').map(Number);
  const first = (count: number) => numbers.slice(0, count);
  const side = (total: number, middle: number) =>
    is({ big: total > middle, small: total <= middle, odd: total % 2 === 1, even: total % 2 === 0 }[bet] ?? false);
  if (variant === 'north' || variant === 'south') return hitsInSet(word, n, bet, draw);
  switch (word) {
    case 'any':
      return is(marks.filter((mark) => numbers.includes(mark)).length >= Math.min(5, n));
    case 'place':
      return is(numbers[n - 1] === marks[0]);
    case 'exact':
      return is(first(n).join() === marks.join());
    case 'group':
      return is([...first(n)].sort((one, other) => one - other).join() === marks.join());
    case 'sumSides':
      return side(sum(numbers), 30);
    case 'sides':
      return variant === 'race' ? side(numbers[n - 1] ?? 0, 5.5) : side(numbers[n - 1] ?? 0, 4.5);
    case 'versus':
      return is(versusByWords(variant === 'race', n, numbers) === bet);
    case 'topTotal':
      return is(sum(first(2)) === Number(bet));
    case 'topSides':
      return side(sum(first(2)), 11);
    case 'diceTotal':
      return is(sum(numbers) === Number(bet));
    case 'diceSides':
      return side(sum(numbers), 10.5);
    case 'faces':
      return draw.filter((face) => face === bet).length;
    case 'doubles':
      return is(draw.filter((face) => face === bet).length >= 2);
    case 'triples':
      return is(draw.join('') === bet.repeat(3));
    case 'shape':
      return is(shapeByWords(numbers) === bet);
    case 'straight':
      return is(draw.join('') === bet);
    case 'roll':
      return is([...bet].every((digit, place) => digit === '*' || digit === draw[place]));
    case 'last':
      return is(draw.join('').endsWith(bet));
    case 'first':
      return is(draw.join('').startsWith(bet));
    case 'box':
      return is([...draw.slice(-n)].sort().join() === [...bet].sort().join());
    case 'digit':
      return is(draw[n - 1] === bet);
    case 'anywhere':
      return draw.filter((digit) => digit === bet).length;
    case 'total':
      return is(sum(numbers) === Number(bet));
    case 'totalSides':
      return side(sum(numbers), 22.5);
  }
  throw new Error(`no description of ${id}`);
}

/** Random bets and those at the edges, as a player may enter them. */
function betsFor({ rule, example }: PlayType, draw: readonly string[], stream: ReturnType<typeof simulationStream>): readonly string[] {
  const number = (length: number) => Array.from({ length }, () => String(stream.below(10))).join('');
  const marks = (count: number, from: number, to: number) => {
    const pool = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    return Array.from({ length: count }, () => pool.splice(stream.below(pool.length), 1)[0] ?? 0).join('-');
  };
  const texts = [example];
  if (rule.kind === 'prizes')
    texts.push(
      number(rule.length),
      '0'.repeat(rule.length),
      '9'.repeat(rule.length),
      (draw[rule.places[0] ?? 0] ?? '').slice(-rule.length),
    );
  if (rule.kind === 'parlay') {
    texts.push(marks(rule.picks, 0, 99), marks(rule.picks + 2, 0, 99));
    texts.push([...new Set(draw.map((one) => one.slice(-2)))].slice(0, rule.picks).join('-'));
  }
  if (rule.kind === 'small')
    texts.push(
      ...(rule.bets === 'exact' || rule.bets === 'group' || rule.bets === 'anyOf'
        ? [
            marks(rule.picks, 1, rule.of),
            draw.slice(0, rule.picks).join('-'),
            rule.places
              .slice(0, rule.picks)
              .map((place) => draw[place])
              .join('-'),
          ]
        : ['big small odd even first last triple pair straight mixed', Array.from({ length: 20 }, (_, index) => index).join(' ')]),
    );
  if ('starts' in rule && rule.kind !== 'options' && rule.kind !== 'roll')
    texts.push(number(rule.length), draw.slice(-rule.length).join(''), draw.slice(0, rule.length).join(''));
  if (rule.kind === 'roll') texts.push(`${draw.slice(0, -1).join('')}*`);
  if (rule.kind === 'options') texts.push('big small odd even first last tie', '0 22 23 45');
  return parseEntry(rule, texts.join(' ')).bets;
}

describe.each(
  VARIANTS.flatMap((variant) => bookOf(variant).playTypes.map((playType) => [`${variant} ${playType.id}`, variant, playType] as const)),
)('%s', (name, variant, playType) => {
  test('is settled as described, on random draws and bets and on those at the edges', () => {
    const { terms } = bookOf(variant);
    const { mode } = lotteryDraws({ variant }) ?? { mode: 'Lott' };
    const { id, rule } = playType;
    const stream = simulationStream(name.length * 131 + id.length);
    let hits = 0;
    for (let round = 0; round < 60; round++) {
      const draw = playDraw(terms, (round + 17).toString(16).padStart(64, '3'), `${name.replace(' ', '-')}-${round}`);
      const bets = betsFor(playType, draw, stream);
      expect(bets.length).toBeGreaterThan(0);
      const settled = settleTicket({ rule, mode, bets, stake: WHOLE }, draw);
      const expected = bets.map((bet) => [bet, hitsByWords(variant, id, bet, draw)] as const).filter(([, times]) => times > 0);
      expect(settled.hits.map(({ bet, times }) => [bet, times])).toEqual(expected);
      const hundredths = expected.reduce((all, [bet, times]) => {
        const [tier] = priceOf(rule, mode, priceKey(rule, bet)).tiers;
        return all + (tier?.odds ?? 0n) * BigInt(times);
      }, 0n);
      expect(settled.paid).toBe((WHOLE * hundredths) / 100n);
      expect(settled.paid).toBeLessThanOrEqual(maxPayout({ rule, mode, bets, stake: WHOLE }));
      hits += expected.length;
    }
    expect(hits).toBeGreaterThan(0);
  });
});

/** Chance that a bet wins with the drawn numbers, over all draws of a small draw. */
function enumerated(variant: 'eleven' | 'fast3', id: string, bet: string): Fraction {
  const faces = Array.from({ length: variant === 'fast3' ? 6 : 11 }, (_, index) => index + 1);
  const all = (count: number): readonly (readonly number[])[] =>
    count === 0
      ? [[]]
      : all(count - 1).flatMap((rest) =>
          faces.filter((face) => variant === 'fast3' || !rest.includes(face)).map((face) => [...rest, face]),
        );
  const draws = all(variant === 'fast3' ? 3 : 5);
  const width = variant === 'fast3' ? 1 : 2;
  const times = draws.reduce(
    (total, draw) =>
      total +
      hitsByWords(
        variant,
        id,
        bet,
        draw.map((number) => String(number).padStart(width, '0')),
      ),
    0,
  );
  return fraction(BigInt(times), BigInt(draws.length));
}

test.each(['eleven', 'fast3'] as const)('chances of %s are those of all its draws', (variant) => {
  for (const { id, rule, example } of bookOf(variant).playTypes)
    for (const bet of parseEntry(rule, example).bets) {
      const price = priceOf(rule, 'ZY', priceKey(rule, bet));
      const chance = price.tiers[0]?.chance ?? fraction(0n);
      const expected = enumerated(variant, id, bet);
      expect([id, bet, fraction(chance.top * BigInt(price.tiers[0]?.places ?? 1), chance.bottom)]).toEqual([id, bet, expected]);
    }
});

test('the chance that several numbers all end a prize is that of the draws prize by prize', () => {
  for (const [picks, prizes] of [
    [2, 27],
    [3, 27],
    [4, 27],
    [2, 18],
    [4, 18],
  ] as const) {
    // Chance that so many of the numbers have ended a prize, prize by prize.
    let states = Array.from({ length: picks + 1 }, (_, found) => fraction(found === 0 ? 1n : 0n));
    for (let prize = 0; prize < prizes; prize++)
      states = states.map((same, found) => {
        const stays = fraction(same.top * BigInt(100 - (picks - found)), same.bottom * 100n);
        const before = states[found - 1];
        if (!before) return stays;
        const comes = fraction(before.top * BigInt(picks - found + 1), before.bottom * 100n);
        return fraction(stays.top * comes.bottom + comes.top * stays.bottom, stays.bottom * comes.bottom);
      });
    expect(priceOf({ kind: 'parlay', prizes, picks }, 'Lott', 'all').tiers[0]?.chance).toEqual(states[picks]);
  }
});

test('a large entry is read, and its largest win is not above the sum of its bets', () => {
  const lo = bookOf('north').playTypes.find(({ id }) => id === 'lo4');
  if (!lo) throw new Error('no play type');
  const { bets } = parseEntry(lo.rule, Array.from({ length: MAX_BETS }, (_, n) => String(n).padStart(4, '0')).join(' '));
  expect(bets.length).toBe(MAX_BETS);
  const price = priceOf(lo.rule, 'Lott', 'all');
  expect(maxPayout({ rule: lo.rule, mode: 'Lott', bets, stake: WHOLE })).toBe(((price.tiers[0]?.odds ?? 0n) * 20n * WHOLE) / 100n);
  expect(isLess(price.return, fraction(9n, 10n))).toBe(false);
});
