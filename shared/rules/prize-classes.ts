/** A draw of 23 prizes of four digits in five classes, as the lotteries of South-East Asia have it. */
export const CLASSED_PRIZES = 23;
export const CLASSED_DIGITS = 4;

export type PrizeClassName = 'first' | 'second' | 'third' | 'starter' | 'consolation';

export interface PrizeClass {
  readonly name: PrizeClassName;
  /** Places in the draw, from 0. */
  readonly from: number;
  readonly count: number;
}

/** Prizes of a draw by their class, in the order drawn. */
export const PRIZE_CLASSES: readonly PrizeClass[] = [
  { name: 'first', from: 0, count: 1 },
  { name: 'second', from: 1, count: 1 },
  { name: 'third', from: 2, count: 1 },
  { name: 'starter', from: 3, count: 10 },
  { name: 'consolation', from: 13, count: 10 },
];

/** Whether a draw has prizes in these classes. */
export function hasPrizeClasses(numbers: readonly string[]): boolean {
  return numbers.length === CLASSED_PRIZES && numbers.every((number) => number.length === CLASSED_DIGITS);
}

/** The numbers of a draw by the classes of their prizes; undefined for a draw without classes. */
export function inPrizeClasses(
  numbers: readonly string[],
): readonly { readonly name: PrizeClassName; readonly numbers: readonly string[] }[] | undefined {
  if (!hasPrizeClasses(numbers)) return undefined;
  return PRIZE_CLASSES.map(({ name, from, count }) => ({ name, numbers: numbers.slice(from, from + count) }));
}
