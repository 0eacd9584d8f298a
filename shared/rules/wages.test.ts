import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bonusesOf, type CaseBet, type CaseContract, randomCase, slowWages, teamsOf, type WageCase, withMoves } from './test-wages.ts';
import { computeWages, type PlayLine, type Wage, type WageInput, type WageRules, type WageTerms, type WageTier } from './wages.ts';

const CASES = 10_000;

const tier = (rateBp: number, conditions: Partial<WageTier> = {}): WageTier => ({
  rateBp,
  minValidBet: 0n,
  minProfit: 0n,
  minActive: 0,
  ...conditions,
});
const terms = (tiers: readonly WageTier[], more: Partial<WageTerms> = {}): WageTerms => ({
  tiers,
  minSingleBet: 0n,
  carryNegative: true,
  ownPlay: false,
  ...more,
});
const line = (valid: bigint, more: Partial<PlayLine> = {}): PlayLine => ({
  category: 'RNG',
  excluded: false,
  own: false,
  bet: 0n,
  valid,
  stake: valid,
  payout: 0n,
  ...more,
});
const input = (contractId: string, given: Partial<WageInput> & Pick<WageInput, 'terms' | 'lines'>): WageInput => ({
  contractId,
  uplineContractId: undefined,
  kind: 'daily',
  active: 0,
  costs: 0n,
  carriedIn: 0n,
  lastRateBp: undefined,
  spans: undefined,
  ...given,
});
const RULES: WageRules = { ceilingBp: 10_000, weights: {} };
const one = (given: Parameters<typeof input>[1], rules = RULES): Wage => computeWages([input('a', given)], rules)[0] as Wage;
const amounts = (inputs: readonly WageInput[], rules = RULES) =>
  Object.fromEntries(computeWages(inputs, rules).map(({ contractId, amount }) => [contractId, amount]));

describe('a wage', () => {
  test('is the rate of the highest tier whose conditions all hold', () => {
    const tiers = [tier(50), tier(80, { minValidBet: 1_000_000n }), tier(100, { minValidBet: 1_000_000n, minActive: 3 })];
    const paid = (valid: bigint, active: number) => one({ terms: terms(tiers), lines: [line(valid)], active }).amount;
    expect([paid(999_999n, 9), paid(1_000_000n, 2), paid(1_000_000n, 3)]).toEqual([4_999n, 8_000n, 10_000n]);
  });

  test('counts products by weight, and rounds once and down', () => {
    const lines = [line(10_001n), line(10_001n, { category: 'LIVE' })];
    expect(one({ terms: terms([tier(100)]), lines }, { ceilingBp: 10_000, weights: { LIVE: 50 } }).amount).toBe(150n);
  });

  test('counts neither excluded players, nor own play or small bets, except by the contract', () => {
    const lines = [line(10_000n), line(20_000n, { excluded: true }), line(40_000n, { own: true }), line(80_000n, { bet: 500n })];
    const paid = (more: Partial<WageTerms>, kind: WageInput['kind'] = 'realtime') =>
      one({ kind, terms: terms([tier(100)], more), lines }).amount;
    expect(paid({})).toBe(900n);
    expect(paid({ ownPlay: true })).toBe(1_300n);
    expect(paid({ minSingleBet: 500n })).toBe(800n);
    expect(paid({ minSingleBet: 500n }, 'hourly')).toBe(900n);
    expect(one({ terms: terms([tier(100)]), lines }).excludedBet).toBe(20_000n);
  });

  test('never has a higher rate than the merchant’s ceiling', () => {
    expect(one({ terms: terms([tier(100)]), lines: [line(10_000n)] }, { ceilingBp: 60, weights: {} }).amount).toBe(60n);
  });

  test('of negative play is taken from later wages, at the rate of the last one', () => {
    const tiers = [tier(100, { minValidBet: 10_000n })];
    const first = one({ terms: terms(tiers), lines: [line(-20_050n)], lastRateBp: 100 });
    expect([first.tier, first.amount, first.carriedOut]).toEqual([undefined, 0n, -201n]);
    const unpaid = one({ terms: terms(tiers), lines: [line(9_999n)], carriedIn: -201n });
    expect([unpaid.amount, unpaid.carriedOut]).toEqual([0n, -201n]);
    const next = one({ terms: terms(tiers), lines: [line(50_000n)], carriedIn: -201n });
    expect([next.amount, next.carriedOut]).toEqual([299n, 0n]);
    expect(one({ terms: terms(tiers), lines: [line(-20_050n)] }).carriedOut).toBe(0n);
  });

  test('of the loss of a team is a dividend; profit of the team is carried only by contract', () => {
    const dividend = { kind: 'dividend', terms: terms([tier(1_000)]) } as const;
    expect(one({ ...dividend, lines: [line(0n, { stake: 50_000n, payout: 20_000n })] }).amount).toBe(3_000n);
    expect(one({ ...dividend, lines: [line(0n, { stake: 50_000n, payout: 20_000n })], costs: 10_000n }).amount).toBe(2_000n);
    const lost = { ...dividend, lines: [line(0n, { stake: 50_000n, payout: 80_000n })] };
    expect(one(lost).carriedOut).toBe(-3_000n);
    expect(one({ ...lost, terms: terms([tier(1_000)], { carryNegative: false }) }).carriedOut).toBe(0n);
  });

  test('is the difference to the highest rate below, on that play only', () => {
    const contract = (id: string, rateBp: number, valid: bigint, uplineContractId?: string) =>
      input(id, { terms: terms([tier(rateBp)]), lines: [line(valid)], uplineContractId });
    expect(amounts([contract('a', 100, 100_000n), contract('b', 80, 60_000n, 'a'), contract('c', 90, 10_000n, 'b')])).toEqual({
      a: 1_000n - (480n + 10n),
      b: 480n - 80n,
      c: 90n,
    });
  });

  test('of an agent without a tier leaves the difference to the agents above', () => {
    const none = terms([tier(80, { minValidBet: 1_000_000n })]);
    const tree = [
      input('a', { terms: terms([tier(100)]), lines: [line(100_000n)] }),
      input('b', { terms: none, lines: [line(60_000n)], uplineContractId: 'a' }),
      input('c', { terms: terms([tier(50)]), lines: [line(20_000n)], uplineContractId: 'b' }),
    ];
    expect(amounts(tree)).toEqual({ a: 900n, b: 0n, c: 100n });
  });

  test('takes a voided bet back from every agent that it paid', () => {
    const at = (id: string, rateBp: number, valid: bigint, uplineContractId?: string) =>
      input(id, { terms: terms([tier(rateBp)]), lines: [line(valid)], uplineContractId });
    const [upper] = computeWages([at('a', 100, 100_000n), at('c', 80, -100_000n, 'a'), at('d', 80, 200_000n, 'a')], RULES).filter(
      ({ contractId }) => contractId === 'a',
    );
    expect(upper?.amount).toBe(200n);
  });

  test('is refused for contracts above each other', () => {
    const circle = [
      input('a', { terms: terms([tier(1)]), lines: [], uplineContractId: 'b' }),
      input('b', { terms: terms([tier(1)]), lines: [], uplineContractId: 'a' }),
    ];
    expect(() => computeWages(circle, RULES)).toThrow('circle');
  });
});

const linesOf = (teams: ReturnType<typeof teamsOf>['teams'], { agent }: CaseContract) =>
  (teams.get(agent) ?? []).map((bet: CaseBet & { own: boolean }) => ({ ...bet, bet: bet.size }));

/** The inputs with the parts of the window before and after the change of uplines, for the contracts that need them or for all. */
function splitInputsOf(given: WageCase, isAll: boolean): readonly WageInput[] {
  const split = new Set(given.contracts.filter((one) => isAll || one.upline !== one.laterUpline).map(({ agent }) => agent));
  const isSplit = (id: string | undefined) => id !== undefined && split.has(id);
  for (let size = -1; size !== split.size; ) {
    size = split.size;
    for (const one of given.contracts) if (isSplit(one.upline) || isSplit(one.laterUpline)) split.add(one.agent);
  }
  const parts = [false, true].map((later) => {
    const bets = given.bets.filter((one) => (one.later ?? false) === later);
    const bonuses = given.bonuses.filter((one) => (one.later ?? false) === later);
    return { later, teams: teamsOf({ ...given, bets }).teams, bonuses };
  });
  return inputsOf(given).map((one, nr) => {
    const contract = given.contracts[nr];
    if (!contract || !split.has(contract.agent)) return one;
    const spans = parts.map(({ later, teams, bonuses }) => ({
      uplineContractId: later ? contract.laterUpline : contract.upline,
      lines: linesOf(teams, contract),
      costs: bonusesOf({ ...given, bonuses }, contract.agent),
    }));
    return { ...one, spans };
  });
}

/** As the platform sums play: one line for each category, size, exclusion and own play. */
function inputsOf(given: WageCase): readonly WageInput[] {
  const { teams, active } = teamsOf(given);
  return given.contracts.map((contract: CaseContract) => ({
    contractId: contract.agent,
    uplineContractId: contract.upline,
    kind: given.kind,
    terms: contract.terms,
    lines: linesOf(teams, contract),
    active: active.get(contract.agent) ?? 0,
    costs: bonusesOf(given, contract.agent),
    carriedIn: contract.carriedIn,
    lastRateBp: contract.lastRateBp,
    spans: undefined,
  }));
}

describe('wages of random trees, contracts and bets', () => {
  test(`equal those of an independent computation, bet by bet, in ${CASES} cases`, () => {
    const different: unknown[] = [];
    for (let seed = 1; seed <= CASES; seed += 1) {
      const given = randomCase(seed);
      const slow = slowWages(given);
      for (const { contractId, amount, carriedOut } of computeWages(inputsOf(given), given.rules)) {
        const expected = slow.get(contractId);
        if (expected?.amount !== amount || expected.carriedOut !== carriedOut)
          different.push({ seed, contractId, amount, carriedOut, expected });
      }
    }
    expect(different).toEqual([]);
  });

  test(`equal it with changes of uplines within the window, in ${CASES} cases`, () => {
    const different: unknown[] = [];
    for (let seed = 1; seed <= CASES; seed += 1) {
      const given = withMoves(randomCase(seed), seed);
      const slow = slowWages(given);
      for (const { contractId, amount, carriedOut } of computeWages(splitInputsOf(given, seed % 4 === 0), given.rules)) {
        const expected = slow.get(contractId);
        if (expected?.amount !== amount || expected.carriedOut !== carriedOut)
          different.push({ seed, contractId, amount, carriedOut, expected });
      }
    }
    expect(different).toEqual([]);
  });

  test('of one kind never exceed the ceiling on what was bet', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const given = withMoves(randomCase(seed, { voids: false, kinds: ['daily', 'hourly', 'realtime'] }), seed);
        const contracts = given.contracts.map((one) => ({ ...one, carriedIn: 0n }));
        const paid = computeWages(splitInputsOf({ ...given, contracts }, false), given.rules)
          .map(({ amount }) => amount)
          .reduce((total, amount) => total + amount, 0n);
        const bets = given.bets.filter(({ excluded }) => !excluded).reduce((total, { valid }) => total + valid, 0n);
        expect(paid).toBeLessThanOrEqual((bets * BigInt(given.rules.ceilingBp)) / 10_000n);
      }),
      { numRuns: 500 },
    );
  });

  test('of bets that are all voided in the next window come back to nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const options = { voids: false, singleTier: true };
        const given = { ...randomCase(seed, options), bonuses: [] };
        const contracts = given.contracts.map((contract) => ({ ...contract, carriedIn: 0n, lastRateBp: undefined }));
        const paid = computeWages(inputsOf({ ...given, contracts }), given.rules);
        const voided = given.bets.map((bet) => ({ ...bet, valid: -bet.valid, stake: -bet.stake, payout: -bet.payout }));
        const later = contracts.map((contract) => {
          const before = paid.find(({ contractId }) => contractId === contract.agent);
          return { ...contract, carriedIn: before?.carriedOut ?? 0n, lastRateBp: before?.rateBp };
        });
        for (const { contractId, carriedOut, amount } of computeWages(
          inputsOf({ ...given, bets: voided, contracts: later }),
          given.rules,
        )) {
          const before = paid.find((wage) => wage.contractId === contractId);
          // What was paid is taken back, to the unit that is rounded.
          const left = (before?.amount ?? 0n) + carriedOut + amount;
          expect([contractId, left <= 0n && left >= -2n]).toEqual([contractId, true]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
