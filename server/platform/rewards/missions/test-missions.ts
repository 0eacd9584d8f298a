import { sql } from 'kysely';
import type { MissionGoal } from '../../../../shared/api/missions/constants.ts';
import type { MovableClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { createEventHub, type EventHub } from '../../base/events/hub.ts';
import { createWallet, type Wallet } from '../../ledger/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { type BoardRule, type MerchantSettings, type MissionRule, saveSettings } from '../../merchant/index.ts';
import { MEMBER_FACTS } from '../../play/facts/index.ts';
import { promptFactStream } from '../../play/facts/test-horizon.ts';
import { createRewardCentre, type RewardLists } from '../centre/centre.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import type { OfferRules } from '../may-be-offered.ts';
import { closeBoards } from './boards.ts';
import type { CountDeps } from './contracts.ts';
import { countMissions } from './count.ts';
import { expireRewards, payDue } from './pay.ts';
import { listMissions, type MemberMissions } from './present.ts';
import { type MissionSourceDeps, missionSource } from './reward-source.ts';

export const MERCHANT = 'lagoon';
export const UNIT = 10_000n;
export const CLAIM_DAYS = 5;

export function mission(id: string, rule: Partial<MissionRule> & Pick<MissionRule, 'goal' | 'target'>): MissionRule {
  return Object.assign({ id, period: 'day', category: null, points: 10, amount: 0 } as const, rule);
}

export function missionSettings(list: readonly MissionRule[], timeZone = 'UTC', boards: readonly BoardRule[] = []): MerchantSettings {
  return Object.assign(demoSettings(), { timeZone, missions: { claimDays: CLAIM_DAYS, list: [...list], boards: [...boards] } });
}

export interface TestMissions {
  readonly clock: MovableClock;
  readonly wallet: Wallet;
  readonly centre: RewardLists;
  readonly hub: EventHub;
  readonly deps: CountDeps;
  readonly protection: OfferRules;
  /** Members on a break. */
  readonly resting: Set<string>;
  /** Members at a limit of losses. */
  readonly limited: Set<string>;
  /** Moves the clock to the time and does what is due. */
  runAt(at: Date): Promise<void>;
  claim(memberId: string, rewardId?: string): ReturnType<RewardLists['claim']>;
  list(memberId: string): Promise<MemberMissions>;
  set(list: readonly MissionRule[], timeZone?: string): Promise<void>;
}

/** A node with missions; a further one on the same database has its own objects. */
export function missionsOn(db: Database, clock: MovableClock): TestMissions {
  const hub = createEventHub();
  const wallet = createWallet({ clock, hub });
  const [resting, limited] = [new Set<string>(), new Set<string>()];
  const breakOf = (id: string) => (resting.has(id) ? ({ code: 'time_out', rule: 'time-out', until: null } as const) : undefined);
  const protection = {
    resting: async (_executor: unknown, id: string) => breakOf(id),
    mayBeAdvertised: async (_executor: unknown, id: string) => !resting.has(id),
    refusePlay: async (_executor: unknown, id: string) => breakOf(id),
    roomAtVendor: async (_executor: unknown, id: string) => (limited.has(id) ? 0n : null),
  };
  const centre = createRewardCentre({ db, clock, hub, wallet, protection });
  const deps: CountDeps & MissionSourceDeps = {
    db,
    clock,
    merchant: MERCHANT,
    facts: promptFactStream(db),
    memberFacts: promptFactStream(db, MEMBER_FACTS),
    hub,
    wallet,
    protection,
    centre,
    fund: createFund(REWARDS, { wallet, clock }),
    log: { error: () => undefined },
    translate: (_language, key) => key,
    requireTime: () => undefined,
  };
  centre.register('missions', missionSource(deps));
  return {
    clock,
    wallet,
    centre,
    hub,
    deps,
    protection,
    resting,
    limited,
    async runAt(time) {
      clock.advance(time.getTime() - clock.now().getTime());
      while (!(await countMissions(deps)));
      await closeBoards(deps, clock.now());
      await expireRewards(deps);
      await payDue(deps);
    },
    claim: (memberId, rewardId = 'all') => centre.claim(memberId, rewardId),
    list: (memberId) => listMissions(db, memberId, { merchant: MERCHANT, protection, now: clock.now() }),
    set: (list, timeZone) => saveSettings(db, MERCHANT, missionSettings(list, timeZone)),
  };
}

export interface TestRound {
  readonly memberId: string;
  readonly roundId: string;
  readonly at: Date;
  readonly stake: bigint;
  readonly payout: bigint;
  readonly gameId?: string;
  readonly category?: string;
  /** Draw of a ticket. */
  readonly market?: string | null;
}

/** A fact as the trigger of settled rounds writes it; `sign` -1: the round is voided. */
export async function addRound(db: Database, round: TestRound, sign: 1 | -1 = 1): Promise<void> {
  const { memberId, roundId, at, stake, payout, gameId = 'g1', category = 'RNG', market = null } = round;
  const change = (units: bigint) => (units * BigInt(sign)).toString();
  await sql`
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at, market)
    values (${memberId}, 'p', ${roundId}, ${gameId}, 'V1', ${category}, 'USD', ${sign === 1 ? 'settled' : 'voided'}, ${sign}::int,
            ${change(stake)}::bigint, ${change(stake)}::bigint, ${change(payout)}::bigint, ${stake.toString()}::bigint, ${at}, ${market}::text)`.execute(
    db,
  );
}

/** A settled round of the reference, or a voided one. */
export interface SlowRound extends Required<Omit<TestRound, 'memberId'>> {
  readonly isVoided: boolean;
}

interface SlowGoal {
  readonly goal: MissionGoal;
  readonly category: string | null;
  /** Whole units. */
  readonly leastStake?: number;
  /** Milliseconds, start included, end not. */
  readonly start: number;
  readonly end: number;
}

/**
 * Rounds as missions count them: all tickets of a draw of a day are one, at the place of the ticket that was settled last, even if that one was
 * voided.
 */
function asPlays(rounds: readonly SlowRound[], leastStake: number): readonly Pick<SlowRound, 'stake' | 'payout'>[] {
  const plays = new Map<string, { count: number; stake: bigint; payout: bigint }>();
  for (const { market, roundId, at, stake, payout, isVoided } of rounds) {
    const key = market === null ? `round ${roundId}` : `draw ${market} of ${at.toISOString().slice(0, 10)}`;
    const play = plays.get(key) ?? { count: 0, stake: 0n, payout: 0n };
    plays.delete(key);
    plays.set(key, isVoided ? play : { count: play.count + 1, stake: play.stake + stake, payout: play.payout + payout });
  }
  return [...plays.values()].filter(({ count, stake }) => count > 0 && stake >= BigInt(leastStake) * UNIT);
}

/** The reference: each round alone in the order of settlement, without any code of the product. */
export function slowProgress(rounds: readonly SlowRound[], { goal, category, start, end, leastStake = 0 }: SlowGoal): bigint {
  const ofCategory = rounds.filter((round) => category === null || round.category === category);
  const isWithin = ({ at }: SlowRound) => at.getTime() >= start && at.getTime() < end;
  const plays = asPlays(ofCategory.filter(isWithin), leastStake);
  const standing = ofCategory.filter((round) => !round.isVoided);
  const within = standing.filter(isWithin);
  if (goal === 'rounds') return BigInt(plays.length);
  if (goal === 'stake') return within.reduce((sum, { stake }) => sum + stake, 0n);
  if (goal === 'newGames') {
    const before = new Set(standing.filter(({ at }) => at.getTime() < start).map(({ gameId }) => gameId));
    return BigInt(new Set(within.map(({ gameId }) => gameId).filter((id) => !before.has(id))).size);
  }
  let [longest, now] = [0, 0];
  for (const { payout, stake } of plays) {
    now = payout > stake ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return BigInt(longest);
}
