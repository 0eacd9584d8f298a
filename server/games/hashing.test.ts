import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiBytes, fromHex, hmacSha256, sha256, toHex } from '../../shared/games/sha256.ts';

test('the published test vectors of FIPS 180-4', () => {
  expect(toHex(sha256(asciiBytes('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(toHex(sha256(asciiBytes('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(toHex(sha256(asciiBytes('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')))).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
});

test('digests equal those of the system library for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(toHex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
    }),
  );
});

test('HMACs equal those of the system library for any key and message', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 150 }), fc.uint8Array({ maxLength: 150 }), (key, message) => {
      expect(toHex(hmacSha256(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'));
    }),
  );
});

test('hex is encoded and decoded, and anything else is refused', () => {
  expect(toHex(fromHex('00ff7a'))).toBe('00ff7a');
  expect(() => fromHex('0g')).toThrow(RangeError);
  expect(() => fromHex('abc')).toThrow(RangeError);
  expect(() => asciiBytes('é')).toThrow(RangeError);
});
