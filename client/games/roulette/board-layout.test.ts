import { expect, test } from 'vitest';
import { ROULETTE_SPOTS } from '../../../shared/games/roulette.ts';
import { BOARD, type Direction, neighbour, type SpotBox } from './board-layout.ts';

/** The spot under a point: border spots lie on top of the faces. */
function spotAt(along: number, across: number): SpotBox | undefined {
  const under = BOARD.filter(
    (box) => Math.abs(along - box.along) <= box.alongSize / 2 && Math.abs(across - box.across) <= box.acrossSize / 2,
  );
  return under.find((box) => !box.face) ?? under[0];
}

const idAt = (along: number, across: number) => spotAt(along, across)?.spot.id;

test('every spot of the rules is on the table and found at its centre', () => {
  expect(BOARD).toHaveLength(ROULETTE_SPOTS.length);
  for (const box of BOARD) expect(idAt(box.along, box.across)).toBe(box.spot.id);
});

test('no two faces overlap, and no two border spots', () => {
  for (const one of BOARD) {
    for (const other of BOARD) {
      if (one === other || one.face !== other.face) continue;
      const apartAlong = Math.abs(one.along - other.along) >= (one.alongSize + other.alongSize) / 2 - 1e-9;
      const apartAcross = Math.abs(one.across - other.across) >= (one.acrossSize + other.acrossSize) / 2 - 1e-9;
      expect(apartAlong || apartAcross, `${one.spot.id} and ${other.spot.id}`).toBe(true);
    }
  }
});

test.each([
  [0.4, 1.5, 'straight-0'],
  [1.5, 0.5, 'straight-1'],
  [6.5, 1.5, 'straight-17'],
  [12.5, 2.5, 'straight-36'],
  [7, 1.5, 'split-17-20'],
  [6.5, 2, 'split-17-18'],
  [7, 1, 'corner-16'],
  [6.5, 0, 'street-16'],
  [7, 0, 'line-16'],
  [1, 2.5, 'split-0-3'],
  [1, 1, 'street-0-1-2'],
  [1, 0, 'corner-0'],
  [3, -0.5, 'dozen-1'],
  [13.5, 0.5, 'column-1'],
  [6, -1.5, 'red'],
  [12, -1.5, 'high'],
])('at %d, %d lies %s', (along, across, id) => {
  expect(idAt(along, across)).toBe(id);
});

test('points outside the table have no spot', () => {
  expect(spotAt(13.5, -1)).toBeUndefined();
  expect(spotAt(0.3, -1)).toBeUndefined();
});

test('the arrow keys reach every spot from zero', () => {
  const start = BOARD[0];
  const reached = new Set(start ? [start] : []);
  for (const box of reached) {
    for (const direction of ['along', 'back', 'up', 'down'] satisfies Direction[]) {
      const next = neighbour(box, direction);
      if (next) reached.add(next);
    }
  }
  expect(BOARD.filter((box) => !reached.has(box)).map((box) => box.spot.id)).toEqual([]);
});
