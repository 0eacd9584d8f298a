import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import type { Units } from '../money/money.ts';
import type { Engine, Variant } from './catalogue.ts';
import { drawDistinct, type FairStream, fairStream, seedHash, streamOf } from './fairness.ts';
import vectors from './fairness-vectors.json' with { type: 'json' };
import type { EngineBet } from './protocol.ts';
import { playRound, rulesHash } from './rules.ts';

const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const DRAWS = 100_000;
/**
 * The value that a fair stream exceeds with probability 1 in 1,000 (Wilson-Hilferty). The seeds are fixed, so the test is
 * deterministic.
 */
const critical = (freedom: number) => freedom * (1 - 2 / (9 * freedom) + 3.09 * Math.sqrt(2 / (9 * freedom))) ** 3;

function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

test.each([2, 3, 37, 80, 100, 1000])('100,000 draws below %i are uniform', (bound) => {
  const stream = fairStream(SEED, 'uniformity', bound);
  const counts = new Array<number>(bound).fill(0);
  for (let i = 0; i < DRAWS; i++) {
    const drawn = stream.below(bound);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  expect(chiSquare(counts)).toBeLessThan(critical(bound - 1));
});

test('there is no modulo bias: thirds of a bound of three quarters of all words are equally likely', () => {
  const third = 2 ** 30;
  const stream = fairStream(SEED, 'no-bias', 0);
  const counts = [0, 0, 0];
  for (let i = 0; i < 30_000; i++) {
    const index = Math.floor(stream.below(3 * third) / third);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  expect(chiSquare(counts)).toBeLessThan(critical(2));
});

test('words from the last incomplete multiple on are skipped', () => {
  const words = [0xffffffff, 0xfffffffe, 7];
  expect(streamOf(() => words.shift() ?? 0).below(2 ** 32 - 2)).toBe(7);
  const exact = [0xffffffff];
  expect(streamOf(() => exact.shift() ?? 0).below(256)).toBe(255);
});

test('numbers drawn without repetition: all different, in bounds, each equally likely', () => {
  const stream = fairStream(SEED, 'balls', 0);
  const counts = new Array<number>(80).fill(0);
  for (let i = 0; i < 2_000; i++) {
    const drawn = drawDistinct(stream, 80, 20);
    expect(new Set(drawn).size).toBe(20);
    for (const ball of drawn) counts[ball - 1] = (counts[ball - 1] ?? 0) + 1;
  }
  expect(chiSquare(counts)).toBeLessThan(critical(79));
});

test('a different server seed, client seed or nonce gives a different stream; equal ones give the same', () => {
  const seed = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  const take = (...seeds: [string, string, number]) => {
    const stream = fairStream(...seeds);
    return Array.from({ length: 12 }, () => stream.below(2 ** 32));
  };
  fc.assert(
    fc.property(seed, fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), fc.nat(), (server, client, nonce) => {
      const first = take(server, client, nonce);
      expect(take(server, client, nonce)).toEqual(first);
      expect(take(seedHash(server), client, nonce)).not.toEqual(first);
      expect(take(server, `${client.slice(1)}${client.startsWith('x') ? 'y' : 'x'}`, nonce)).not.toEqual(first);
      expect(take(server, client, nonce + 1)).not.toEqual(first);
    }),
    { numRuns: 50 },
  );
});

test('ambiguous seeds are refused', () => {
  for (const malformed of ['', 'a:1', 'ä', 'x'.repeat(65)]) expect(() => fairStream(SEED, malformed, 0)).toThrow(RangeError);
  expect(() => fairStream(SEED.slice(2), 'a', 0)).toThrow(RangeError);
  expect(() => fairStream(SEED.toUpperCase(), 'a', 0)).toThrow(RangeError);
  expect(() => fairStream(SEED, 'a', -1)).toThrow(RangeError);
  expect(() => fairStream(SEED, 'a', 0).below(0)).toThrow(RangeError);
});

test('the code that decides an outcome gets only the game, the bet and the stream', () => {
  expectTypeOf(playRound).parameters.toEqualTypeOf<[Engine, Variant, EngineBet, FairStream, coin?: Units | undefined]>();
  expectTypeOf<keyof FairStream>().toEqualTypeOf<'below'>();
  expect(playRound).toHaveLength(4);
});

test.each(vectors.rounds.map((vector) => [vector.variant, vector] as const))('the published vector of %s', (_variant, vector) => {
  const { engine, variant, bet, serverSeed, clientSeed, nonce } = vector;
  expect(seedHash(serverSeed)).toBe(vector.serverSeedHash);
  expect(rulesHash(engine as Engine, variant as Variant)).toBe(vector.rulesHash);
  const { outcome, payout } = playRound(engine as Engine, variant as Variant, bet as EngineBet, fairStream(serverSeed, clientSeed, nonce));
  expect(outcome).toEqual(vector.outcome);
  expect(String(payout)).toBe(vector.payoutUnits);
});
