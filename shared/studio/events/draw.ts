import { drawDistinct, fairStream } from '../fairness.ts';

/** `digits`: that many digits, each 0 to 9, repeats allowed. `balls`: so many different numbers of 1 to `of`, as they come. */
export type DrawTerms =
  | { readonly mode: 'digits'; readonly count: number }
  | { readonly mode: 'balls'; readonly count: number; readonly of: number };

/** The numbers of a draw as they are shown, a pure function of its terms, its seed and its id. */
export function playDraw(terms: DrawTerms, serverSeed: string, eventId: string): readonly string[] {
  const stream = fairStream(serverSeed, eventId, 0);
  if (terms.mode === 'digits') return Array.from({ length: terms.count }, () => String(stream.below(10)));
  const width = String(terms.of).length;
  return drawDistinct(stream, terms.of, terms.count).map((number) => String(number).padStart(width, '0'));
}
