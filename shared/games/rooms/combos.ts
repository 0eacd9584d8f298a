/**
 * Cards 0 to 51 as in `duel.ts` (suit = card / 13: spades, hearts, diamonds, clubs; rank = the rest, two to ace), in the
 * order of Thirteen: three is the lowest rank and two the highest, and within a rank spades, clubs, diamonds, hearts.
 */
const COMBO_KINDS = ['single', 'pair', 'triple', 'four', 'straight', 'pairs'] as const;
export type ComboKind = (typeof COMBO_KINDS)[number];

export interface Combo {
  readonly kind: ComboKind;
  /** Number of cards. */
  readonly length: number;
  /** Power of its highest card. */
  readonly top: number;
}

const RANKS = 13;
const TWO = 12;
const SUIT_ORDER = [0, 3, 2, 1];

/** 0 for the three of spades, 51 for the two of hearts. */
export function powerOf(card: number): number {
  return orderOf(card) * 4 + (SUIT_ORDER[Math.floor(card / RANKS)] ?? 0);
}

/** 0 for a three, 12 for a two. */
export function orderOf(card: number): number {
  return ((card % RANKS) + RANKS - 1) % RANKS;
}

export function byPower(cards: readonly number[]): readonly number[] {
  return [...cards].sort((one, other) => powerOf(one) - powerOf(other));
}

/** Classifies the cards as a combination; undefined when they may not be played together. */
export function comboOf(cards: readonly number[]): Combo | undefined {
  const sorted = byPower(cards);
  const last = sorted.at(-1);
  if (last === undefined || new Set(cards).size !== cards.length) return undefined;
  const kind = kindOf(sorted.map(orderOf));
  return kind && { kind, length: cards.length, top: powerOf(last) };
}

function kindOf(orders: readonly number[]): ComboKind | undefined {
  const { length } = orders;
  if (orders.every((order) => order === orders[0])) return (['single', 'pair', 'triple', 'four'] as const)[length - 1];
  if (orders.at(-1) === TWO) return undefined;
  if (length >= 3 && isRun(orders)) return 'straight';
  const [even, odd] = [0, 1].map((rest) => orders.filter((_, index) => index % 2 === rest));
  const arePairs = length >= 6 && length % 2 === 0 && even?.every((order, index) => order === odd?.[index]);
  return arePairs && isRun(even ?? []) ? 'pairs' : undefined;
}

function isRun(orders: readonly number[]): boolean {
  return orders.every((order, index) => order === (orders[0] ?? 0) + index);
}

/**
 * A combination is beaten by one of the same kind and length with a higher top card. Additional chops: a run of three pairs
 * beats a two; four of a kind beats a two and a run of three pairs; a run of four or more pairs beats a two, a pair of twos,
 * four of a kind and every shorter run of pairs.
 */
export function beats(combo: Combo, over: Combo): boolean {
  if (combo.kind === over.kind && combo.length === over.length) return combo.top > over.top;
  const isTwo = over.top >= TWO * 4;
  if (combo.kind === 'four') return (over.kind === 'single' && isTwo) || (over.kind === 'pairs' && over.length === 6);
  if (combo.kind !== 'pairs') return false;
  if (over.kind === 'single') return isTwo;
  if (combo.length < 8) return false;
  return (over.kind === 'pair' && isTwo) || over.kind === 'four' || (over.kind === 'pairs' && over.length < combo.length);
}

/** Combinations of a kind and length in a hand, weakest first; among equal ones only that with the lowest cards. */
export function combosIn(hand: readonly number[], kind: ComboKind, length: number): readonly (readonly number[])[] {
  const groups = groupsOf(hand);
  if (kind === 'straight' || kind === 'pairs') {
    const width = kind === 'pairs' ? 2 : 1;
    return runsIn(groups, width, length / width);
  }
  return groups.flatMap((group) => subsetsOf(group, length)).sort((one, other) => topOf(one) - topOf(other));
}

function groupsOf(hand: readonly number[]): readonly (readonly number[])[] {
  const sorted = byPower(hand);
  return Array.from({ length: RANKS }, (_, order) => sorted.filter((card) => orderOf(card) === order));
}

/** Uses the lowest cards of each rank, with every choice for the highest rank, which decides the comparison. */
function runsIn(groups: readonly (readonly number[])[], width: number, ranks: number): readonly (readonly number[])[] {
  const starts = Array.from({ length: Math.max(0, TWO - ranks + 1) }, (_, start) => groups.slice(start, start + ranks));
  const held = starts.filter((run) => run.every((group) => group.length >= width));
  return held.flatMap((run) => {
    const below = run.slice(0, -1).flatMap((group) => group.slice(0, width));
    return subsetsOf(run.at(-1) ?? [], width).map((last) => [...below, ...last]);
  });
}

function subsetsOf(group: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return group.flatMap((card, index) => subsetsOf(group.slice(index + 1), size - 1).map((rest) => [card, ...rest]));
}

function topOf(cards: readonly number[]): number {
  return Math.max(...cards.map(powerOf));
}
