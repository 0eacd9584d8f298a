import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { createSecrets } from '../../base/secrets.ts';
import { createWallet, HOUSE, type Wallet } from '../../ledger/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant, type MerchantSettings, type ReferralRules, saveSettings } from '../../merchant/index.ts';
import type { InboxEntry } from '../../notify/inbox/index.ts';
import { createOpponents } from '../../play/contests/index.ts';
import { promptFactStream } from '../../play/facts/test-horizon.ts';
import { TEST_DATA_KEY } from '../../test-platform.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { createRewardCentre, type RewardLists } from '../centre/centre.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import { codeOf } from './codes.ts';
import { type CountDeps, countReferrals } from './count.ts';
import { createReferralDesk, type ReferralDesk } from './desk.ts';
import { expireRewards, type PayDeps, payDue } from './pay.ts';
import { readReferral } from './present.ts';
import { createReferrals } from './register.ts';
import { referralSource } from './reward-source.ts';
import { verifyReferrals } from './verify.ts';

export const MERCHANT = 'lagoon';
export const UNIT = 10_000n;

export const START = Date.parse('2026-01-14T00:00:00.000Z');
export const hour = (hours: number) => new Date(START + hours * HOUR_MS);
const TABLES = 'play_fact, fact_consumer, merchant, referral_code, referral, referral_goal, referral_reward, member_trait';

/** A deposit of 50 gives 3 and 2; with a stake of 200 also 10 and 5. */
const RULES: ReferralRules = {
  claimDays: 20,
  perMonth: null,
  maxFriends: null,
  stages: [
    { stage: 'deposited', deposits: 50, stake: 0, withinDays: 10, referrer: 3, friend: 2 },
    { stage: 'played', deposits: 50, stake: 200, withinDays: 30, referrer: 10, friend: 5 },
  ],
};

function referralSettings(rules: Partial<ReferralRules> = {}, features: Readonly<Record<string, boolean>> = {}): MerchantSettings {
  const settings = demoSettings();
  return Object.assign(settings, {
    timeZone: 'UTC',
    features: { ...settings.features, referral: true, ...features },
    referral: { ...RULES, ...rules },
  });
}

export interface TestReferral {
  readonly clock: MovableClock;
  readonly wallet: Wallet;
  readonly centre: RewardLists;
  readonly deps: CountDeps & PayDeps;
  readonly desk: ReferralDesk;
  /** Messages to members so far. */
  readonly posted: InboxEntry[];
  /** Members on a break. */
  readonly resting: Set<string>;
  /** Moves the clock to the time and does what is due. */
  runAt(at: Date): Promise<void>;
  /** Notes a member as the friend of another one, as the registration does. */
  invite(referrerId: string, friendId: string): Promise<void>;
  claim(memberId: string, rewardId?: string): ReturnType<RewardLists['claim']>;
  read(memberId: string): ReturnType<typeof readReferral>;
  decide(kind: 'release' | 'refuse', id: string, reason?: string): Promise<string>;
}

/** A node with invitations; a further one on the same database has its own objects. */
export function referralOn(db: Database, clock: MovableClock): TestReferral {
  const hub = createEventHub();
  const wallet = createWallet({ clock, hub });
  const secrets = createSecrets(TEST_DATA_KEY);
  const [resting, posted] = [new Set<string>(), [] as InboxEntry[]];
  const breakOf = (id: string) => (resting.has(id) ? ({ code: 'time_out', rule: 'time-out', until: null } as const) : undefined);
  const protection = {
    resting: async (_executor: unknown, id: string) => breakOf(id),
    mayBeAdvertised: async (_executor: unknown, id: string) => !resting.has(id),
  };
  const centre = createRewardCentre({ db, clock, hub, wallet, protection });
  const deps = {
    db,
    clock,
    merchant: MERCHANT,
    secrets,
    facts: promptFactStream(db),
    opponents: createOpponents({ clock, secrets }),
    inbox: { post: async (_executor: unknown, entry: InboxEntry) => void posted.push(entry) },
    wallet,
    protection,
    centre,
    fund: createFund(REWARDS, { wallet, clock }),
    log: { error: () => undefined },
    translate: (_language: unknown, key: string) => key,
    requireTime: () => undefined,
  };
  centre.register('referral', referralSource(deps));
  const referrals = createReferrals(deps);
  const desk = createReferralDesk(deps);
  return {
    clock,
    wallet,
    centre,
    deps,
    desk,
    posted,
    resting,
    async runAt(time) {
      clock.advance(time.getTime() - clock.now().getTime());
      while (!(await countReferrals(deps)));
      await expireRewards(deps);
      await payDue(deps);
    },
    async invite(referrerId, friendId) {
      const code = await codeOf(db, referrerId, clock.now());
      await inTransaction(db, (tx) => referrals.note(tx, friendId, code));
    },
    claim: (memberId, rewardId = 'all') => centre.claim(memberId, rewardId),
    read: (memberId) => readReferral(db, deps, { memberId, page: 1, now: clock.now() }),
    decide: (kind, id, reason = 'because') =>
      inTransaction(db, (tx, afterCommit) => desk[kind](tx, afterCommit, { id, operator: 'ops01', reason })),
  };
}

export interface ReferralStage {
  readonly world: TestReferral;
  /** Of the verification; the ledger keeps transfers of earlier tests, which have no rewards any more. */
  differences(): Promise<readonly string[]>;
}

let stages = 0;
/** An empty database at `START`, with 1,000 in the account of rewards. */
export async function openReferral(db: Database, rules: Partial<ReferralRules> = {}): Promise<ReferralStage> {
  await sql.raw(`truncate ${TABLES} cascade`).execute(db);
  await addMerchant(db, MERCHANT, referralSettings(rules));
  const world = referralOn(db, movableClock({ now: () => hour(0) }));
  await world.runAt(hour(0));
  stages += 1;
  const { rows } = await sql<{ id: string | null }>`select max(id) as id from ledger_transfer`.execute(db);
  const lastBefore = Number(rows[0]?.id ?? 0);
  await fundRewards(db, world.wallet, 1_000n * UNIT, `referral-fund-${stages}`);
  return {
    world,
    differences: async () =>
      (await verifyReferrals(db)).filter((one) => Number(/^transfer (\d+)/.exec(one)?.[1] ?? lastBefore + 1) > lastBefore),
  };
}

export function setRules(db: Database, rules: Partial<ReferralRules>, features: Readonly<Record<string, boolean>> = {}): Promise<void> {
  return saveSettings(db, MERCHANT, referralSettings(rules, features));
}

let rounds = 0;
/** A fact of settled play, or of voided play below zero, as the trigger of settled rounds writes it. */
export async function addPlay(db: Database, memberId: string, at: Date, units: bigint): Promise<void> {
  rounds += 1;
  await sql`
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
    values (${memberId}, 'p', ${`r${rounds}`}, 'g', 'V1', 'RNG', 'USD', ${units > 0n ? 'settled' : 'voided'}, ${units > 0n ? 1 : -1}::int,
            ${units.toString()}::bigint, ${units.toString()}::bigint, 0, 0, ${at})`.execute(db);
}

let deposits = 0;
/** A deposit at the time of the wallet's clock; returns its reference. */
export async function addDeposit(db: Database, wallet: Wallet, memberId: string, units: bigint): Promise<string> {
  deposits += 1;
  const reference = `deposit:test-${deposits}`;
  await post(db, wallet, { memberId, units, reference, kind: 'deposit' });
  return reference;
}

/** Takes back a part of a deposit, or all of it. */
export async function reverseDeposit(db: Database, wallet: Wallet, memberId: string, reference: string, units: bigint): Promise<void> {
  deposits += 1;
  await post(db, wallet, { memberId, units: -units, reference: `${reference}:reversal:${deposits}`, kind: 'deposit-reversal' });
}

interface Posting {
  readonly memberId: string;
  readonly units: bigint;
  readonly reference: string;
  readonly kind: 'deposit' | 'deposit-reversal';
}

async function post(db: Database, wallet: Wallet, { memberId, units, reference, kind }: Posting): Promise<void> {
  const legs = [
    { owner: memberId, kind: 'wallet', units },
    { owner: HOUSE, kind: 'operations', units: -units },
  ];
  const result = await wallet.transfer(db, { reference, kind, currency: 'USD', realm: 'real', memberId, legs });
  if (result.outcome !== 'posted') throw new Error(result.outcome);
}

/** What happened to one friend, in its order, for the reference. `at` and `of`: milliseconds; `of`: of the deposit that is taken back. */
export type SlowEvent =
  | { readonly kind: 'deposit'; readonly units: bigint; readonly at: number }
  | { readonly kind: 'reversal'; readonly units: bigint; readonly of: number; readonly at: number }
  | { readonly kind: 'play'; readonly units: bigint; readonly at: number };

/** The reference: every event again for each stage, without any code of the product. Days of the stages and amounts are those of `RULES`. */
export function slowStages(events: readonly SlowEvent[], registeredAt: number): { readonly deposited: boolean; readonly played: boolean } {
  const reached = (needDeposits: bigint, needStake: bigint, days: number): boolean => {
    const end = registeredAt + days * DAY_MS;
    let [money, stake] = [0n, 0n];
    for (const event of events) {
      if (event.kind === 'deposit' && event.at < end) money += event.units;
      if (event.kind === 'reversal' && event.of < end) money -= event.units;
      if (event.kind === 'play' && event.at < end) stake += event.units;
    }
    return money >= needDeposits && stake >= needStake;
  };
  return { deposited: reached(50n * UNIT, 0n, 10), played: reached(50n * UNIT, 200n * UNIT, 30) };
}
