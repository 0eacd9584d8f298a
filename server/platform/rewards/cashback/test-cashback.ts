import { sql } from 'kysely';
import type { CashbackRates } from '../../../../shared/rules/cashback.ts';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import { createEventHub, type EventHub } from '../../base/events/hub.ts';
import { createWallet, HOUSE, type Wallet } from '../../ledger/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant, DEFAULT_CASHBACK_RULES, type MerchantSettings, saveSettings } from '../../merchant/index.ts';
import type { InboxEntry } from '../../notify/inbox/index.ts';
import { promptFactStream } from '../../play/facts/test-horizon.ts';
import type { ProtectionRefusal } from '../../protection/responsible-gaming/index.ts';
import { createRewardCentre, type RewardLists } from '../centre/centre.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import { countLevels } from '../vip/count.ts';
import { levelHistory } from '../vip/index.ts';
import { type CashbackDeps, createCashback } from './cashback.ts';
import { claim } from './pay.ts';
import { cashbackSource } from './reward-source.ts';

export const MERCHANT = 'lagoon';
export const UNIT = 10_000n;

export interface TestCashback {
  readonly deps: CashbackDeps;
  readonly clock: MovableClock;
  readonly wallet: Wallet;
  /** The rewards of the members. */
  readonly centre: RewardLists;
  readonly hub: EventHub;
  /** Messages to members so far. */
  readonly posted: readonly InboxEntry[];
  /** Members on a break. */
  readonly resting: Set<string>;
  /** Moves the clock to the time and does what is due. */
  runAt(at: Date): Promise<void>;
  claim(memberId: string, statementId?: string): ReturnType<typeof claim>;
  set(change: Partial<MerchantSettings['cashback']>, features?: Readonly<Record<string, boolean>>): Promise<void>;
}

const LEVELS = [
  ['Drift', 0, '0.00'],
  ['Swell', 1_000, '0.10'],
  ['Crest', 20_000, '0.35'],
] as const;

export interface TestRules {
  readonly timeZone?: string;
  readonly cashback?: Partial<MerchantSettings['cashback']>;
}

export function testSettings({ timeZone = 'UTC', cashback = {} }: TestRules = {}): MerchantSettings {
  const settings = demoSettings();
  return Object.assign(settings, {
    timeZone,
    features: Object.assign({}, settings.features, { manualRebate: true }),
    vipLevels: LEVELS.map(([labelName, stake, rebatePercent]) => ({
      labelName,
      stake,
      withdrawalsPerDay: 1,
      rebatePercent,
      personalService: false,
    })),
    cashback: Object.assign({}, DEFAULT_CASHBACK_RULES, { rates: { RNG: 50, LIVE: 25 } }, cashback),
  });
}

/** A merchant with cashback, and a node with a clock. */
export async function createTestCashback(db: Database, at: Date, rules: TestRules = {}): Promise<TestCashback> {
  await addMerchant(db, MERCHANT, testSettings(rules));
  const world = cashbackOn(db, movableClock({ now: () => at }), rules);
  await world.deps.facts.add(db, 'cashback');
  await createCashback(world.deps).run();
  return world;
}

/** A further node on the same database has its own objects. */
export function cashbackOn(db: Database, clock: MovableClock, rules: TestRules = {}): TestCashback {
  const hub = createEventHub();
  const wallet = createWallet({ clock, hub });
  const [posted, resting] = [[] as InboxEntry[], new Set<string>()];
  const breakOf = (memberId: string): ProtectionRefusal | undefined =>
    resting.has(memberId) ? { code: 'time_out', rule: 'time-out', until: null } : undefined;
  const facts = promptFactStream(db);
  const levelDeps = { db, clock, merchant: MERCHANT, facts, onChanges: async () => undefined, requireTime: () => undefined };
  const protection: CashbackDeps['protection'] = {
    resting: async (_executor, memberId) => breakOf(memberId),
    mayBeAdvertised: async (_executor, memberId) => !resting.has(memberId),
  };
  const centre = createRewardCentre({ db, clock, hub, wallet, protection });
  const deps: CashbackDeps = {
    db,
    clock,
    merchant: MERCHANT,
    wallet,
    facts,
    levels: { ...levelHistory, count: () => countLevels(levelDeps) },
    fund: createFund(REWARDS, { wallet, clock }),
    inbox: { post: async (_executor, entry) => void posted.push(entry), unread: async () => 0 },
    protection,
    centre,
    log: { error: () => undefined },
    requireTime: () => undefined,
  };
  centre.register('cashback', cashbackSource(deps));
  const cashback = createCashback(deps);
  return {
    deps,
    clock,
    wallet,
    centre,
    hub,
    posted,
    resting,
    async runAt(time) {
      clock.advance(time.getTime() - clock.now().getTime());
      await cashback.run();
    },
    claim: (memberId, statementId = 'all') => claim(deps, memberId, statementId),
    async set(change, features = {}) {
      const settings = testSettings(rules);
      const cashbackRules = Object.assign({}, settings.cashback, change);
      await saveSettings(
        db,
        MERCHANT,
        Object.assign(settings, { cashback: cashbackRules, features: Object.assign(settings.features, features) }),
      );
    },
  };
}

export interface TestPlay {
  readonly memberId: string;
  readonly at: Date;
  readonly valid: bigint;
  readonly vassalage?: string;
  readonly category?: string;
}

/** Stores facts and the counted stake, as the trigger of settled rounds does. */
export async function addPlay(executor: Executor, plays: readonly TestPlay[]): Promise<void> {
  const rows = plays.map(({ memberId, at, valid, vassalage = 'V1', category = 'RNG' }) => ({
    memberId,
    at: at.toISOString(),
    vassalage,
    category,
    valid: valid.toString(),
  }));
  await sql`
    with f as (
      insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
      select r."memberId", 'p', '', 'g', r.vassalage, r.category, 'USD', case when r.valid > 0 then 'settled' else 'voided' end,
             sign(r.valid)::int, r.valid, r.valid, 0, abs(r.valid), r.at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r("memberId" text, at timestamptz, vassalage text, category text, valid bigint)
      returning member_id, valid)
    insert into member_stake as kept (member_id, settled) select member_id, sum(valid) from f group by member_id
      on conflict (member_id) do update set settled = kept.settled + excluded.settled`.execute(executor);
}

/** Moves money of the merchant to the account of rewards. */
export async function fundRewards(db: Database, wallet: Wallet, units: bigint, reference: string): Promise<void> {
  const legs = [
    { owner: HOUSE, kind: REWARDS.account, units },
    { owner: HOUSE, kind: 'operations', units: -units },
  ];
  await wallet.transfer(db, { reference, kind: 'reward-funding', currency: 'USD', realm: 'real', memberId: null, legs });
}

/** What happened in the order of time: play, and the ends of periods. */
export interface SlowFact extends Required<TestPlay> {
  /** Index of the period that was open when it was counted. */
  readonly counted: number;
}

export interface SlowPeriod {
  readonly starts: number;
  readonly ends: number;
  readonly rates: CashbackRates;
}

/**
 * The reference: each fact alone, with fractions of rates as exact numerators, without any code of the product. Returns the amount of each
 * period, and what is carried after the last one.
 */
export function slowCashback(facts: readonly SlowFact[], periods: readonly SlowPeriod[]): { amounts: bigint[]; carried: bigint } {
  const stakeUpTo = (index: number) => facts.filter(({ counted }) => counted <= index).reduce((sum, { valid }) => sum + valid, 0n);
  const rateIn = (index: number, { vassalage, category }: SlowFact): bigint => {
    const { rates } = periods[index] as SlowPeriod;
    let levelBp = 0;
    for (const level of rates.levels) if (stakeUpTo(index) >= level.stake) levelBp = level.rateBp;
    const exact = rates.vendors.filter((one) => one.vassalage === vassalage && one.category === category);
    const whole = rates.vendors.filter((one) => one.vassalage === vassalage && one.category === null);
    const set = [...exact.map(({ rateBp }) => rateBp), ...whole.map(({ rateBp }) => rateBp), rates.categories[category]].find(
      (rateBp) => rateBp !== undefined,
    );
    return set === null ? 0n : BigInt((set ?? 0) + levelBp);
  };
  let carried = 0n;
  const amounts = periods.map((period, index) => {
    const lines = new Map<string, { valid: bigint; rate: bigint }>();
    for (const fact of facts) {
      if (fact.counted !== index) continue;
      const at = fact.at.getTime();
      const played = at < period.starts ? periods.findIndex(({ starts, ends }) => at >= starts && at < ends) : index;
      const key = `${fact.vassalage} ${fact.category} ${played}`;
      const line = lines.get(key) ?? { valid: 0n, rate: rateIn(played, fact) };
      lines.set(key, { valid: line.valid + fact.valid, rate: line.rate });
    }
    let total = carried;
    for (const line of lines.values()) total += slowAmount(line);
    carried = total < 0n ? total : 0n;
    return total > 0n ? total - (total % 100n) : 0n;
  });
  return { amounts, carried };
}

function slowAmount({ valid, rate }: { readonly valid: bigint; readonly rate: bigint }): bigint {
  const size = (valid < 0n ? -valid : valid) * rate;
  const units = (size - (size % 10_000n)) / 10_000n;
  return valid < 0n ? -units : units;
}
