import { ROULETTE_SPOTS, type RouletteSpot } from '../../../shared/games/roulette.ts';

/**
 * Where a spot lies on the table, in cells. `along` runs from zero (0 to 1) over the twelve rows of three (1 to 13) to
 * the column bets (13 to 14); `across` from the even-money bets (-2 to -1) over the dozens (-1 to 0) to the numbers
 * (0 to 3, low number first). Portrait and landscape are two views of the same coordinates.
 */
export interface SpotBox {
  readonly spot: RouletteSpot;
  readonly along: number;
  readonly across: number;
  readonly alongSize: number;
  readonly acrossSize: number;
  /** A face of the table; the others lie on the borders between faces. */
  readonly face: boolean;
}

export type Direction = 'along' | 'back' | 'up' | 'down';

const EDGE = 0.42;
const EDGE_ACROSS = 0.3;
const EVEN_MONEY = ['low', 'even', 'red', 'black', 'odd', 'high'];

export const BOARD: readonly SpotBox[] = ROULETTE_SPOTS.map(boxOf);

/** The nearest spot in a direction, for the arrow keys; undefined at the border of the table. */
export function neighbour(from: SpotBox, direction: Direction, boxes: readonly SpotBox[] = BOARD): SpotBox | undefined {
  const [stepAlong, stepAcross] = { along: [1, 0], back: [-1, 0], up: [0, 1], down: [0, -1] }[direction] as [number, number];
  let best: SpotBox | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const box of boxes) {
    const along = box.along - from.along;
    const across = box.across - from.across;
    const ahead = along * stepAlong + across * stepAcross;
    const aside = Math.abs(along * stepAcross) + Math.abs(across * stepAlong);
    const cost = ahead + aside * 3;
    if (ahead > 0.05 && aside <= ahead * 2 && cost < bestCost) [best, bestCost] = [box, cost];
  }
  return best;
}

function boxOf(spot: RouletteSpot): SpotBox {
  const [low = 0] = spot.numbers;
  const [, second = 0] = spot.numbers;
  const face = (along: number, across: number, alongSize: number, acrossSize: number): SpotBox => ({
    spot,
    along,
    across,
    alongSize,
    acrossSize,
    face: true,
  });
  const edge = (along: number, across: number, alongSize: number, acrossSize: number): SpotBox => ({
    spot,
    along,
    across,
    alongSize,
    acrossSize,
    face: false,
  });
  switch (spot.kind) {
    case 'straight':
      return low === 0 ? face(0.5, 1.5, 1, 3) : face(rowOf(low) + 0.5, columnOf(low) + 0.5, 1, 1);
    case 'split':
      if (low === 0) return edge(1, columnOf(second) + 0.5, EDGE, 0.44);
      return second === low + 1
        ? edge(rowOf(low) + 0.5, columnOf(second), 0.5, EDGE_ACROSS)
        : edge(rowOf(second), columnOf(low) + 0.5, EDGE, 0.5);
    case 'street':
      return low === 0 ? edge(1, second, EDGE, EDGE_ACROSS) : edge(rowOf(low) + 0.5, 0, 0.5, EDGE_ACROSS);
    case 'corner':
      return low === 0 ? edge(1, 0, EDGE, EDGE_ACROSS) : edge(rowOf(low) + 1, columnOf(low) + 1, EDGE, EDGE_ACROSS);
    case 'line':
      return edge(rowOf(low) + 1, 0, EDGE, EDGE_ACROSS);
    case 'dozen':
      return face(rowOf(low) + 2, -0.5, 4, 1);
    case 'column':
      return face(13.5, columnOf(low) + 0.5, 1, 1);
    case 'even-money':
      return face(2 + EVEN_MONEY.indexOf(spot.id) * 2, -1.5, 2, 1);
  }
}

function rowOf(number: number): number {
  return Math.ceil(number / 3);
}
function columnOf(number: number): number {
  return (number - 1) % 3;
}
