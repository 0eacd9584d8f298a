import { KENO_MAX_PICKS, KENO_NUMBERS } from '../../../shared/games/keno.ts';

const COLUMNS = 10;

/** Adds or removes a number, in ascending order; undefined when ten are already picked. */
export function togglePick(picks: readonly number[], number: number): readonly number[] | undefined {
  if (picks.includes(number)) return picks.filter((pick) => pick !== number);
  if (picks.length >= KENO_MAX_PICKS) return undefined;
  return [...picks, number].sort((one, other) => one - other);
}

/** Ten different random numbers. They do not affect the draw, so `Math.random` is sufficient. */
export function quickPick(random: () => number = Math.random, count = KENO_MAX_PICKS): readonly number[] {
  const picks = new Set<number>();
  while (picks.size < count) picks.add(1 + Math.floor(random() * KENO_NUMBERS));
  return [...picks].sort((one, other) => one - other);
}

/** The next number in the direction of an arrow key; the same number at the border. */
export function stepNumber(number: number, key: string): number {
  const column = (number - 1) % COLUMNS;
  const next = {
    ArrowRight: column < COLUMNS - 1 ? number + 1 : number,
    ArrowLeft: column > 0 ? number - 1 : number,
    ArrowDown: number + COLUMNS,
    ArrowUp: number - COLUMNS,
  }[key];
  return next === undefined || next < 1 || next > KENO_NUMBERS ? number : next;
}
