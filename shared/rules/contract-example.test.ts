import { describe, expect, test } from 'vitest';
import { contractExample, tiersAboveOwn } from './contract-example.ts';
import type { WageTerms, WageTier } from './wages.ts';

const WHOLE = 10_000n;
const tier = (rateBp: number, more: Partial<WageTier> = {}): WageTier => ({
  rateBp,
  minValidBet: 0n,
  minProfit: 0n,
  minActive: 0,
  ...more,
});
const terms = (tiers: readonly WageTier[], more: Partial<WageTerms> = {}): WageTerms => ({
  tiers,
  minSingleBet: 0n,
  carryNegative: true,
  ownPlay: false,
  ...more,
});
const play = { valid: 100_000n * WHOLE, loss: 5_000n * WHOLE, active: 10 };

describe('an example', () => {
  test('divides the wage of the play between both agents', () => {
    const own = terms([tier(80)]);
    expect(contractExample({ kind: 'daily', terms: terms([tier(50)]), own, play, ceilingBp: 100 })).toEqual({
      agent: 500n * WHOLE,
      agentRateBp: 50,
      above: 300n * WHOLE,
    });
    expect(contractExample({ kind: 'dividend', terms: terms([tier(2_000)]), own: terms([tier(3_000)]), play, ceilingBp: 5_000 })).toEqual({
      agent: 1_000n * WHOLE,
      agentRateBp: 2_000,
      above: 500n * WHOLE,
    });
  });

  test('uses the highest tier whose conditions hold, and the ceiling', () => {
    const tiers = [tier(30), tier(60, { minActive: 10 }), tier(90, { minActive: 11 })];
    expect(contractExample({ kind: 'hourly', terms: terms(tiers), own: undefined, play, ceilingBp: 100 })).toEqual({
      agent: 600n * WHOLE,
      agentRateBp: 60,
      above: undefined,
    });
    expect(contractExample({ kind: 'hourly', terms: terms(tiers), own: undefined, play, ceilingBp: 40 }).agent).toBe(400n * WHOLE);
  });

  test('of real-time wages has bets that both contracts count', () => {
    const own = terms([tier(80)], { minSingleBet: 100n * WHOLE });
    const example = contractExample({
      kind: 'realtime',
      terms: terms([tier(50)], { minSingleBet: 10n * WHOLE }),
      own,
      play,
      ceilingBp: 100,
    });
    expect(example).toMatchObject({ agent: 500n * WHOLE, above: 300n * WHOLE });
  });
});

describe('tiers that can pay more than the agent above receives', () => {
  test('are those with conditions that the own contract pays less for', () => {
    const own = terms([tier(30), tier(80, { minValidBet: 10_000n })]);
    expect(tiersAboveOwn(terms([tier(30), tier(50, { minValidBet: 9_999n }), tier(80, { minValidBet: 10_000n })]), own)).toEqual([
      { tier: 2, rateBp: 50, ownRateBp: 30 },
    ]);
  });

  test('include all of an agent whose own contract asks for more active members', () => {
    expect(tiersAboveOwn(terms([tier(10)]), terms([tier(80, { minActive: 5 })]))).toEqual([{ tier: 1, rateBp: 10, ownRateBp: 0 }]);
    expect(tiersAboveOwn(terms([tier(10, { minActive: 5 })]), terms([tier(80, { minActive: 5 })]))).toEqual([]);
  });
});
