import { bls12_381 } from '@noble/curves/bls12-381.js';
import { expect, test } from 'vitest';
import { playDraw } from '../events/draw.ts';
import { toHex } from '../sha256.ts';
import { type BeaconChain, beaconRandomness, drawBeacon, mixSeed, roundAt, roundMessage } from './beacon.ts';
import { isBeaconKey, isRoundSigned } from './verify-beacon.ts';

/** Parameters of the network `quicknet` and its round 1000, as published. */
const QUICKNET = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  periodSeconds: 3,
  genesis: 1_692_803_367,
};
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const RANDOMNESS = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';
const roundTime = ({ genesis, periodSeconds }: Pick<BeaconChain, 'genesis' | 'periodSeconds'>, round: number) =>
  genesis + (round - 1) * periodSeconds;
const SEED = '8f44d509e0492acec4fc109a030a5c751f063fb743cc388f0ed722bacc3bc66c';

test('round 1000 of quicknet is signed by its network, and its number follows from the signature', () => {
  expect(isRoundSigned({ ...QUICKNET, round: 1000 }, SIGNATURE)).toBe(true);
  expect(beaconRandomness(SIGNATURE)).toBe(RANDOMNESS);
});

test('another round, key or signature is refused, malformed ones too', () => {
  const good = { ...QUICKNET, round: 1000 };
  const other = bls12_381.shortSignatures.getPublicKey(bls12_381.utils.randomSecretKey()).toHex();
  expect(isRoundSigned({ ...good, round: 1001 }, SIGNATURE)).toBe(false);
  expect(isRoundSigned({ ...good, publicKey: other }, SIGNATURE)).toBe(false);
  for (const signature of [
    '',
    SIGNATURE.slice(2),
    SIGNATURE.toUpperCase(),
    `${SIGNATURE}00`,
    'c'.padEnd(96, '0'),
    '0'.repeat(96),
    'z'.repeat(96),
  ])
    expect([signature, isRoundSigned(good, signature)]).toEqual([signature, false]);
  // The point at infinity, which verifies with no honest key.
  expect(isRoundSigned(good, `c0${'0'.repeat(94)}`)).toBe(false);
  expect(isRoundSigned({ ...good, publicKey: `c0${'0'.repeat(190)}` }, `c0${'0'.repeat(94)}`)).toBe(false);
  expect(isRoundSigned({ ...good, publicKey: 'no key' }, SIGNATURE)).toBe(false);
});

test('keys are points of the group', () => {
  expect(isBeaconKey(QUICKNET.publicKey)).toBe(true);
  for (const key of ['', QUICKNET.publicKey.slice(2), QUICKNET.publicKey.replace(/^83/, '84'), `c0${'0'.repeat(190)}`, '0'.repeat(192)])
    expect([key, isBeaconKey(key)]).toEqual([key, false]);
});

test('the round of a draw is the first one that is published at its time or later', () => {
  for (const seconds of [QUICKNET.genesis - 50, QUICKNET.genesis, ...Array.from({ length: 20 }, (_, nr) => 1_800_000_000 + nr)]) {
    const round = roundAt(QUICKNET, seconds);
    expect(roundTime(QUICKNET, round)).toBeGreaterThanOrEqual(seconds);
    expect(round === 1 || roundTime(QUICKNET, round - 1) < seconds).toBe(true);
    expect(drawBeacon(QUICKNET, seconds)).toEqual({ ...QUICKNET, round });
  }
  expect(toHex(roundMessage(1000))).toBe('f652498d092acd949bad74e40683bf3824fb817980504a0c7e6722cfc5a9c0a3');
});

test('the seed of a draw with a beacon is the documented HMAC, and differs with each of its parts', () => {
  const at = { chain: QUICKNET.chain, round: 1000 };
  // HMAC-SHA256 of another implementation.
  const expected = '53eba6cd83b28afbd98086e40d4b927b32dc5e9c93d74e6da1979814a2e4abc7';
  expect(mixSeed(SEED, at, SIGNATURE)).toBe(expected);
  const others = [
    mixSeed(RANDOMNESS, at, SIGNATURE),
    mixSeed(SEED, { ...at, round: 1001 }, SIGNATURE),
    mixSeed(SEED, { ...at, chain: SEED }, SIGNATURE),
  ];
  expect(new Set([expected, SEED, ...others]).size).toBe(5);
});

test('draws without a beacon give the numbers that they gave before', () => {
  expect(playDraw({ mode: 'digits', count: 5 }, SEED, 'GAME-202611210042')).toEqual(['8', '4', '5', '2', '9']);
});
