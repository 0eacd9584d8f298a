import { FISH_VARIANTS, type FishVariant } from '../../../shared/studio/catalogue.ts';
import { fishMultiplier, type Species, WATERS } from '../../../shared/studio/fish.ts';

/** One animal in the scene. Where it swims decides nothing. */
export interface Swimmer {
  readonly species: Species;
  /** Percent of the scene's height; percent of its width while nothing moves. */
  readonly depth: number;
  readonly place: number;
  /** Share of the scene's height. */
  readonly size: number;
  readonly seconds: number;
  /** Part of the way that lies behind it at the start, 0 to 1. */
  readonly start: number;
  readonly toRight: boolean;
}

/** Targets of a water, from the smallest multiplier to the largest. */
export function targetsOf(variant: FishVariant): readonly Species[] {
  return Object.keys(WATERS[variant]) as Species[];
}

const LANES = 9;

/** The animals of a water: the less a target pays, the more of them. The same for every player. */
export function shoalOf(variant: FishVariant): readonly Swimmer[] {
  const random = generator(FISH_VARIANTS.indexOf(variant) + 11);
  const all = targetsOf(variant).flatMap((species) => {
    const multiplier = fishMultiplier(variant, species) ?? 1;
    return Array.from({ length: headcount(multiplier) }, () => ({ species, multiplier }));
  });
  return all.map(({ species, multiplier }, index) => {
    const lane = (index * 4) % LANES;
    return {
      species,
      depth: 9 + ((lane + random() * 0.5) / LANES) * 66,
      place: 8 + ((index * 37) % 84),
      size: 0.11 + Math.min(0.13, Math.log10(multiplier) * 0.052),
      seconds: 17 + random() * 12 + Math.min(9, multiplier / 12),
      start: ((index * 0.618) % 1) * 0.98,
      toRight: random() < 0.5,
    };
  });
}

function headcount(multiplier: number): number {
  if (multiplier <= 3) return 4;
  return multiplier <= 10 ? 2 : 1;
}

function generator(start: number): () => number {
  let seed = start * 7919;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}
