import { DECK, suitOf } from '../duel.ts';
import { fraction } from '../fraction.ts';
import { dealFromShoe, faceOf, SHOE_CARDS, SHOE_DECKS } from './shoe.ts';
import type { TableRules } from './table-rules.ts';

export interface DragonTigerOutcome {
  readonly game: 'dragontiger';
  readonly dragon: number;
  readonly tiger: number;
}
export type DragonTigerWinner = 'dragon' | 'tiger' | 'tie';

/** Multiples of the stake in hundredths, stake included. On a tie half of a bet on a side is refunded. */
const HALF = 50;
const PAYS = {
  dragon: 200,
  tiger: 200,
  tie: 1200,
  'suited-tie': 5100,
  'dragon-big': 200,
  'dragon-small': 200,
  'tiger-big': 200,
  'tiger-small': 200,
} as const;
const MIDDLE = 7;

export const DRAGON_TIGER: TableRules<DragonTigerOutcome> = {
  spots: Object.entries(PAYS).map(([id, pays]) => ({ id, pays })),
  deal(stream) {
    const [dragon = 0, tiger = 0] = dealFromShoe(stream, 2);
    return { game: 'dragontiger', dragon, tiger };
  },
  pays: (outcome, spot) => (spot in PAYS ? paysOf(outcome, spot as keyof typeof PAYS) : 0),
  returns: () =>
    new Map(DRAGON_TIGER.spots.map(({ id }) => [id, fraction(BigInt(everyPair(id)), BigInt(SHOE_CARDS * (SHOE_CARDS - 1) * 100))])),
};

export function dragonTigerWinner({ dragon, tiger }: DragonTigerOutcome): DragonTigerWinner {
  const [one, other] = [faceOf(dragon), faceOf(tiger)];
  if (one === other) return 'tie';
  return one > other ? 'dragon' : 'tiger';
}

function paysOf(outcome: DragonTigerOutcome, spot: keyof typeof PAYS): number {
  const winner = dragonTigerWinner(outcome);
  switch (spot) {
    case 'dragon':
    case 'tiger':
      if (winner === 'tie') return HALF;
      return winner === spot ? PAYS[spot] : 0;
    case 'tie':
      return winner === 'tie' ? PAYS.tie : 0;
    case 'suited-tie':
      return winner === 'tie' && suitOf(outcome.dragon) === suitOf(outcome.tiger) ? PAYS[spot] : 0;
    default: {
      const [side, size] = spot.split('-') as ['dragon' | 'tiger', 'big' | 'small'];
      const face = faceOf(outcome[side]);
      return (size === 'big' ? face > MIDDLE : face < MIDDLE) ? PAYS[spot] : 0;
    }
  }
}

/** The total payout of a spot over all ordered pairs of cards of the shoe, in hundredths. */
function everyPair(spot: string): number {
  let sum = 0;
  for (let dragon = 0; dragon < DECK; dragon++)
    for (let tiger = 0; tiger < DECK; tiger++) {
      const ways = SHOE_DECKS * (SHOE_DECKS - Number(dragon === tiger));
      sum += ways * DRAGON_TIGER.pays({ game: 'dragontiger', dragon, tiger }, spot);
    }
  return sum;
}
