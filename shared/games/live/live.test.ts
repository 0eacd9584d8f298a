import { describe, expect, test } from 'vitest';
import { streamOf } from '../fairness.ts';
import { add, type Fraction, fraction, toPercent } from '../fraction.ts';
import { simulationStream } from '../simulation-stream.ts';
import { BACCARAT, type BaccaratOutcome, baccaratChances, baccaratWinner, bankerDraws, handPoints } from './baccarat.ts';
import { dealFromShoe } from './shoe.ts';
import { playTableRound, spotMost, TABLE_TIMES, tablePayout, tableReturnRange, tableReturns, tableRules, tableSpot } from './table.ts';
import { TABLE_GAMES } from './table-games.ts';

const number = ({ top, bottom }: Fraction) => Number((top * 10n ** 12n) / bottom) / 1e12;
const percents = (game: (typeof TABLE_GAMES)[number]) =>
  Object.fromEntries([...tableReturns(game)].map(([id, value]) => [id, toPercent(value)]));

describe('exact returns', () => {
  test('of baccarat are the known ones of eight decks', () => {
    const { player, banker, tie } = baccaratChances();
    expect(add(add(player, banker), tie)).toEqual(fraction(1n));
    expect([number(banker), number(player), number(tie)].map((chance) => chance.toFixed(6))).toEqual(['0.458597', '0.446247', '0.095156']);
    expect(percents('baccarat')).toEqual({
      player: '98.76',
      banker: '98.94',
      tie: '85.64',
      'player-pair': '89.64',
      'banker-pair': '89.64',
    });
  });

  test('of dragon tiger', () => {
    const sizes = Object.fromEntries(['dragon-big', 'dragon-small', 'tiger-big', 'tiger-small'].map((id) => [id, '92.31']));
    expect(percents('dragontiger')).toEqual({ dragon: '96.27', tiger: '96.27', tie: '89.64', 'suited-tie': '86.02', ...sizes });
  });

  test('of sic bo', () => {
    const all = percents('sicbo');
    expect(Object.keys(all)).toHaveLength(4 + 6 + 6 + 1 + 14 + 15 + 6);
    expect(all).toMatchObject({ small: '97.22', big: '97.22', odd: '97.22', even: '97.22', 'pair-1-2': '97.22', 'single-6': '92.13' });
    expect(all).toMatchObject({ 'double-3': '88.89', 'triple-3': '83.80', 'any-triple': '88.89', 'total-4': '87.50', 'total-17': '87.50' });
    expect([5, 6, 7, 8, 9, 10].map((total) => all[`total-${total}`])).toEqual(['88.89', '87.96', '90.28', '87.50', '92.59', '87.50']);
  });

  test('of the wheel', () => {
    expect(new Set(Object.values(percents('wheel')))).toEqual(new Set(['97.30']));
  });

  test('have a lowest and a highest one', () => {
    expect(TABLE_GAMES.map((game) => tableReturnRange(game).map(toPercent))).toEqual([
      ['85.64', '98.94'],
      ['86.02', '96.27'],
      ['83.80', '97.22'],
      ['97.30', '97.30'],
    ]);
  });
});

describe.each(TABLE_GAMES)('simulated rounds of %s', (game) => {
  test('pay every spot as computed, within four standard errors', () => {
    const rules = tableRules(game);
    const spots = game === 'wheel' ? rules.spots.filter(({ id }) => /^(straight-7|red|dozen-2|corner-16)$/.test(id)) : rules.spots;
    const sums = new Map(spots.map(({ id }) => [id, { sum: 0, squares: 0 }]));
    const stream = simulationStream(20_261);
    const rounds = 20_000;
    for (let round = 0; round < rounds; round++) {
      const outcome = rules.deal(stream);
      for (const [id, totals] of sums) {
        const pays = rules.pays(outcome, id) / 100;
        totals.sum += pays;
        totals.squares += pays * pays;
      }
    }
    for (const [id, { sum, squares }] of sums) {
      const mean = sum / rounds;
      const error = Math.sqrt((squares / rounds - mean * mean) / rounds);
      expect(Math.abs(mean - number(tableReturns(game).get(id) ?? fraction(0n))), id).toBeLessThan(4 * error);
    }
  });

  test('are decided by seed and round alone', () => {
    expect(tableRules(game).deal).toHaveLength(1);
    expect(playTableRound).toHaveLength(3);
    const seed = 'ab'.repeat(32);
    const some = Array.from({ length: 30 }, (_, index) => playTableRound(game, seed, `T-${index}`));
    expect(Array.from({ length: 30 }, (_, index) => playTableRound(game, seed, `T-${index}`))).toEqual(some);
    expect(new Set(some.map((outcome) => JSON.stringify(outcome))).size).toBeGreaterThan(10);
  });

  test('leave time for bets and for the result, and divide a day', () => {
    const { cycle, betting } = TABLE_TIMES[game];
    expect(86_400 % cycle).toBe(0);
    expect(cycle - betting).toBeGreaterThanOrEqual(10);
  });
});

describe('baccarat', () => {
  /** The card of a rank in spades: ace 1 to king 13. */
  const card = (face: number) => (face + 11) % 13;
  /** A stream that deals these ranks in order. */
  function deal(...faces: number[]): BaccaratOutcome {
    const pool = Array.from({ length: 416 }, (_, index) => index);
    const picks = faces.map(
      (face) =>
        pool.splice(
          pool.findIndex((place) => place % 52 === card(face)),
          1,
        )[0] ?? 0,
    );
    const open = Array.from({ length: 416 }, (_, index) => index);
    const words = picks.map((pick) => {
      const at = open.indexOf(pick);
      open.splice(at, 1);
      return at;
    });
    return BACCARAT.deal(streamOf(() => words.shift() ?? 0));
  }

  test.each<[string, number[], number, number, string]>([
    ['a natural ends it', [5, 2, 4, 3, 9, 9], 2, 2, 'player'],
    ["the banker's natural ends it", [1, 4, 1, 4, 9, 9], 2, 2, 'banker'],
    ['the player stands on six, the banker draws to five', [3, 2, 3, 3, 1, 9], 2, 3, 'tie'],
    ['both stand', [3, 4, 3, 3, 9, 9], 2, 2, 'banker'],
    ['the banker stands on three against an eight', [2, 1, 3, 2, 8, 9], 3, 2, 'tie'],
    ['the banker draws on three against a nine', [2, 1, 3, 2, 9, 9], 3, 3, 'player'],
    ['the banker draws on six against a seven', [10, 3, 4, 3, 7, 1], 3, 3, 'banker'],
    ['the banker stands on six against a five', [10, 3, 4, 3, 5, 1], 3, 2, 'player'],
  ])('%s', (_name, faces, players, bankers, winner) => {
    const outcome = deal(...faces);
    expect([outcome.player.length, outcome.banker.length, baccaratWinner(outcome)]).toEqual([players, bankers, winner]);
  });

  test('the banker draws by the table', () => {
    const drawsOn = (points: number) => [undefined, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((third) => bankerDraws(points, third));
    expect([3, 4, 5, 6, 7].map(drawsOn)).toEqual([
      [undefined, 0, 1, 2, 3, 4, 5, 6, 7, 9],
      [undefined, 2, 3, 4, 5, 6, 7],
      [undefined, 4, 5, 6, 7],
      [6, 7],
      [],
    ]);
  });

  test('a tie refunds both sides; the commission is five per cent', () => {
    const tie = deal(3, 2, 3, 3, 1, 9);
    expect(handPoints(tie.player)).toBe(6);
    const chips = [
      { spot: 'player', stake: 10_000n },
      { spot: 'banker', stake: 20_000n },
      { spot: 'tie', stake: 10_000n },
      { spot: 'player-pair', stake: 10_000n },
    ];
    expect(tablePayout(tie, chips)).toBe(10_000n + 20_000n + 90_000n + 120_000n);
    expect(tablePayout(deal(3, 4, 3, 3, 9, 9), chips)).toBe(39_000n + 120_000n);
  });
});

test('a shoe holds each card eight times', () => {
  const cards = dealFromShoe(simulationStream(3), 416);
  const counts = new Map<number, number>();
  for (const one of cards) counts.set(one, (counts.get(one) ?? 0) + 1);
  expect([counts.size, new Set(counts.values())]).toEqual([52, new Set([8])]);
});

test('long shots have a lower limit; unknown spots are refused', () => {
  const [tie, banker] = [tableSpot('baccarat', 'tie'), tableSpot('baccarat', 'banker')];
  expect(tie && spotMost(tie, 500n)).toBe(100n);
  expect(banker && spotMost(banker, 500n)).toBe(500n);
  expect(tableSpot('baccarat', 'toString')).toBeUndefined();
  expect(tablePayout({ game: 'dragontiger', dragon: 0, tiger: 1 }, [{ spot: 'constructor', stake: 1n }])).toBe(0n);
});
