import { drawDistinct, fairStream } from '../fairness.ts';

/** `digits`: a number of digits, each 0 to 9, with repeats. `balls`: distinct numbers from 1 to `of`, in the order drawn. */
export type DrawTerms =
  | { readonly mode: 'digits'; readonly count: number }
  | { readonly mode: 'balls'; readonly count: number; readonly of: number };

/** The drawn numbers in display format, a pure function of terms, seed and id. */
export function playDraw(terms: DrawTerms, serverSeed: string, eventId: string): readonly string[] {
  const stream = fairStream(serverSeed, eventId, 0);
  if (terms.mode === 'digits') return Array.from({ length: terms.count }, () => String(stream.below(10)));
  const width = String(terms.of).length;
  return drawDistinct(stream, terms.of, terms.count).map((number) => String(number).padStart(width, '0'));
}
