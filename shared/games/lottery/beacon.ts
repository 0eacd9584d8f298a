import { asciiBytes, fromHex, hmacSha256, sha256, toHex } from '../sha256.ts';

/**
 * A public randomness beacon of drand with unchained rounds and signatures in G1 (scheme `bls-unchained-g1-rfc9380`, as of its network
 * `quicknet`). The number of a round follows from the signature of the network: it cannot be computed before its time, and it cannot be chosen.
 */
export interface BeaconChain {
  /** Hash of the chain, 64 hexadecimal digits: its name in addresses. */
  readonly chain: string;
  /** Of the network, in G2: 192 hexadecimal digits. */
  readonly publicKey: string;
  readonly periodSeconds: number;
  /** Unix time of round 1, in seconds. */
  readonly genesis: number;
}
export interface BeaconSource extends BeaconChain {
  /** Addresses that answer `/<chain>/public/<round>`, in the order in which they are asked. */
  readonly urls: readonly string[];
}
/** The round that a draw uses, fixed when the draw is announced. */
export interface DrawBeacon extends BeaconChain {
  readonly round: number;
}

/** The first round that is published at or after a time, in Unix seconds: of a draw, after its sale has closed. */
export function roundAt({ genesis, periodSeconds }: Pick<BeaconChain, 'genesis' | 'periodSeconds'>, seconds: number): number {
  return Math.max(1, Math.ceil((seconds - genesis) / periodSeconds) + 1);
}

export function drawBeacon({ chain, publicKey, periodSeconds, genesis }: BeaconChain, drawsAt: number): DrawBeacon {
  return { chain, publicKey, periodSeconds, genesis, round: roundAt({ genesis, periodSeconds }, drawsAt) };
}

/** The random number of a round follows from its signature. Hexadecimal. */
export function beaconRandomness(signature: string): string {
  return toHex(sha256(fromHex(signature)));
}

/** What the network signs for a round: the SHA-256 of its number in eight bytes. */
export function roundMessage(round: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  return sha256(bytes);
}

/**
 * The seed that decides a draw with a beacon: HMAC-SHA256 with the committed seed as key and the text `beacon:<chain>:<round>:<randomness>`.
 * The numbers follow from it as from the seed of a draw without one.
 */
export function mixSeed(seed: string, { chain, round }: Pick<DrawBeacon, 'chain' | 'round'>, signature: string): string {
  return toHex(hmacSha256(fromHex(seed), asciiBytes(`beacon:${chain}:${round}:${beaconRandomness(signature)}`)));
}
