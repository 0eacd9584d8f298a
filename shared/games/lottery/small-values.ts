import type { SmallBets, SmallRule } from './rules.ts';

const DIE = 6;

/**
 * What can be drawn at the places of a rule: equally likely. In order for up to three numbers; for more the sets, because no bet on them
 * depends on the order.
 */
export function smallOutcomes({ of, places, isDice }: SmallRule): readonly (readonly number[])[] {
  const key = `${isDice ? 'dice' : of}/${places.length}`;
  const outcomes =
    known.get(key) ?? (isDice ? rolls(places.length) : places.length > 3 ? sets(of, places.length) : orders(of, places.length));
  known.set(key, outcomes);
  return outcomes;
}
const known = new Map<string, readonly (readonly number[])[]>();

/** How often a bet wins with the numbers at its places. */
export function smallTimes(rule: SmallRule, bet: string, drawn: readonly number[]): number {
  return smallCounter(rule, bet)(drawn);
}

/** The same for many draws: the bet is read once. */
export function smallCounter({ bets, of, places, isDice }: SmallRule, bet: string): (drawn: readonly number[]) => number {
  const marks = bet.split('-').map(Number);
  const [face] = marks;
  switch (bets) {
    case 'exact':
      return (drawn) => once(marks.every((mark, place) => mark === drawn[place]));
    case 'group':
      return (drawn) => once(marks.every((mark) => drawn.includes(mark)));
    case 'anyOf':
      return (drawn) => once(marks.filter((mark) => drawn.includes(mark)).length === Math.min(marks.length, drawn.length));
    case 'faces':
      return (drawn) => drawn.filter((one) => one === face).length;
    case 'doubles':
      return (drawn) => once(drawn.filter((one) => one === face).length > 1);
    case 'triples':
      return (drawn) => once(drawn.every((one) => one === face));
    default: {
      const middle = (places.length * (1 + (isDice ? DIE : of))) / 2;
      return (drawn) => once(optionsOf(bets, drawn, { middle }).includes(bet));
    }
  }
}

/** The bets of a rule with a short list of them, in display order; undefined for combinations of numbers. */
export function smallOptions(rule: SmallRule): readonly string[] | undefined {
  const { bets } = rule;
  switch (bets) {
    case 'exact':
    case 'group':
    case 'anyOf':
      return undefined;
    case 'faces':
    case 'doubles':
    case 'triples':
      return Array.from({ length: DIE }, (_, index) => String(index + 1));
    case 'sides':
      return ['big', 'small', 'odd', 'even'];
    case 'versus':
      return ['first', 'last'];
    case 'shape':
      return ['triple', 'pair', 'straight', 'mixed'];
    case 'total':
      return [...new Set(smallOutcomes(rule).map(sumOf))].sort((one, other) => one - other).map(String);
  }
}

/** Returns whether bets of the rule have different chances. */
export function hasOwnPrices({ bets }: SmallRule): boolean {
  return bets === 'sides' || bets === 'total' || bets === 'shape' || bets === 'versus';
}

type Listed = Extract<SmallBets, 'sides' | 'total' | 'versus' | 'shape'>;

function optionsOf(bets: Listed, drawn: readonly number[], { middle }: { readonly middle: number }): readonly string[] {
  const total = sumOf(drawn);
  switch (bets) {
    case 'total':
      return [String(total)];
    case 'sides':
      return [total > middle ? 'big' : 'small', total % 2 === 1 ? 'odd' : 'even'];
    case 'versus':
      return [(drawn[0] ?? 0) > (drawn[1] ?? 0) ? 'first' : 'last'];
    case 'shape':
      return [shapeOf(drawn)];
  }
}

function shapeOf(drawn: readonly number[]): string {
  const kinds = new Set(drawn).size;
  if (kinds < 3) return kinds === 1 ? 'triple' : 'pair';
  return Math.max(...drawn) - Math.min(...drawn) === 2 ? 'straight' : 'mixed';
}

function once(holds: boolean): number {
  return holds ? 1 : 0;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function rolls(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  const faces = Array.from({ length: DIE }, (_, index) => index + 1);
  return rolls(count - 1).flatMap((rest) => faces.map((face) => [...rest, face]));
}

function orders(of: number, count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  const numbers = Array.from({ length: of }, (_, index) => index + 1);
  return orders(of, count - 1).flatMap((rest) => numbers.filter((number) => !rest.includes(number)).map((number) => [...rest, number]));
}

function sets(of: number, count: number, from = 1): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  const firsts = Array.from({ length: Math.max(0, of - from + 1) }, (_, index) => from + index);
  return firsts.flatMap((first) => sets(of, count - 1, first + 1).map((rest) => [first, ...rest]));
}
