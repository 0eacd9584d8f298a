import { drawDistinct, type FairStream, fairStream } from '../fairness.ts';
import { asciiBytes, fromHex, hmacSha256, toHex } from '../sha256.ts';

/**
 * `digits`: a number of digits, each 0 to 9, with repeats. `balls`: distinct numbers from 1 to `of`, in the order drawn. `prizes`: one
 * number for each prize, from the special prize on, of so many digits. `dice`: a number of dice, each 1 to 6.
 */
export type DrawTerms =
  | { readonly mode: 'digits'; readonly count: number }
  | { readonly mode: 'balls'; readonly count: number; readonly of: number }
  | { readonly mode: 'prizes'; readonly digits: readonly number[] }
  | { readonly mode: 'dice'; readonly count: number };

const DIE = 6;

/**
 * The seed of a draw from its link of the chain. The chain has links of its own, because the published hash of a seed must not be the seed
 * of the draw before: several draws are announced at a time.
 */
export function seedOfLink(link: string): string {
  return toHex(hmacSha256(fromHex(link), asciiBytes('draw')));
}

/** The drawn numbers in display format, a pure function of terms, seed and id. Nothing about bets is an input. */
export function playDraw(terms: DrawTerms, serverSeed: string, eventId: string): readonly string[] {
  return drawFrom(terms, fairStream(serverSeed, eventId, 0));
}

/** The numbers that a stream decides. */
export function drawFrom(terms: DrawTerms, stream: FairStream): readonly string[] {
  const digits = (count: number) => Array.from({ length: count }, () => String(stream.below(10)));
  switch (terms.mode) {
    case 'digits':
      return digits(terms.count);
    case 'prizes':
      return terms.digits.map((count) => digits(count).join(''));
    case 'dice':
      return Array.from({ length: terms.count }, () => String(1 + stream.below(DIE)));
    case 'balls': {
      const width = String(terms.of).length;
      return drawDistinct(stream, terms.of, terms.count).map((number) => String(number).padStart(width, '0'));
    }
  }
}
