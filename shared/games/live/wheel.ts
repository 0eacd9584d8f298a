import { POCKETS, ROULETTE_SPOTS, rouletteSpot, spotReturn } from '../roulette.ts';
import type { TableRules } from './table-rules.ts';

export interface WheelOutcome {
  readonly game: 'wheel';
  readonly pocket: number;
}

/** The spots of a single-zero wheel, as in the single-player game. */
export const WHEEL_TABLE: TableRules<WheelOutcome> = {
  spots: ROULETTE_SPOTS.map(({ id, odds }) => ({ id, pays: (odds + 1) * 100 })),
  deal: (stream) => ({ game: 'wheel', pocket: stream.below(POCKETS) }),
  pays({ pocket }, id) {
    const spot = rouletteSpot(id);
    return spot?.numbers.includes(pocket) ? (spot.odds + 1) * 100 : 0;
  },
  returns: () => new Map(ROULETTE_SPOTS.map((spot) => [spot.id, spotReturn(spot)])),
};
