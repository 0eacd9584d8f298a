import type { PlayType } from './rules.ts';

/** Groups of play types that are chosen together, in display order. */
const FAMILIES = [
  'big',
  'small',
  'lo',
  'special',
  'prizes',
  'xien',
  'all',
  'part',
  'any',
  'spots',
  'position',
  'sides',
  'firsts',
  'versus',
  'whole',
  'dice',
] as const;
export type Family = (typeof FAMILIES)[number];

/** By the name of the play type. */
const FAMILY_OF: Readonly<Record<string, Family>> = {
  type_bigStraight: 'big',
  type_bigBox: 'big',
  type_bigIbox: 'big',
  type_bigRoll: 'big',
  type_smallStraight: 'small',
  type_smallBox: 'small',
  type_smallIbox: 'small',
  type_smallRoll: 'small',
  type_lo: 'lo',
  type_de: 'special',
  type_cang: 'special',
  type_head: 'special',
  type_tail: 'special',
  type_firstPrize: 'prizes',
  type_lastPrize: 'prizes',
  type_xien: 'xien',
  type_straight: 'all',
  type_box: 'all',
  type_roll: 'all',
  type_last: 'part',
  type_first: 'part',
  type_lastBox: 'part',
  type_anyOf: 'any',
  type_spots: 'spots',
  type_digit: 'position',
  type_anywhere: 'position',
  type_position: 'position',
  type_digitSides: 'sides',
  type_positionSides: 'sides',
  type_exactFirst: 'firsts',
  type_groupFirst: 'firsts',
  type_raceVersus: 'versus',
  type_total: 'whole',
  type_totalSides: 'whole',
  type_versus: 'whole',
  type_pattern: 'whole',
  type_ballTotal: 'whole',
  type_ballHalves: 'whole',
  type_ballParity: 'whole',
  type_ballSumSides: 'whole',
  type_topTotal: 'whole',
  type_topSides: 'whole',
  type_diceTotal: 'whole',
  type_diceSides: 'whole',
  type_faces: 'dice',
  type_doubles: 'dice',
  type_triples: 'dice',
  type_shape: 'dice',
};

/** Throws for a play type that stands in no family. */
export function familyOf({ name }: Pick<PlayType, 'name'>): Family {
  const family = FAMILY_OF[name.key];
  if (!family) throw new Error(`${name.key} has no family`);
  return family;
}

/** The play types in their families, of which none is empty. */
export function inFamilies<Type extends Pick<PlayType, 'name'>>(
  playTypes: readonly Type[],
): readonly { readonly family: Family; readonly playTypes: readonly [Type, ...Type[]] }[] {
  return FAMILIES.flatMap((family) => {
    const [first, ...rest] = playTypes.filter((one) => familyOf(one) === family);
    return first ? [{ family, playTypes: [first, ...rest] as const }] : [];
  });
}
