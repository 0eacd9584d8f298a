export interface WeightedHost {
  readonly origin: string;
  /** From 0 (used only as the last resort) to 1. */
  readonly weight: number;
}

const HASH_RANGE = 2 ** 32;

/**
 * Chooses the host of a visitor by weighted rendezvous hashing. The same seed gives the same host in every process, the weights set the
 * share of visitors, and when a host fails only its own visitors move. Undefined if no host has a weight.
 */
export function chooseHost(hosts: readonly WeightedHost[], seed: number): string | undefined {
  let best: { origin: string; lot: number } | undefined;
  for (const { origin, weight } of hosts) {
    if (weight <= 0) continue;
    const lot = -Math.log((hash(`${seed} ${origin}`) + 0.5) / HASH_RANGE) / weight;
    if (!best || lot < best.lot) best = { origin, lot };
  }
  return best?.origin;
}

/** The chosen host, then the other usable ones in the order of the list from there on: `n` hosts have `n` orders. */
export function hostOrder(hosts: readonly WeightedHost[], seed: number): readonly string[] {
  const chosen = chooseHost(hosts, seed);
  if (chosen === undefined) return [];
  const usable = hosts.filter(({ weight }) => weight > 0).map(({ origin }) => origin);
  const start = usable.indexOf(chosen);
  return [...usable.slice(start), ...usable.slice(0, start)];
}

/** FNV-1a with the final mixing of MurmurHash3, so that neighbouring seeds are independent. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
