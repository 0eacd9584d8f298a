import type { FishVariant } from '../catalogue.ts';
import { fishMultiplier, type Species, targetsOf } from '../fish.ts';

/**
 * The animals of a sea as a pure function of its public seed and the time since it was opened, so that all players in it see the
 * same ones. The position of an animal never affects a shot; only its presence decides whether it can be a target.
 */
export interface FishPass {
  /** Number of the animal in its sea; never reused. */
  readonly fish: number;
  readonly species: Species;
  /** Milliseconds since the sea was opened; negative start times fill the scene from the beginning. */
  readonly entersAt: number;
  readonly leavesAt: number;
  /** Vertical position in percent of the scene's height; horizontal position in percent of its width under reduced motion. */
  readonly depth: number;
  readonly place: number;
  /** Fraction of the scene's height. */
  readonly size: number;
  readonly toRight: boolean;
}

/** Larger than the number of targets in any water: an animal's number modulo this is its lane. */
const LANES = 16;
const GOLDEN = 0.618_034;
const SHORTEST_CROSSING_MS = 11_000;

interface Lane {
  readonly lane: number;
  readonly species: Species;
  readonly multiplier: number;
  readonly crossMs: number;
  readonly everyMs: number;
}

/** One lane for each target of a water; targets with a lower payout are more frequent and faster. */
function lanesOf(variant: FishVariant): readonly Lane[] {
  const known = lanes.get(variant);
  if (known) return known;
  const made = targetsOf(variant).map((species, lane) => {
    const multiplier = fishMultiplier(variant, species) ?? 1;
    const crossMs = SHORTEST_CROSSING_MS + Math.min(10_000, multiplier * 120);
    return { lane, species, multiplier, crossMs, everyMs: Math.round(crossMs / together(multiplier)) };
  });
  lanes.set(variant, made);
  return made;
}
const lanes = new Map<FishVariant, readonly Lane[]>();

/** Number of animals of a kind in the scene at the same time. */
function together(multiplier: number): number {
  if (multiplier <= 2) return 5;
  if (multiplier <= 3) return 4;
  if (multiplier <= 6) return 3;
  return multiplier < 50 ? 2 : 1.5;
}

/** Undefined for a number that the water cannot have. */
export function passOf(variant: FishVariant, seed: string, fish: number): FishPass | undefined {
  const lane = Number.isSafeInteger(fish) && fish >= 0 ? lanesOf(variant)[fish % LANES] : undefined;
  return lane && passIn(lane, seed, Math.floor(fish / LANES));
}

function passIn({ lane, species, multiplier, crossMs, everyMs }: Lane, seed: string, turn: number): FishPass {
  const fish = turn * LANES + lane;
  const chance = sequence(seed, fish);
  const entersAt = Math.round(turn * everyMs - crossMs + chance() * everyMs * 0.5);
  return {
    fish,
    species,
    entersAt,
    leavesAt: entersAt + crossMs,
    depth: 8 + ((turn * GOLDEN + lane * 0.29 + chance() * 0.12) % 1) * 56,
    place: 8 + ((turn * GOLDEN + lane * 0.41) % 1) * 84,
    size: 0.1 + Math.min(0.13, Math.log10(multiplier) * 0.052),
    toRight: (turn + lane) % 2 === 0,
  };
}

/** All animals in the scene `elapsedMs` after the sea was opened. */
export function shoalAt(variant: FishVariant, seed: string, elapsedMs: number): readonly FishPass[] {
  return lanesOf(variant).flatMap((lane) => {
    const latest = Math.floor((elapsedMs + lane.crossMs) / lane.everyMs);
    const earliest = Math.max(0, Math.floor(elapsedMs / lane.everyMs) - 1);
    return Array.from({ length: Math.max(0, latest - earliest + 1) }, (_, index) => passIn(lane, seed, earliest + index)).filter(
      ({ entersAt, leavesAt }) => entersAt <= elapsedMs && elapsedMs < leavesAt,
    );
  });
}

/** Numbers from 0 to 1 for the appearance of one animal (mulberry32 over an FNV-1a hash). */
function sequence(seed: string, fish: number): () => number {
  let state = 0x811c9dc5;
  for (const sign of `${seed}/${fish}`) state = Math.imul(state ^ sign.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}
