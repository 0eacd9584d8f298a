import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/**
 * Parts of an answer that are compressed once and joined into one gzip stream per request. Each part is raw deflate that ends on a byte
 * boundary (sync flush), so parts can follow each other; only the check sum of the whole has to be combined.
 */
export interface Part {
  readonly identity: Buffer;
  readonly deflated: Buffer;
  readonly crc: number;
  /** Advances a check sum by the length of the part. */
  readonly shift: Uint32Array;
}

const SYNC = { finishFlush: constants.Z_SYNC_FLUSH };
const deflateLater = promisify(deflateRaw);
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const LAST_BLOCK = [0x03, 0x00];
const POLYNOMIAL = 0xedb88320;
const BITS = 32;
const BYTE_SHIFT = powerOfTwoShift(3);

/** For cached parts: best compression, off the main thread. */
export async function makePart(text: string): Promise<Part> {
  const identity = Buffer.from(text, 'utf8');
  return describe(identity, (await deflateLater(identity, { ...SYNC, level: 9 })) as Buffer);
}

/** For parts made during a request: small, fast compression. */
export function makePartNow(text: string): Part {
  const identity = Buffer.from(text, 'utf8');
  return describe(identity, deflateRawSync(identity, { ...SYNC, level: 5 }));
}

/** Joins parts: pass each to `push`, write the returned bytes, finish with `end()`. */
export function gzipJoiner() {
  let crc = 0;
  let length = 0;
  return {
    start: HEADER,
    push(part: Part): Buffer {
      crc = (times(part.shift, crc) ^ part.crc) >>> 0;
      length = (length + part.identity.length) >>> 0;
      return part.deflated;
    },
    end(): Buffer {
      const trailer = Buffer.alloc(LAST_BLOCK.length + 8);
      trailer.set(LAST_BLOCK);
      trailer.writeUInt32LE(crc, LAST_BLOCK.length);
      trailer.writeUInt32LE(length, LAST_BLOCK.length + 4);
      return trailer;
    },
  };
}

function describe(identity: Buffer, deflated: Buffer): Part {
  return { identity, deflated, crc: crc32(identity), shift: shiftOf(identity.length) };
}

/** Matrix over GF(2) that appends `bytes` zero bytes to a CRC-32. */
function shiftOf(bytes: number): Uint32Array {
  let result = identityMatrix();
  let power = BYTE_SHIFT;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(power, result);
    power = multiply(power, power);
  }
  return result;
}

function identityMatrix(): Uint32Array {
  return Uint32Array.from({ length: BITS }, (_, bit) => (1 << bit) >>> 0);
}

function powerOfTwoShift(exponent: number): Uint32Array {
  let matrix: Uint32Array = Uint32Array.from({ length: BITS }, (_, bit) => (bit === 0 ? POLYNOMIAL : (1 << (bit - 1)) >>> 0));
  for (let squared = 0; squared < exponent; squared += 1) matrix = multiply(matrix, matrix);
  return matrix;
}

function multiply(left: Uint32Array, right: Uint32Array): Uint32Array {
  return right.map((column) => times(left, column));
}

function times(matrix: Uint32Array, vector: number): number {
  let sum = 0;
  for (let bit = 0, rest = vector >>> 0; rest !== 0; bit += 1, rest >>>= 1) if (rest & 1) sum ^= matrix[bit] ?? 0;
  return sum >>> 0;
}
