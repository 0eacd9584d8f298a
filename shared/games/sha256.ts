/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104). Implemented here because browsers offer `crypto.subtle` only on secure
 * origins, and a player must be able to verify a round on any page and offline. Never used for secrets of the service.
 */
const K = constants();

/** Digest of the bytes, 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const state = initialState();
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0);
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) compress(state, view, offset, schedule);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, index) => {
    out.setUint32(index * 4, word);
  });
  return digest;
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = joined(
    block.map((byte) => byte ^ 0x36),
    message,
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      sha256(inner),
    ),
  );
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes hexadecimal text of even length. */
export function fromHex(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RangeError('not hexadecimal');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Bytes of ASCII text. */
export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    if (code > 127) throw new RangeError('not ASCII');
    return code;
  });
}

function compress(state: Uint32Array, view: DataView, offset: number, w: Uint32Array): void {
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i++) w[i] = at(w, i - 16) + small(at(w, i - 15), 7, 18, 3) + at(w, i - 7) + small(at(w, i - 2), 17, 19, 10);
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const first = (h + big(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)) | 0;
    const second = (big(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = at(state, i) + word;
  });
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function big(word: number, x: number, y: number, z: number): number {
  return rotated(word, x) ^ rotated(word, y) ^ rotated(word, z);
}

function small(word: number, x: number, y: number, shift: number): number {
  return rotated(word, x) ^ rotated(word, y) ^ (word >>> shift);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function initialState(): Uint32Array {
  return Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function constants(): Uint32Array {
  return Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 0x100000000);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}
