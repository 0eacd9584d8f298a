import { DECK, rankOf } from '../duel.ts';
import type { FairStream } from '../fairness.ts';

/** Every round is dealt from a freshly shuffled shoe of eight decks, so rounds are independent. */
export const SHOE_DECKS = 8;
export const SHOE_CARDS = SHOE_DECKS * DECK;

/** The first cards of a shuffled shoe, 0 to 51 as in the other games. The same card may come from several decks. */
export function dealFromShoe(stream: FairStream, count: number): readonly number[] {
  const taken: number[] = [];
  return Array.from({ length: count }, (_, drawn) => {
    // Index among the remaining cards, shifted past the dealt ones.
    let place = stream.below(SHOE_CARDS - drawn);
    for (const before of taken) if (place >= before) place += 1;
    taken.push(place);
    taken.sort((one, other) => one - other);
    return place % DECK;
  });
}

/** Ace 1, two 2, ... king 13. */
export function faceOf(card: number): number {
  return ((rankOf(card) + 1) % 13) + 1;
}
