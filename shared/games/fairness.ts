import { asciiBytes, fromHex, hmacSha256, sha256, toHex } from './sha256.ts';

/** Randomness of a round. Code that decides an outcome gets a `FairStream` and no information about player, history or time. */
export interface FairStream {
  /** An unbiased integer from 0 up to but not including `bound` (1 to 2^32). */
  below(bound: number): number;
}

const WORD_COUNT = 0x100000000;
export const SERVER_SEED_BYTES = 32;
export const SERVER_SEED_PATTERN = /^[0-9a-f]{64}$/;
export const CLIENT_SEED_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** The commitment shown before the bet: SHA-256 over the seed's 32 bytes, in hex. */
export function seedHash(serverSeed: string): string {
  return toHex(sha256(fromHex(serverSeed)));
}

/**
 * The stream of a round: blocks n = 0, 1, 2, ... of HMAC-SHA256(key = the server seed's bytes,
 * message = "<client seed>:<nonce>:<n>"), cut into big-endian 32-bit words. A number below `bound` is the next word
 * modulo `bound`; words from the last incomplete multiple of `bound` on are skipped, so no number is favoured.
 */
export function fairStream(serverSeed: string, clientSeed: string, nonce: number): FairStream {
  if (!SERVER_SEED_PATTERN.test(serverSeed)) throw new RangeError('server seed');
  if (!CLIENT_SEED_PATTERN.test(clientSeed)) throw new RangeError('client seed');
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new RangeError('nonce');
  const key = fromHex(serverSeed);
  let block = 0;
  let view = new DataView(new ArrayBuffer(0));
  let offset = 0;
  return streamOf(() => {
    if (offset === view.byteLength) {
      view = new DataView(hmacSha256(key, asciiBytes(`${clientSeed}:${nonce}:${block}`)).buffer as ArrayBuffer);
      block += 1;
      offset = 0;
    }
    const word = view.getUint32(offset);
    offset += 4;
    return word;
  });
}

/** A stream over a source of uniform 32-bit words. */
export function streamOf(nextWord: () => number): FairStream {
  return {
    below(bound) {
      if (!Number.isInteger(bound) || bound < 1 || bound > WORD_COUNT) throw new RangeError(`bound ${bound}`);
      const limit = WORD_COUNT - (WORD_COUNT % bound);
      for (;;) {
        const word = nextWord();
        if (word < limit) return word % bound;
      }
    },
  };
}

/** `count` distinct numbers from 1 to `size`, in the order drawn; each set is equally likely. */
export function drawDistinct(stream: FairStream, size: number, count: number): readonly number[] {
  const pool = Array.from({ length: size }, (_, index) => index + 1);
  return Array.from({ length: count }, () => pool.splice(stream.below(pool.length), 1)[0] ?? 0);
}
