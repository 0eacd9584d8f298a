import { describe, expect, test } from 'vitest';
import { LOTTERY_VARIANTS } from '../catalogue.ts';
import type { DrawTerms } from '../events/draw.ts';
import { add, type Fraction, fraction, isLess, multiply } from '../fraction.ts';
import { kenoChance } from '../keno.ts';
import { simulationStream } from '../simulation-stream.ts';
import { lotteryDraws } from './draws.ts';
import { parseEntry } from './entry.ts';
import { playTypesOf, roundedWin } from './order.ts';
import { lotteryBook } from './play-types.ts';
import { maxStakeFor, priceOf, pricesOf } from './prices.ts';
import type { PlayType, Rule } from './rules.ts';
import { maxPayout, settleTicket, ticketCost } from './settle.ts';

const TERMS = [
  { mode: 'digits', count: 2 },
  { mode: 'digits', count: 3 },
  { mode: 'digits', count: 4 },
  { mode: 'balls', count: 20, of: 80 },
] as const;
/** With those whose draws are too many to try each. */
const ALL_TERMS = [
  ...new Map(LOTTERY_VARIANTS.map((variant) => lotteryDraws({ variant })?.terms).map((terms) => [JSON.stringify(terms), terms])).values(),
];
const bookOf = (terms: DrawTerms | undefined) => {
  const book = terms && lotteryBook(terms);
  if (!book) throw new Error('no play types');
  return book;
};
const DIGIT_TYPES = TERMS.flatMap((terms) =>
  terms.mode === 'digits'
    ? bookOf(terms).playTypes.map((playType): [string, number, PlayType] => [`${terms.count}D ${playType.id}`, terms.count, playType])
    : [],
);
const BALL_TYPES = bookOf(TERMS[3]).playTypes.map((playType): [string, PlayType] => [playType.id, playType]);
const allDraws = (count: number) => Array.from({ length: 10 ** count }, (_, n) => [...String(n).padStart(count, '0')]);
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
const WHOLE = 10_000n;

/** Hits of a bet by the words of the rules page, from the id of the play type alone. */
function hitsByWords(id: string, bet: string, draw: readonly string[]): number {
  const digits = draw.map(Number);
  const [, word = '', figure = ''] = /^([a-zA-Z]+)(\d*)$/.exec(id) ?? [];
  const n = Number(figure);
  const count = (values: readonly (string | number)[], value: string | number) => values.filter((one) => one === value).length;
  const sameDigits = (drawn: readonly string[]) => '0123456789'.split('').every((digit) => count(drawn, digit) === count([...bet], digit));
  const side = (values: readonly number[]) =>
    ({
      big: sum(values) > 4.5 * values.length,
      small: sum(values) < 4.5 * values.length || sum(values) === 4.5 * values.length,
      odd: sum(values) % 2 === 1,
      even: sum(values) % 2 === 0,
    })[bet];
  const most = Math.max(...digits.map((digit) => count(digits, digit)));
  const kinds = new Set(digits).size;
  const is = (holds: boolean | undefined) => (holds ? 1 : 0);
  switch (word) {
    case 'straight':
      return is(draw.join('') === bet);
    case 'box':
      return is(sameDigits(n > 0 ? draw.slice(draw.length - n) : draw));
    case 'roll':
      return is(draw.filter((digit, place) => digit === bet[place]).length === draw.length - 1 || draw.join('') === bet);
    case 'last':
      return is(draw.join('').endsWith(bet));
    case 'first':
      return is(draw.join('').startsWith(bet));
    case 'digit':
      return is(draw[n - 1] === bet);
    case 'sides':
      return is(side(digits.slice(n - 1, n)));
    case 'anywhere':
      return count(draw, bet);
    case 'total':
      return is(sum(digits) === Number(bet));
    case 'totalSides':
      return is(side(digits));
    case 'versus': {
      const [one = 0, other = 0] = [digits[0], digits[digits.length - 1]];
      return is({ first: one > other, last: one < other, tie: one === other }[bet]);
    }
    case 'pattern':
      return is(
        {
          quadruple: most === 4,
          triple: most === 3,
          twoPairs: most === 2 && kinds === 2 && digits.length === 4,
          pair: most === 2 && kinds === digits.length - 1,
          mixed: kinds === digits.length,
        }[bet],
      );
  }
  throw new Error(`no words for ${id}`);
}

/** Bets of every price of a play type, and random ones. */
function betsFor(rule: Rule): readonly string[] {
  if (rule.kind === 'options' || rule.kind === 'balls') return pricesOf(rule, 'SEA').map(({ key }) => key);
  if (!('starts' in rule)) return [];
  const stream = simulationStream(rule.length * 31 + (rule.starts[0] ?? 0));
  const patterns = ['0000', '0001', '1000', '0011', '1010', '0012', '2010', '0123', '9999', '9876'].map((pattern) =>
    pattern.slice(0, rule.length),
  );
  const random = Array.from({ length: 3 }, () => Array.from({ length: rule.length }, () => String(stream.below(10))).join(''));
  const numbers = [...new Set([...patterns, ...random])];
  if (rule.kind === 'box') return [...new Set(numbers.map((number) => [...number].sort().join('')))];
  if (rule.kind !== 'roll') return numbers;
  return numbers.map((number, n) => `${number.slice(0, n % rule.length)}*${number.slice((n % rule.length) + 1)}`);
}

test('there are at least 50 play types, with an id of their own within their draws', () => {
  const books = ALL_TERMS.map((terms) => bookOf(terms).playTypes);
  expect(books.flat().length).toBeGreaterThanOrEqual(50);
  for (const book of books) expect(new Set(book.map(({ id }) => id)).size).toBe(book.length);
});

describe.each(DIGIT_TYPES)('%s', (_name, count, { id, rule }) => {
  test('wins and returns exactly what the enumeration of all draws says', () => {
    const draws = allDraws(count);
    for (const bet of betsFor(rule)) {
      let hundredths = 0n;
      let most = 0n;
      for (const draw of draws) {
        const { hits, paid } = settleTicket({ rule, mode: 'SEA', bets: [bet], stake: WHOLE }, draw);
        const times = hitsByWords(id, bet, draw);
        if ((hits[0]?.times ?? 0) !== times) throw new Error(`${id} ${bet} on ${draw.join('')}: ${hits[0]?.times} instead of ${times}`);
        hundredths += (hits[0]?.odds ?? 0n) * BigInt(times);
        if (paid > most) most = paid;
      }
      const price = pricesOf(rule, 'SEA').find(
        ({ key }) => key === (rule.kind === 'options' ? bet : rule.kind === 'box' ? ordersOf(bet) : 'all'),
      );
      expect(price?.return).toEqual(fraction(hundredths, 100n * BigInt(draws.length)));
      expect(maxPayout({ rule, mode: 'SEA', bets: [bet], stake: WHOLE })).toBe(most);
    }
  });

  test('the largest possible win of several bets is that of the best draw', () => {
    const bets = betsFor(rule);
    const ticket = { rule, mode: 'Lott', bets, stake: 3n * WHOLE } as const;
    const paid = allDraws(count).map((draw) => settleTicket(ticket, draw).paid);
    expect(maxPayout(ticket)).toBe(paid.reduce((most, one) => (one > most ? one : most)));
    expect(ticketCost(ticket)).toBe(3n * WHOLE * BigInt(bets.length));
  });
});

function ordersOf(number: string): string {
  const all = (rest: string): string[] =>
    rest === '' ? [''] : [...rest].flatMap((digit, n) => all(rest.slice(0, n) + rest.slice(n + 1)).map((tail) => digit + tail));
  return String(new Set(all(number)).size);
}

describe('numbered balls', () => {
  test('the chances of totals are those of all sets', () => {
    // sets[count][total]: how many sets of `count` numbers have this total.
    const sets = Array.from({ length: 21 }, () => new Array<bigint>(1411).fill(0n));
    (sets[0] as bigint[])[0] = 1n;
    for (let number = 1; number <= 80; number++)
      for (let count = Math.min(20, number); count > 0; count--) {
        const [to, from] = [sets[count] as bigint[], sets[count - 1] as bigint[]];
        for (let total = 1410; total >= number; total--) to[total] = (to[total] ?? 0n) + (from[total - number] ?? 0n);
      }
    const totals = sets[20] as bigint[];
    const all = totals.reduce((one, other) => one + other);
    const where = (holds: (total: number) => boolean) =>
      fraction(
        totals.reduce((found, ways, total) => (holds(total) ? found + ways : found), 0n),
        all,
      );
    const rule: Rule = { kind: 'balls', options: 'total' };
    const chance = (key: string) => priceOf(rule, 'SEA', key).tiers[0]?.chance;
    expect([chance('big'), chance('small'), chance('middle'), chance('odd'), chance('even')]).toEqual([
      where((total) => total > 810),
      where((total) => total < 810),
      where((total) => total === 810),
      where((total) => total % 2 === 1),
      where((total) => total % 2 === 0),
    ]);
  });

  test.each(['halves', 'parity'] as const)('the chances of %s are those of a draw ball by ball', (options) => {
    // Chance that `first` of the balls so far have the property, ball by ball.
    let chances = new Map<number, Fraction>([[0, fraction(1n)]]);
    for (let ball = 0; ball < 20; ball++) {
      const next = new Map<number, Fraction>();
      for (const [first, chance] of chances) {
        const left = BigInt(80 - ball);
        next.set(first + 1, add(next.get(first + 1) ?? fraction(0n), multiply(chance, fraction(BigInt(40 - first), left))));
        next.set(first, add(next.get(first) ?? fraction(0n), multiply(chance, fraction(BigInt(40 - (ball - first)), left))));
      }
      chances = next;
    }
    const where = (holds: (first: number) => boolean) =>
      [...chances].reduce((total, [first, chance]) => (holds(first) ? add(total, chance) : total), fraction(0n));
    const keys = options === 'halves' ? ['moreLow', 'moreHigh', 'level'] : ['moreOdd', 'moreEven', 'level'];
    expect(keys.map((key) => priceOf({ kind: 'balls', options }, 'SEA', key).tiers[0]?.chance)).toEqual([
      where((first) => first > 10),
      where((first) => first < 10),
      where((first) => first === 10),
    ]);
  });

  test.each(BALL_TYPES)('%s is settled as its words say on random draws', (id, { rule }) => {
    const stream = simulationStream(7);
    for (let round = 0; round < 200; round++) {
      const pool = Array.from({ length: 80 }, (_, n) => n + 1);
      const take = (count: number) => Array.from({ length: count }, () => pool.splice(stream.below(pool.length), 1)[0] ?? 0);
      const drawn = take(20);
      const numbers = drawn.map((number) => String(number).padStart(2, '0'));
      const total = sum(drawn);
      const [low, odd] = [drawn.filter((number) => number < 41).length, drawn.filter((number) => number % 2 === 1).length];
      if (rule.kind === 'spots') {
        const inside = stream.below(rule.picks + 1);
        const bet = [...numbers.slice(0, inside), ...take(rule.picks - inside).map((number) => String(number).padStart(2, '0'))]
          .sort()
          .join('-');
        const { hits } = settleTicket({ rule, mode: 'Elott', bets: [bet], stake: WHOLE }, numbers);
        const tier = priceOf(rule, 'Elott', 'all').tiers.find(({ key }) => key === String(inside));
        expect([bet, hits[0]?.odds]).toEqual([bet, tier?.odds]);
        continue;
      }
      const wins: Record<string, Record<string, boolean>> = {
        total: { big: total > 810, small: total < 810, middle: total === 810, odd: total % 2 === 1, even: total % 2 === 0 },
        halves: { moreLow: low > 10, moreHigh: low < 10, level: low === 10 },
        parity: { moreOdd: odd > 10, moreEven: odd < 10, level: odd === 10 },
      };
      const { hits } = settleTicket({ rule, mode: 'Elott', bets: betsFor(rule), stake: WHOLE }, numbers);
      expect(hits.map(({ bet }) => bet)).toEqual(betsFor(rule).filter((bet) => wins[id]?.[bet]));
    }
  });

  test.each(Array.from({ length: 10 }, (_, n) => n + 1))('%i marks return what their chances say', (picks) => {
    const price = priceOf({ kind: 'spots', picks }, 'Elott', 'all');
    const returned = price.tiers.reduce(
      (total, { key, odds }) => add(total, multiply(kenoChance(picks, Number(key)), fraction(odds, 100n))),
      fraction(0n),
    );
    expect(price.return).toEqual(returned);
  });
});

test.each(['Lott', 'ZY', 'Elott', 'SEA'] as const)(
  'no price of %s returns more than its mode, or less than 90 %%, and each prize is above the stake',
  (mode) => {
    const percent = { Lott: 97n, ZY: 98n, Elott: 96n, SEA: 95n }[mode];
    for (const { rule } of ALL_TERMS.flatMap((terms) => bookOf(terms).playTypes))
      for (const price of pricesOf(rule, mode)) {
        expect(isLess(fraction(percent, 100n), price.return)).toBe(false);
        expect(isLess(price.return, fraction(90n, 100n))).toBe(false);
        if (rule.kind !== 'spots') expect(price.tiers.every(({ odds }) => odds > 100n)).toBe(true);
        const { top } = price;
        expect((maxStakeFor(price) * top) / 100n).toBeLessThanOrEqual(100_000n * WHOLE);
      }
  },
);

describe('an entry', () => {
  const three: Rule = { kind: 'number', starts: [0], length: 3 };
  const problems = (rule: Rule, text: string) =>
    parseEntry(rule, text).malformed.map(({ place, text: part, problem }) => [place, part, problem]);

  test.each(LOTTERY_VARIANTS)('the bets of a ticket of %s are an entry of the same bets', (variant) => {
    for (const { rule, example } of playTypesOf({ variant })) {
      const { bets } = parseEntry(rule, example);
      expect(bets.length).toBeGreaterThan(0);
      expect(parseEntry(rule, bets.join(' '))).toEqual({ bets, malformed: [], repeated: 0 });
    }
  });

  test('thousands of pasted numbers are read, each once', () => {
    const all = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0'));
    for (const separator of [' ', ',', ';', '\n', '\r\n', '\t', ', ', '，', '、', '；'])
      expect(parseEntry(three, [...all, ...all].join(separator))).toEqual({ bets: all, malformed: [], repeated: 1000 });
    expect(parseEntry(three, '１２３').bets).toEqual(['123']);
    expect(parseEntry(three, ' \n ')).toEqual({ bets: [], malformed: [], repeated: 0 });
  });

  test('every part is a bet or is named with its place and its problem', () => {
    expect(problems(three, '123 12 1234 12a -12 1//2 1/2 12*')).toEqual([
      [2, '12', 'length'],
      [3, '1234', 'length'],
      [4, '12a', 'characters'],
      [5, '-12', 'characters'],
      [6, '1//2', 'length'],
      [7, '1/2', 'length'],
      [8, '12*', 'characters'],
    ]);
    expect(problems({ ...three, kind: 'roll' }, '12* *1* 12 123 1**')).toEqual([
      [2, '*1*', 'characters'],
      [3, '12', 'characters'],
      [4, '123', 'characters'],
      [5, '1**', 'characters'],
    ]);
    expect(problems({ kind: 'spots', picks: 2 }, '1-80 0-5 81-2 7-07 5 5- a-b 100-2')).toEqual([
      [2, '0-5', 'range'],
      [3, '81-2', 'range'],
      [4, '7-07', 'same'],
      [5, '5', 'length'],
      [6, '5-', 'length'],
      [7, 'a-b', 'characters'],
      [8, '100-2', 'range'],
    ]);
    expect(problems({ kind: 'balls', options: 'halves' }, 'moreLow big toString')).toEqual([
      [2, 'big', 'option'],
      [3, 'toString', 'option'],
    ]);
    expect(parseEntry(three, 'x'.repeat(5000)).malformed[0]?.text.length).toBe(32);
  });

  test('groups of digits are every number of them, more marks every choice of them', () => {
    expect(parseEntry(three, '12/3/45').bets).toEqual(['134', '135', '234', '235']);
    expect(parseEntry(three, '11/3/4').bets).toEqual(['134']);
    expect(parseEntry({ ...three, kind: 'box' }, '321 12/12/3')).toEqual({ bets: ['123', '113', '223'], malformed: [], repeated: 2 });
    expect(parseEntry({ kind: 'spots', picks: 2 }, '3-1-2 02-1')).toEqual({
      bets: ['01-02', '01-03', '02-03'],
      malformed: [],
      repeated: 1,
    });
  });

  test('a ticket has at most 10,000 bets', () => {
    const four: Rule = { kind: 'number', starts: [0], length: 4 };
    const every = Array.from({ length: 4 }, () => '0123456789').join('/');
    expect(parseEntry(four, `${every} 1234`)).toMatchObject({ malformed: [], repeated: 1 });
    expect(parseEntry(four, every).bets.length).toBe(10_000);
    const marks = Array.from({ length: 20 }, (_, n) => n + 1).join('-');
    expect(problems({ kind: 'spots', picks: 10 }, marks)).toEqual([[1, marks.slice(0, 32), 'many']]);
    expect(problems({ kind: 'spots', picks: 5 }, `${marks} 1-2-3-4-5`)).toEqual([[1, marks.slice(0, 32), 'many']]);
  });

  test('each pasted part is a bet, repeated or malformed, and bets read again are the same', () => {
    const stream = simulationStream(99);
    const alphabet = [...'0123456789*/- ,;ab\n'];
    const rules = ALL_TERMS.flatMap((terms) => bookOf(terms).playTypes.map(({ rule }) => rule));
    for (const rule of rules)
      for (let round = 0; round < 30; round++) {
        const text = Array.from({ length: stream.below(60) }, () => alphabet[stream.below(alphabet.length)]).join('');
        const { bets, malformed } = parseEntry(rule, text);
        const parts = text.split(/[\s,;]+/).filter(Boolean);
        for (const { place, text: part } of malformed) expect(part).toBe(parts[place - 1]?.slice(0, 32));
        if (malformed.length < parts.length) expect(bets.length).toBeGreaterThan(0);
        expect(parseEntry(rule, bets.join(' '))).toEqual({ bets, malformed: [], repeated: 0 });
      }
  });
});

test('a prize is the exact sum of its bets, rounded down to the coin once', () => {
  const rule: Rule = { kind: 'number', starts: [0, 1, 2, 3], length: 1 };
  const draw = ['4', '4', '7', '2'];
  // 2.37 a hit in SEA: three hits of 0.01 are 7.11 cents, of which 7 are paid.
  const odds = pricesOf(rule, 'SEA')[0]?.tiers[0]?.odds;
  expect(odds).toBe(237n);
  expect(settleTicket({ rule, mode: 'SEA', bets: ['4', '7'], stake: 100n }, draw).paid).toBe(700n);
  expect(settleTicket({ rule, mode: 'SEA', bets: ['4', '7'], stake: 50_000n * WHOLE }, draw, 10_000n).paid).toBe(355_500n * WHOLE);
  expect(settleTicket({ rule, mode: 'SEA', bets: ['0', '1'], stake: WHOLE }, draw)).toEqual({ hits: [], paid: 0n });
});

test('the largest win of bets on the total of 20 balls is that of a draw which both win', () => {
  const rule: Rule = { kind: 'balls', options: 'total' };
  // Pairs of 1 and 80, 2 and 79 and so on: the total is 810.
  const middle = Array.from({ length: 10 }, (_, n) => [n + 1, 80 - n]).flat();
  // The total is 211. Odd pays slightly more than even.
  const low = [...Array.from({ length: 19 }, (_, n) => n + 1), 21];
  const paid = (bets: readonly string[], drawn: readonly number[]) =>
    settleTicket(
      { rule, mode: 'Elott', bets, stake: WHOLE },
      drawn.map((number) => String(number).padStart(2, '0')),
    ).paid;
  const most = (bets: readonly string[]) => maxPayout({ rule, mode: 'Elott', bets, stake: WHOLE });
  expect(most(['middle', 'even', 'big'])).toBe(paid(['middle', 'even'], middle));
  expect(most(['middle', 'odd'])).toBe(paid(['middle'], middle));
  expect(most(['small', 'even', 'odd'])).toBe(paid(['small', 'even', 'odd'], low));
});

test('a slip names the win of which rounding takes more than a hundredth', () => {
  const odds = { big: { all: '196' }, number: { all: '980' } };
  expect(roundedWin({ stake: WHOLE / 100n, odds }, WHOLE / 100n)).toEqual({ odds: 196n, paid: WHOLE / 100n });
  expect(roundedWin({ stake: WHOLE / 10n, odds }, WHOLE / 100n)).toEqual({ odds: 196n, paid: (WHOLE * 19n) / 100n });
  expect(roundedWin({ stake: WHOLE, odds }, WHOLE / 100n)).toBeUndefined();
  expect(roundedWin({ stake: WHOLE, odds: {} }, WHOLE / 100n)).toBeUndefined();
});
