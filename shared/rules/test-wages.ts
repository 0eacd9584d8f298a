import type { WageKind, WageRules, WageTerms, WageTier } from './wages.ts';

/**
 * An independent, slow computation of wages for the tests: it follows each bet up the tree and adds fractions, and shares no code with
 * `wages.ts`.
 */

export interface CaseBet {
  readonly player: string;
  readonly category: string;
  readonly excluded: boolean;
  readonly size: bigint;
  readonly valid: bigint;
  readonly stake: bigint;
  readonly payout: bigint;
  /** After the change of uplines. */
  readonly later?: boolean;
}
/** A bonus of a member, which reduces the dividends of all above and of the member. */
export interface CaseBonus {
  readonly member: string;
  readonly units: bigint;
  /** After the change of uplines. */
  readonly later?: boolean;
}
export interface CaseContract {
  readonly agent: string;
  /** The nearest agent above with a contract. */
  readonly upline: string | undefined;
  /** The same after the change of uplines. */
  readonly laterUpline: string | undefined;
  readonly terms: WageTerms;
  readonly carriedIn: bigint;
  readonly lastRateBp: number | undefined;
}
export interface WageCase {
  readonly kind: WageKind;
  readonly rules: WageRules;
  /** Upline by member. */
  readonly parents: ReadonlyMap<string, string | undefined>;
  /** The same after a change within the window; undefined: none. */
  readonly later: ReadonlyMap<string, string | undefined> | undefined;
  readonly contracts: readonly CaseContract[];
  readonly bets: readonly CaseBet[];
  /** Only where the kind is a dividend. */
  readonly bonuses: readonly CaseBonus[];
  readonly activeFrom: bigint;
}

/** Uplines at the time of a bet or bonus. */
const uplinesAt = ({ parents, later }: Pick<WageCase, 'parents' | 'later'>, fact: { readonly later?: boolean }) =>
  (fact.later === true ? later : undefined) ?? parents;

/** Bets of each agent's team, own ones included, and the number of active members. */
export function teamsOf({ parents, later, bets, activeFrom }: Pick<WageCase, 'parents' | 'later' | 'bets' | 'activeFrom'>) {
  const teams = new Map<string, (CaseBet & { own: boolean })[]>();
  const byPlayer = new Map<string, bigint>();
  for (const bet of bets) {
    const above = uplinesAt({ parents, later }, bet);
    for (let at: string | undefined = bet.player; at !== undefined; at = above.get(at))
      teams.set(at, [...(teams.get(at) ?? []), { ...bet, own: at === bet.player }]);
    if (!bet.excluded) byPlayer.set(bet.player, (byPlayer.get(bet.player) ?? 0n) + bet.valid);
  }
  const active = new Map<string, number>();
  for (const [player, valid] of byPlayer) {
    if (valid < activeFrom) continue;
    for (let at = parents.get(player); at !== undefined; at = parents.get(at)) active.set(at, (active.get(at) ?? 0) + 1);
  }
  return { teams, active };
}

/** Bonuses of the agent and of everyone below, bonus by bonus. */
export function bonusesOf(given: Pick<WageCase, 'parents' | 'later' | 'bonuses'>, agent: string): bigint {
  let total = 0n;
  for (const bonus of given.bonuses) {
    const above = uplinesAt(given, bonus);
    for (let at: string | undefined = bonus.member; at !== undefined; at = above.get(at)) if (at === agent) total += bonus.units;
  }
  return total;
}

const counts = (kind: WageKind, terms: WageTerms, bet: CaseBet, own: boolean) =>
  !bet.excluded && (!own || terms.ownPlay) && !(kind === 'realtime' && bet.size < terms.minSingleBet);

/** Millionths of a unit that a rate of one basis point gives for the bet. */
const worth = (kind: WageKind, { weights }: WageRules, bet: CaseBet) =>
  kind === 'dividend' ? (bet.stake - bet.payout) * 100n : bet.valid * BigInt(weights[bet.category] ?? 100);

/** The rate of each contract in the window. */
function slowRates(given: WageCase): ReadonlyMap<string, number> {
  const { kind, rules, contracts } = given;
  const { teams, active } = teamsOf(given);
  return new Map(
    contracts.map(({ agent, terms, lastRateBp }) => {
      const bets = (teams.get(agent) ?? []).filter((bet) => counts(kind, terms, bet, bet.own));
      const total = (of: (bet: CaseBet) => bigint) => bets.reduce((sum, bet) => sum + of(bet), 0n);
      const [valid, profit] = [total((bet) => bet.valid), total((bet) => bet.stake - bet.payout)];
      const less = bonusesOf(given, agent);
      const holds = (one: WageTier) =>
        (one.minValidBet === 0n || valid >= one.minValidBet) &&
        (one.minProfit === 0n || profit - less >= one.minProfit) &&
        (active.get(agent) ?? 0) >= one.minActive;
      const reached = terms.tiers.filter(holds).at(-1)?.rateBp;
      const takenBack = lastRateBp ?? (kind === 'dividend' ? terms.tiers[0]?.rateBp : undefined);
      const isNegative = total((bet) => worth(kind, rules, bet)) - less * 100n < 0n;
      return [agent, Math.min(rules.ceilingBp, reached ?? (isNegative ? (takenBack ?? 0) : 0))];
    }),
  );
}

export function slowWages(given: WageCase): ReadonlyMap<string, { amount: bigint; carriedOut: bigint }> {
  const { kind, rules, contracts, bets } = given;
  const rates = slowRates(given);
  const earned = new Map<string, bigint>();
  for (const bet of bets) {
    let highest = 0;
    const above = uplinesAt(given, bet);
    for (let at: string | undefined = bet.player; at !== undefined; at = above.get(at)) {
      const contract = contracts.find(({ agent }) => agent === at);
      if (!contract || !counts(kind, contract.terms, bet, at === bet.player)) continue;
      const rate = rates.get(at) ?? 0;
      if (rate > highest) earned.set(at, (earned.get(at) ?? 0n) + worth(kind, rules, bet) * BigInt(rate - highest));
      highest = Math.max(highest, rate);
    }
  }
  for (const bonus of given.bonuses) {
    let highest = 0;
    const above = uplinesAt(given, bonus);
    for (let at: string | undefined = bonus.member; at !== undefined; at = above.get(at)) {
      const rate = rates.get(at) ?? 0;
      if (rate > highest) earned.set(at, (earned.get(at) ?? 0n) - bonus.units * 100n * BigInt(rate - highest));
      highest = Math.max(highest, rate);
    }
  }
  return new Map(
    contracts.map(({ agent, terms, carriedIn }) => {
      const exact = earned.get(agent) ?? 0n;
      const units = exact / 1_000_000n;
      const total = (units * 1_000_000n > exact ? units - 1n : units) + carriedIn;
      const isCarried = kind !== 'dividend' || terms.carryNegative;
      return [agent, { amount: total > 0n ? total : 0n, carriedOut: total < 0n && isCarried ? total : 0n }];
    }),
  );
}

interface CaseOptions {
  readonly voids?: boolean;
  readonly kinds?: readonly WageKind[];
  readonly singleTier?: boolean;
}

/** A random tree with contracts and bets; the same for the same seed. */
export function randomCase(
  seed: number,
  { voids = true, kinds = ['dividend', 'daily', 'hourly', 'realtime'], singleTier = false }: CaseOptions = {},
): WageCase {
  const next = randomOf(seed);
  const under = (max: number) => Math.floor(next() * max);
  const pick = <T>(list: readonly T[]): T => list[under(list.length)] as T;
  const kind = pick(kinds);
  const members = Array.from({ length: 2 + under(14) }, (_, n) => `m${n}`);
  const parents = new Map(members.map((id, n) => [id, n === 0 || under(8) === 0 ? undefined : members[under(n)]]));
  const ceilingBp = pick([100, 500, 5_000]);
  const randomTerms = (): WageTerms => ({
    tiers: Array.from({ length: singleTier ? 1 : 1 + under(3) }, (_, n) => ({
      rateBp: Math.min(ceilingBp + under(2) * 50, 1 + Math.floor(ceilingBp / 4) * n + under(ceilingBp / 4)),
      minValidBet: singleTier ? 0n : pick([0n, 5_000n, 40_000n]),
      minProfit: singleTier ? 0n : pick([0n, 0n, 3_000n]),
      minActive: singleTier ? 0 : pick([0, 0, 1, 2]),
    })),
    minSingleBet: pick([0n, 0n, 100n, 1_000n]),
    carryNegative: singleTier || under(2) === 0,
    ownPlay: under(3) === 0,
  });
  const withContract = new Set(members.filter(() => under(3) > 0));
  const contracts = [...withContract].map((agent) => {
    const upline = nearest(parents, withContract, agent);
    return {
      agent,
      upline,
      laterUpline: upline,
      terms: randomTerms(),
      carriedIn: BigInt(-under(3) * under(200)),
      lastRateBp: pick([undefined, 40, 90]),
    };
  });
  const excluded = new Set(members.filter(() => under(6) === 0));
  const bets = Array.from({ length: under(30) }, () => {
    const player = pick(members);
    const sign = voids && under(5) === 0 ? -1n : 1n;
    const stake = BigInt(1 + under(30_000));
    const valid = (stake * BigInt(under(101))) / 100n;
    const payout = pick([0n, stake / 2n, stake * 2n]);
    const facts = { player, category: pick(['RNG', 'LIVE', 'SPORTS']), excluded: excluded.has(player), size: pick([0n, 100n, 1_000n]) };
    return { ...facts, stake: sign * stake, valid: sign * valid, payout: sign * payout };
  });
  const rules = { ceilingBp, weights: { LIVE: pick([100, 50, 0]) } };
  const bonuses =
    kind === 'dividend' ? Array.from({ length: under(4) }, () => ({ member: pick(members), units: BigInt(1 + under(9_000)) })) : [];
  return { kind, rules, parents, later: undefined, contracts, bets, bonuses, activeFrom: 2_000n };
}

/** The nearest member above who is in the set. */
function nearest(parents: WageCase['parents'], set: ReadonlySet<string>, member: string): string | undefined {
  let upline = parents.get(member);
  while (upline !== undefined && !set.has(upline)) upline = parents.get(upline);
  return upline;
}

/** The case with some members moved to other uplines, and half of the bets and bonuses after it. */
export function withMoves(given: WageCase, seed: number): WageCase {
  const next = randomOf(seed * 7 + 3);
  const under = (max: number) => Math.floor(next() * max);
  const members = [...given.parents.keys()];
  const later = new Map(given.parents);
  for (let moves = 1 + under(3); moves > 0; moves -= 1) {
    const member = members[under(members.length)] ?? '';
    const upline = under(4) === 0 ? undefined : members[under(members.length)];
    const path = [upline];
    while (path.at(-1) !== undefined) path.push(later.get(path.at(-1) ?? ''));
    if (!path.includes(member)) later.set(member, upline);
  }
  const agents = new Set(given.contracts.map(({ agent }) => agent));
  return {
    ...given,
    later,
    contracts: given.contracts.map((one) => ({ ...one, laterUpline: nearest(later, agents, one.agent) })),
    bets: given.bets.map((one) => ({ ...one, later: under(2) === 0 })),
    bonuses: given.bonuses.map((one) => ({ ...one, later: under(2) === 0 })),
  };
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
