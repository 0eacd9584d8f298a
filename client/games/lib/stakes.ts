import { parseWireAmount, type Units } from '../../../shared/money/money.ts';

export interface StakeLimits {
  readonly minStake: string;
  readonly maxStake: string;
  /** Every stake is a multiple of it. */
  readonly stakeStep: string;
  readonly chips: readonly string[];
  /** Highest stake of one bet on the site, if it is below that of the game. */
  readonly siteMaxStake?: string | null;
}

/** Tenths of a decade that the stepper stops at: the next stake is at most 100 % and at least 20 % away. */
const RUNGS = [10n, 15n, 20n, 25n, 30n, 40n, 50n, 60n, 80n];

/** Stakes of the stepper, ascending: the limits, the chips and the round amounts between them that the game accepts. */
export function stakeLadder(limits: StakeLimits): readonly Units[] {
  const [min, max, step] = [limits.minStake, limits.maxStake, limits.stakeStep].map(unitsOf) as [Units, Units, Units];
  const rungs = new Set<Units>([min, max, ...limits.chips.map(unitsOf)]);
  for (let decade = 10n; decade <= max; decade *= 10n) for (const rung of RUNGS) rungs.add(decade * rung);
  return [...rungs].filter((rung) => rung >= min && rung <= max && rung % step === 0n).sort((a, b) => (a < b ? -1 : 1));
}

const PLAIN = /^(?:\d{1,9}(?:[.,]\d{0,2})?|[.,]\d{1,2})$/;
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{0,2})?$/;

/** Groups of three where a coin is whole: a point separates thousands as a comma does. */
const WHOLE_GROUPED = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/;

/** Units of a typed stake, with or without currency symbol, decimal point or comma; undefined when it is no amount of cents. */
export function readStake(text: string, isWhole = false): Units | undefined {
  const typed = text.replaceAll(/^[^\d.,-]+|\s/g, '');
  const groups = isWhole ? WHOLE_GROUPED : GROUPED;
  const plain = groups.test(typed)
    ? typed.replaceAll(isWhole ? /[.,]/g : ',', '')
    : PLAIN.test(typed)
      ? typed.replace(',', '.')
      : undefined;
  return plain === undefined ? undefined : parseWireAmount(`0${plain}`.replace(/^0+(?=\d)/, '').replace(/\.$/, ''));
}

/** Result of a typed amount: `stake` is the amount rounded down to a stake of the game. */
export type TypedStake = { readonly stake: Units; readonly isRounded: boolean } | { readonly fault: 'amount' | 'low' | 'high' };

/** Never raised: an amount outside the limits is invalid and not replaced by the limit. */
export function checkStake(limits: StakeLimits, typed: Units | undefined): TypedStake {
  if (typed === undefined) return { fault: 'amount' };
  if (typed < unitsOf(limits.minStake)) return { fault: 'low' };
  if (typed > unitsOf(limits.maxStake)) return { fault: 'high' };
  const stake = typed - (typed % unitsOf(limits.stakeStep));
  return { stake, isRounded: stake !== typed };
}

/** The highest stake that limits and balance allow; the least one where the balance is below it. */
export function highestStake(limits: StakeLimits, balance: Units): Units {
  const [min, max, step] = [limits.minStake, limits.maxStake, limits.stakeStep].map(unitsOf) as [Units, Units, Units];
  const most = balance < max ? balance - (balance % step) : max;
  return most < min ? min : most;
}

/** Half of a stake, or twice as much, as far as the game and the balance allow. */
export function scaleStake(limits: StakeLimits, stake: Units, by: 'half' | 'double', balance: Units): Units {
  const [min, step] = [unitsOf(limits.minStake), unitsOf(limits.stakeStep)];
  if (by === 'double') {
    const most = highestStake(limits, balance);
    return stake * 2n < most ? stake * 2n : stake > most ? stake : most;
  }
  const half = stake / 2n - ((stake / 2n) % step);
  return half < min ? min : half;
}

/** At most `count` of the chips, spread over all of them, so that they fit a phone. */
export function someChips<T>(chips: readonly T[], count: number): readonly T[] {
  if (chips.length <= count) return chips;
  return Array.from({ length: count }, (_, index) => chips[Math.round((index * (chips.length - 1)) / (count - 1))]).filter(
    (chip) => chip !== undefined,
  );
}

/** The next stake above (+1) or below (-1); the same stake at an end. */
export function stepStake(ladder: readonly Units[], stake: Units, direction: 1 | -1): Units {
  const beyond = direction === 1 ? ladder.find((rung) => rung > stake) : ladder.findLast((rung) => rung < stake);
  return beyond ?? stake;
}

/** The chip to begin with: a small one. */
export function firstStake(limits: StakeLimits): Units {
  return unitsOf(limits.chips[Math.min(2, limits.chips.length - 1)] ?? limits.minStake);
}

/** Units of a wire amount of the studio; throws on an invalid amount. */
export function unitsOf(wire: string): Units {
  const units = parseWireAmount(wire);
  if (units === undefined) throw new Error('The studio sent a malformed amount');
  return units;
}
