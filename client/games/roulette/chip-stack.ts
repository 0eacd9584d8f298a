import { toWire, type Units } from '../../../shared/money/money.ts';

export type Stakes = ReadonlyMap<string, Units>;

/** The chips on the table as immutable data: every move returns a new state, earlier states serve undo. */
export interface ChipStack {
  readonly stakes: Stakes;
  readonly total: Units;
  readonly canUndo: boolean;
  place(spot: string, chip: Units): Placing;
  remove(spot: string): ChipStack;
  undo(): ChipStack;
  clear(): ChipStack;
  /** Twice every chip. */
  double(): Placing;
  /** Half of every chip, down to the minimum; the same stack if none can be smaller. */
  half(least: Least): ChipStack;
  /** Every chip by the same factor, up to `room` in total and `maxOn` for each spot; the same stack if nothing grows. */
  raise(room: Units, maxOn: (spot: string) => Units, least: Least): ChipStack;
  /** Restores an earlier state. */
  repeat(stakes: Stakes): Placing;
  chips(): readonly { readonly spot: string; readonly stake: string }[];
}
/** Limits for the stake of each spot. */
export interface Least {
  readonly min: Units;
  readonly step: Units;
}

/** `full`: the move would exceed the table's limit and was not applied. */
export interface Placing {
  readonly stack: ChipStack;
  readonly full: boolean;
}

export function createChipStack(max: Units, stakes: Stakes = new Map(), before?: ChipStack): ChipStack {
  const total = totalOf(stakes);
  const next = (changed: Stakes) => createChipStack(max, changed, stack);
  const within = (changed: Stakes): Placing => {
    const full = totalOf(changed) > max;
    return { stack: full ? stack : next(changed), full };
  };
  /** Each stake by `times`, in steps; adds no undo step if nothing changes. */
  const scaled = (times: Fraction, { min, step }: Least): ChipStack => {
    const changed = [...stakes].map(([spot, stake]): [string, Units] => {
      const exact = (stake * times.of) / times.per;
      const stepped = exact - (exact % step);
      return [spot, stepped < min ? min : stepped];
    });
    return changed.some(([spot, stake]) => stake !== stakes.get(spot)) ? next(new Map(changed)) : stack;
  };
  const stack: ChipStack = {
    stakes,
    total,
    canUndo: before !== undefined,
    place: (spot, chip) => within(new Map(stakes).set(spot, (stakes.get(spot) ?? 0n) + chip)),
    remove(spot) {
      if (!stakes.has(spot)) return stack;
      const rest = new Map(stakes);
      rest.delete(spot);
      return next(rest);
    },
    undo: () => before ?? stack,
    clear: () => (stakes.size === 0 ? stack : next(new Map())),
    double: () => within(new Map([...stakes].map(([spot, stake]) => [spot, stake * 2n]))),
    half: (least) => scaled({ of: 1n, per: 2n }, least),
    raise(room, maxOn, least) {
      const bounds = [{ of: room, per: total }, ...[...stakes].map(([spot, stake]) => ({ of: maxOn(spot), per: stake }))];
      const times = bounds.reduce((one, other) => (one.of * other.per <= other.of * one.per ? one : other));
      return times.of > times.per ? scaled(times, least) : stack;
    },
    repeat: (earlier) => within(new Map(earlier)),
    chips: () => [...stakes].map(([spot, stake]) => ({ spot, stake: toWire(stake) })),
  };
  return stack;
}

interface Fraction {
  readonly of: bigint;
  readonly per: bigint;
}

function totalOf(stakes: Stakes): Units {
  return [...stakes.values()].reduce((sum, stake) => sum + stake, 0n);
}
