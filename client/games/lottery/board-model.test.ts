import { expect, test } from 'vitest';
import { LOTTERY_VARIANTS } from '../../../shared/games/catalogue.ts';
import { parseEntry } from '../../../shared/games/lottery/entry.ts';
import { playTypesOf } from '../../../shared/games/lottery/order.ts';
import { simulationStream } from '../../../shared/games/simulation-stream.ts';
import { boardOf, entryOf, quickPicked } from './board-model.ts';

const sets = (...values: readonly string[]) => values.map((value) => new Set(value.split(' ').filter(Boolean)));

test('everything that is chosen on a board is an entry without malformed parts', () => {
  const stream = simulationStream(5);
  for (const variant of LOTTERY_VARIANTS)
    for (const { id, rule } of playTypesOf({ variant })) {
      const board = boardOf(rule);
      let bets = 0;
      for (let round = 0; round < 12; round++) {
        const count = board.kind === 'marks' ? Math.min(board.picks + 2, 11) : 1 + stream.below(3);
        const chosen = board.rows.map(({ values }) => {
          const pool = [...values];
          return new Set(Array.from({ length: Math.min(count, pool.length) }, () => pool.splice(stream.below(pool.length), 1)[0] ?? ''));
        });
        const read = parseEntry(rule, entryOf(board, chosen));
        expect([variant, id, read.malformed]).toEqual([variant, id, []]);
        bets += read.bets.length;
      }
      expect([variant, id, bets > 0]).toEqual([variant, id, true]);
    }
});

test('rows are combined, marks are joined, and an incomplete choice is no entry', () => {
  const board = boardOf({ kind: 'number', starts: [0], length: 2 });
  expect(entryOf(board, sets('1 2', '3'))).toBe('12/3');
  expect(entryOf(board, sets('1', ''))).toBe('');
  const roll = boardOf({ kind: 'roll', starts: [0], length: 2 });
  expect(entryOf(roll, sets('1 *', '3 *'))).toBe('1* *3');
  const race = boardOf({ kind: 'small', of: 10, isDice: false, places: [0, 1], bets: 'exact', picks: 2 });
  expect(entryOf(race, sets('01 02', '02 03'))).toBe('01-02 01-03 02-03');
  const marks = boardOf({ kind: 'parlay', prizes: 27, picks: 2 });
  expect(entryOf(marks, sets('05'))).toBe('');
  expect(entryOf(marks, sets('05 00 17'))).toBe('00-05-17');
});

test('quick picks choose halves and parities', () => {
  const digits = [...'0123456789'];
  expect(['all', 'big', 'small', 'odd', 'even', 'clear'].map((pick) => quickPicked(pick as 'all', digits).join(''))).toEqual([
    '0123456789',
    '56789',
    '01234',
    '13579',
    '02468',
    '',
  ]);
});
