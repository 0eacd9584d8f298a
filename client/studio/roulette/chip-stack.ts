import { toWire, type Units } from '../../../shared/money/money.ts';

export type Stakes = ReadonlyMap<string, Units>;

/** The chips on the table as a value: every move gives the next state, earlier ones stay for undo. */
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
  /** Replaces the table by an earlier one. */
  repeat(stakes: Stakes): Placing;
  chips(): readonly { readonly spot: string; readonly stake: string }[];
}
/** `full`: the move would go over the table's limit and nothing changed. */
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
    repeat: (earlier) => within(new Map(earlier)),
    chips: () => [...stakes].map(([spot, stake]) => ({ spot, stake: toWire(stake) })),
  };
  return stack;
}

function totalOf(stakes: Stakes): Units {
  return [...stakes.values()].reduce((sum, stake) => sum + stake, 0n);
}
