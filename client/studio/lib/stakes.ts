import { parseWireAmount, toWire, type Units } from '../../../shared/money/money.ts';

export interface StakeLimits {
  readonly minStake: string;
  readonly maxStake: string;
  readonly chips: readonly string[];
}

const STEPS = [1n, 2n, 5n];

/**
 * Stakes that the stepper walks, ascending: the limits, the chips and the 1-2-5 rungs between them. The least stake is
 * also the step of a game's stakes, so only its multiples are rungs.
 */
export function stakeLadder(limits: StakeLimits): readonly Units[] {
  const min = unitsOf(limits.minStake);
  const max = unitsOf(limits.maxStake);
  const rungs = new Set<Units>([min, max, ...limits.chips.map(unitsOf).filter((chip) => chip >= min && chip <= max)]);
  for (let decade = 100n; decade <= max; decade *= 10n) {
    for (const step of STEPS) if (decade * step >= min && decade * step <= max) rungs.add(decade * step);
  }
  return [...rungs].filter((rung) => rung % min === 0n || rung === max).sort((a, b) => (a < b ? -1 : 1));
}

/** At most `count` of the chips, spread over all of them, so that they fit a phone. */
export function someChips<T>(chips: readonly T[], count: number): readonly T[] {
  if (chips.length <= count) return chips;
  return Array.from({ length: count }, (_, index) => chips[Math.round((index * (chips.length - 1)) / (count - 1))]).filter(
    (chip) => chip !== undefined,
  );
}

/** The next rung above (+1) or below (-1); the stake itself at an end. */
export function stepStake(ladder: readonly Units[], stake: Units, direction: 1 | -1): Units {
  const beyond = direction === 1 ? ladder.find((rung) => rung > stake) : ladder.findLast((rung) => rung < stake);
  return beyond ?? stake;
}

/** The chip to begin with: a small one. */
export function firstStake(limits: StakeLimits): Units {
  return unitsOf(limits.chips[Math.min(2, limits.chips.length - 1)] ?? limits.minStake);
}

/** Units of a wire amount of our own server; a broken one is a defect and is not hidden. */
export function unitsOf(wire: string): Units {
  const units = parseWireAmount(wire);
  if (units === undefined) throw new Error('The studio sent an amount that is none');
  return units;
}

/** A short form for chips: "1", "2.5", "1k". */
export function chipLabel(units: Units): string {
  const thousand = 10_000_000n;
  if (units >= thousand && units % (thousand / 10n) === 0n) return `${trimmed(units / 1000n)}k`;
  return trimmed(units);
}

function trimmed(units: Units): string {
  return toWire(units).replace(/\.?0+$/, '');
}
