import type { Units } from '../money/money.ts';
import type { FishVariant } from './catalogue.ts';
import type { FairStream } from './fairness.ts';
import { type Fraction, fraction } from './fraction.ts';

const SPECIES = [
  'sardine',
  'clownfish',
  'puffer',
  'seahorse',
  'jelly',
  'turtle',
  'ray',
  'squid',
  'angler',
  'shark',
  'whale',
  'dragon',
] as const;
export type Species = (typeof SPECIES)[number];

/** Return of every target, in hundredths of a percent: the chance of a hit is `FISH_RETURN / 10,000 / multiplier`. */
export const FISH_RETURN = 9_700;
const WHOLE = 10_000;

/** Multiplier of the stake by target in ascending order, for each water. */
export const WATERS: Readonly<Record<FishVariant, Readonly<Partial<Record<Species, number>>>>> = {
  reef: { sardine: 2, clownfish: 3, puffer: 4, seahorse: 6, jelly: 8, turtle: 12, ray: 20, whale: 50 },
  lagoon: { clownfish: 2, puffer: 4, seahorse: 6, turtle: 10, ray: 15, squid: 30, shark: 60, dragon: 150 },
  deep: { sardine: 3, jelly: 5, ray: 10, squid: 20, angler: 40, shark: 80, whale: 200, dragon: 500 },
};

/** Undefined for a target that does not exist in the water. */
export function fishMultiplier(variant: FishVariant, target: string): number | undefined {
  return new Map<string, number>(Object.entries(WATERS[variant])).get(target);
}

/** Targets of a water in ascending order of their multipliers. */
export function targetsOf(variant: FishVariant): readonly Species[] {
  return Object.keys(WATERS[variant]) as Species[];
}

/** Chance of a hit. */
export function fishChance(multiplier: number): Fraction {
  return fraction(BigInt(FISH_RETURN), BigInt(WHOLE * multiplier));
}

export interface FishOutcome {
  readonly engine: 'fish';
  readonly target: string;
  readonly hit: boolean;
  /** 0 for a miss. */
  readonly multiplier: number;
}

export function playFish(variant: FishVariant, target: string, stake: Units, stream: FairStream): { outcome: FishOutcome; payout: Units } {
  const multiplier = fishMultiplier(variant, target) ?? 1;
  const hit = stream.below(WHOLE * multiplier) < FISH_RETURN;
  return { outcome: { engine: 'fish', target, hit, multiplier: hit ? multiplier : 0 }, payout: hit ? stake * BigInt(multiplier) : 0n };
}

/** The same for every target of every water. */
export function fishReturn(): Fraction {
  return fraction(BigInt(FISH_RETURN), BigInt(WHOLE));
}
