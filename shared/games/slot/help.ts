import { fraction, toPercent } from '../fraction.ts';
import { PAYING_RANKS, type Rank } from './ranks.ts';
import { CASCADE_MOST, coinsOf, prizeFor, type SlotTable, type SpinRules, totalWeight, type Weights, waysOf } from './table.ts';

/** A text of the area `studio` with its parameters. */
export interface HelpText {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}
export interface HelpPart {
  /** Key of its heading. */
  readonly title: string;
  readonly texts: readonly HelpText[];
  /** Prizes in whole stakes and free spins by number of scatters. */
  readonly scatters?: readonly { readonly count: number; readonly stakes: number; readonly spins: number; readonly again: number }[];
  /** The drawn values with their chances in percent. */
  readonly draws?: readonly { readonly symbol?: Rank; readonly value?: number; readonly percent: string }[];
}
export interface SlotHelp {
  readonly how: HelpPart;
  /** Prizes in coins, best symbol first; 0 for no prize. */
  readonly prizes: {
    readonly counts: readonly number[];
    readonly rows: readonly { readonly symbol: Rank; readonly prizes: readonly number[] }[];
  };
  readonly features: readonly HelpPart[];
}

/** The help text of a slot's rules, generated from the table that the game is played with. */
export function slotHelp(table: SlotTable): SlotHelp {
  const parts = [cascade(table), multipliers(table.base), mystery(table), scatters(table), freeSpins(table), wheel(table), hold(table)];
  return {
    how: { title: 'studio.how_it_pays', texts: [...reading(table), ...wilds(table)] },
    prizes: prizeTable(table),
    features: parts.filter((part) => part !== undefined),
  };
}

export function prizeTable({ pays }: SlotTable): SlotHelp['prizes'] {
  const counts = [...new Set(Object.values(pays).flatMap((prizes) => Object.keys(prizes).map(Number)))].sort((a, b) => a - b);
  const symbols = (['wild', ...PAYING_RANKS] as const).filter((symbol) => pays[symbol]);
  return { counts, rows: symbols.map((symbol) => ({ symbol, prizes: counts.map((count) => pays[symbol]?.[count] ?? 0) })) };
}

function reading(table: SlotTable): readonly HelpText[] {
  const from = Math.min(...prizeTable(table).counts);
  const values = { coins: coinsOf(table), from, ways: waysOf(table), lines: waysOf(table) };
  switch (table.reading.kind) {
    case 'lines':
      return [
        { key: 'studio.slot_rule_intro', values },
        { key: table.reading.bothWays ? 'studio.slot_rule_both' : 'studio.slot_rule_left', values: { count: table.base.strips.length } },
      ];
    case 'ways':
      return [{ key: 'studio.slot_rule_ways', values }];
    case 'anywhere':
      return [{ key: 'studio.slot_rule_anywhere', values }];
    case 'clusters':
      return [{ key: 'studio.slot_rule_clusters', values }];
  }
}

function wilds({ wild, reading: { kind } }: SlotTable): readonly HelpText[] {
  if (!wild) return [];
  const { expands, multiplier, respins } = wild;
  return [
    { key: 'studio.slot_rule_wild' },
    ...(expands ? [{ key: 'studio.slot_rule_expands' }] : []),
    ...(multiplier
      ? [{ key: kind === 'ways' ? 'studio.slot_rule_wild_ways' : 'studio.slot_rule_wild_times', values: { multiplier } }]
      : []),
    ...(respins ? [{ key: 'studio.slot_rule_respins' }] : []),
  ];
}

function cascade({ base }: SlotTable): HelpPart | undefined {
  if (!base.ladder) return undefined;
  const texts = [{ key: 'studio.slot_rule_cascade', values: { count: CASCADE_MOST } }, ...ladder(base)];
  return { title: 'studio.slot_cascades', texts };
}

function ladder({ ladder: steps = [] }: SpinRules): readonly HelpText[] {
  return steps.length > 1 ? [{ key: 'studio.slot_rule_ladder', values: { ladder: steps.map((step) => `×${step}`).join(', ') } }] : [];
}

function multipliers({ multipliers: weights }: SpinRules): HelpPart | undefined {
  if (!weights) return undefined;
  return { title: 'studio.slot_multiplier', texts: [{ key: 'studio.slot_rule_multiplier' }], draws: draws(weights) };
}

function mystery({ mystery: weights }: SlotTable): HelpPart | undefined {
  if (!weights) return undefined;
  const total = totalWeight(weights);
  const drawn = weights.map(([symbol, weight]) => ({ symbol, percent: percentOf(weight, total) }));
  return { title: 'studio.symbol_mystery', texts: [{ key: 'studio.slot_rule_mystery' }], draws: drawn };
}

function scatters({ scatter, free }: SlotTable): HelpPart | undefined {
  const counts = [...new Set([...Object.keys(scatter ?? {}), ...Object.keys(free?.won ?? {})].map(Number))].sort((a, b) => a - b);
  if (counts.length === 0) return undefined;
  const rows = counts.map((count) => ({
    count,
    stakes: prizeFor(scatter, count),
    spins: prizeFor(free?.won, count),
    again: prizeFor(free?.again, count),
  }));
  return { title: 'studio.symbol_scatter', texts: [{ key: 'studio.slot_rule_scatter' }], scatters: rows };
}

function freeSpins({ base, free }: SlotTable): HelpPart | undefined {
  if (!free) return undefined;
  const fixed = free.multipliers?.length === 1 ? free.multipliers[0]?.[0] : undefined;
  const drawn = free.multipliers && fixed === undefined ? free.multipliers : undefined;
  const isOwn = JSON.stringify(free.strips) !== JSON.stringify(base.strips);
  const texts: HelpText[] = [
    { key: isOwn ? 'studio.slot_rule_free_own' : 'studio.slot_rule_free' },
    ...(fixed === undefined ? [] : [{ key: 'studio.slot_rule_free_times', values: { multiplier: fixed } }]),
    ...ladder(free),
    ...(free.sticky ? [{ key: 'studio.slot_rule_sticky' }] : []),
    { key: free.again ? 'studio.slot_rule_again' : 'studio.slot_rule_no_more' },
    // Last, because these introduce the table of drawn values.
    ...(drawn ? [{ key: 'studio.slot_rule_multiplier' }] : []),
    ...(free.special ? [{ key: 'studio.slot_rule_special' }] : []),
  ];
  const special = free.special?.map(([symbol, weight]) => ({ symbol, percent: percentOf(weight, totalWeight(free.special ?? [])) }));
  return { title: 'studio.free_spins', texts, ...(drawn ? { draws: draws(drawn) } : special ? { draws: special } : {}) };
}

function wheel({ wheel: rules }: SlotTable): HelpPart | undefined {
  if (!rules) return undefined;
  return {
    title: 'studio.slot_wheel',
    texts: [{ key: 'studio.slot_rule_wheel', values: { count: rules.from } }],
    draws: draws(rules.segments),
  };
}

function hold({ hold: rules }: SlotTable): HelpPart | undefined {
  if (!rules) return undefined;
  const { from, respins, oneIn, full, values } = rules;
  const texts = [{ key: 'studio.slot_rule_hold', values: { count: from, respins, chance: oneIn, multiplier: full } }];
  return { title: 'studio.slot_hold', texts, draws: draws(values) };
}

function draws(weights: Weights<number>): NonNullable<HelpPart['draws']> {
  const total = totalWeight(weights);
  return weights.map(([value, weight]) => ({ value, percent: percentOf(weight, total) }));
}

function percentOf(part: number, all: number): string {
  return toPercent(fraction(BigInt(part), BigInt(all)));
}
