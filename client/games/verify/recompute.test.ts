import { expect, test } from 'vitest';
import { type Engine, SLOT_VARIANTS, type SlotVariant, type Variant } from '../../../shared/games/catalogue.ts';
import { fairStream, seedHash } from '../../../shared/games/fairness.ts';
import type { EngineBet } from '../../../shared/games/protocol.ts';
import { playRound, printedRules, rulesHash, stakeLimits } from '../../../shared/games/rules.ts';
import { asciiBytes, sha256, toHex } from '../../../shared/games/sha256.ts';
import earlierRounds from '../../../shared/games/slot/earlier-rounds.json' with { type: 'json' };
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { toWire } from '../../../shared/money/money.ts';
import { type Evidence, recompute } from './recompute.ts';

const SEED = 'ab'.repeat(32);
const BETS: readonly (readonly [Engine, Variant, EngineBet])[] = [
  ...SLOT_VARIANTS.map((variant) => ['slot', variant, { engine: 'slot', stake: '3.0000' }] as const),
  ['roulette', 'european', { engine: 'roulette', chips: [{ spot: 'red', stake: '1.0000' }] }],
  ['dice', 'classic', { engine: 'dice', stake: '1.0000', over: true, target: 50.5 }],
  ['keno', 'twenty', { engine: 'keno', stake: '1.0000', picks: [1, 2, 3] }],
  ['fish', 'reef', { engine: 'fish', stake: '1.0000', target: 'sardine' }],
  ['duel', 'best', { engine: 'duel', stake: '1.0000', side: 'one' }],
  ['digits', 'quad', { engine: 'digits', stake: '1.0000', kind: 'box', number: '0012' }],
];

function evidence(engine: Engine, variant: Variant, bet: EngineBet, nonce = 7): Evidence {
  const { outcome, payout } = playRound(engine, variant, bet, fairStream(SEED, 'mine', nonce));
  const fairness = { serverSeed: SEED, serverSeedHash: seedHash(SEED), clientSeed: 'mine', nonce };
  return JSON.parse(JSON.stringify({ bet, outcome, payout: toWire(payout), fairness })) as Evidence;
}

test.each(BETS)('an honest round of %s %s is confirmed', (engine, variant, bet) => {
  expect(recompute(variant, evidence(engine, variant, bet))).toMatchObject({
    readable: true,
    hashMatches: true,
    outcomeMatches: true,
    payoutMatches: true,
  });
});

test.each(BETS)('a forged round of %s %s is found out', (engine, variant, bet) => {
  const honest = evidence(engine, variant, bet);
  expect(recompute(variant, { ...honest, payout: '123456.0000' })).toMatchObject({ payoutMatches: false, outcomeMatches: true });
  const swapped = { ...honest.fairness, serverSeedHash: seedHash('cd'.repeat(32)) };
  expect(recompute(variant, { ...honest, fairness: swapped })).toMatchObject({ hashMatches: false });
  const outcomes = Array.from({ length: 20 }, (_, nonce) => recompute(variant, { ...honest, fairness: { ...honest.fairness, nonce } }));
  expect(outcomes.some((verdict) => verdict.readable && !verdict.outcomeMatches)).toBe(true);
});

test('the order of keys is ignored', () => {
  const honest = evidence('keno', 'twenty', { engine: 'keno', stake: '1.0000', picks: [1, 2, 3] });
  const outcome = Object.fromEntries(Object.entries(honest.outcome).reverse()) as unknown as Evidence['outcome'];
  expect(recompute('twenty', { ...honest, outcome })).toMatchObject({ outcomeMatches: true });
});

test('an invalid round is reported with its reason', () => {
  const honest = evidence('dice', 'classic', { engine: 'dice', stake: '1.0000', over: true, target: 50.5 });
  const withFairness = (change: object) => recompute('classic', { ...honest, fairness: { ...honest.fairness, ...change } });
  expect(withFairness({ serverSeed: 'xyz' })).toEqual({ readable: false, problem: 'seed' });
  expect(withFairness({ clientSeed: 'ä' })).toEqual({ readable: false, problem: 'client_seed' });
  expect(withFairness({ nonce: -1 })).toEqual({ readable: false, problem: 'nonce' });
  expect(recompute('gems', honest)).toEqual({ readable: false, problem: 'bet' });
  expect(recompute('classic', { ...honest, bet: { engine: 'dice', stake: '1.0000', over: true, target: 500 } })).toEqual({
    readable: false,
    problem: 'bet',
  });
  expect(recompute('classic', { ...honest, bet: {} as EngineBet })).toEqual({ readable: false, problem: 'bet' });
});

test('a round with the older names of symbols is recomputed under the same strips and prizes', () => {
  for (const { variant, bet, outcome, payoutUnits, rulesHash: hash, ...seeds } of earlierRounds) {
    const old = { bet, outcome, payout: toWire(BigInt(payoutUnits)), rulesHash: hash, fairness: seeds } as unknown as Evidence;
    expect(recompute(variant as SlotVariant, old)).toMatchObject({
      rules: 'renamed',
      hashMatches: true,
      outcomeMatches: true,
      payoutMatches: true,
    });
    expect(recompute(variant as SlotVariant, { ...old, payout: '77.0000' })).toMatchObject({ payoutMatches: false });
  }
});

test('a round includes its own pay table, and no other is used instead', () => {
  const honest = evidence('slot', 'harbour', { engine: 'slot', stake: '1.0000' });
  const today = printedRules('slot', 'harbour');
  const other = today.replace('"top":{"3":50', '"top":{"3":51');
  const otherHash = toHex(sha256(asciiBytes(other)));
  expect(recompute('harbour', { ...honest, rulesHash: rulesHash('slot', 'harbour') })).toMatchObject({
    rules: 'today',
    outcomeMatches: true,
  });
  expect(recompute('harbour', { ...honest, rulesHash: otherHash, rules: other })).toMatchObject({ rules: 'printed', rulesHash: otherHash });
  expect(recompute('harbour', { ...honest, rulesHash: otherHash })).toEqual({ readable: false, problem: 'rules' });
  expect(recompute('harbour', { ...honest, rulesHash: otherHash, rules: today })).toEqual({ readable: false, problem: 'rules' });
});

test.each(['VND', 'JPY', 'THB', 'EUR'])('a round in %s is recomputed with the coin that the hash of its rules names', (currency) => {
  const coin = coinOf(currency);
  for (const variant of ['classic', 'harbour'] as const) {
    const engine = variant === 'classic' ? 'dice' : 'slot';
    const stake = toWire(stakeLimits(variant, coin).min);
    const bet: EngineBet = engine === 'dice' ? { engine, stake, over: false, target: 66.67 } : { engine, stake };
    for (let nonce = 0; nonce < 12; nonce++) {
      const { outcome, payout } = playRound(engine, variant, bet, fairStream(SEED, 'mine', nonce), coin);
      const fairness = { serverSeed: SEED, serverSeedHash: seedHash(SEED), clientSeed: 'mine', nonce };
      const round = { bet, outcome, payout: toWire(payout), rulesHash: rulesHash(engine, variant, coin), fairness };
      expect(recompute(variant, round)).toMatchObject({ rules: 'today', payoutMatches: true, outcomeMatches: true });
    }
  }
});

test('a round that was played in cents of a currency of large coins is recomputed in cents', () => {
  const bet: EngineBet = { engine: 'dice', stake: '1.3700', over: false, target: 66.67 };
  const { outcome, payout } = playRound('dice', 'classic', bet, fairStream(SEED, 'mine', 3));
  const fairness = { serverSeed: SEED, serverSeedHash: seedHash(SEED), clientSeed: 'mine', nonce: 3 };
  const round = { bet, outcome, payout: toWire(payout), rulesHash: rulesHash('dice', 'classic'), fairness };
  expect(recompute('classic', round)).toMatchObject({ rules: 'today', payoutMatches: true, outcomeMatches: true });
});
