import type { MovableClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { createSecrets } from '../../base/secrets.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { type MerchantSettings, saveSettings } from '../../merchant/index.ts';
import type { InboxEntry } from '../../notify/inbox/index.ts';
import { TEST_DATA_KEY } from '../../test-platform.ts';
import { createRewardCentre, type RewardLists } from '../centre/centre.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import { type BirthdayDeps, giveBirthdayGifts } from './birthdays.ts';
import { countLevels } from './count.ts';
import { expireGifts, payClaimed } from './gift-pay.ts';
import { followChanges } from './gifts.ts';
import { type GiftSourceDeps, giftSource } from './reward-source.ts';
import { MERCHANT, type TestVip, vipOn } from './test-vip.ts';

/** Stake, and the gifts of the level and of birthdays on it, in whole units. */
const GIFT_LADDER = [
  ['Drift', 0, 0, 0],
  ['Ripple', 100, 5, 1],
  ['Current', 500, 20, 0],
  ['Tide', 2_000, 100, 30],
] as const;
export const GIFT_DAYS = 10;

const SECRETS = createSecrets(TEST_DATA_KEY);

export function giftSettings(timeZone = 'UTC', keepMonths: MerchantSettings['vip']['keepMonths'] = null): MerchantSettings {
  const settings = demoSettings();
  return Object.assign(settings, {
    timeZone,
    vip: Object.assign({}, settings.vip, { keepMonths, giftDays: GIFT_DAYS }),
    vipLevels: GIFT_LADDER.map(([labelName, stake, upgradeGift, birthdayGift], index) =>
      Object.assign({}, settings.vipLevels[0], { labelName, stake, upgradeGift, birthdayGift, keepStake: index > 1 ? 50 : 0 }),
    ),
  });
}

export interface TestGifts extends TestVip {
  readonly centre: RewardLists;
  /** Messages to members so far. */
  readonly posted: readonly InboxEntry[];
  /** Members on a break. */
  readonly resting: Set<string>;
  claim(memberId: string, rewardId?: string): ReturnType<RewardLists['claim']>;
  setBirthday(memberId: string, birthday: string): Promise<void>;
  birthdays(): Promise<void>;
  set(settings: MerchantSettings): Promise<void>;
}

/** A node with levels and their gifts; a further one on the same database has its own objects. */
export function giftsOn(db: Database, clock: MovableClock): TestGifts {
  const vip = vipOn(db, clock);
  const { wallet } = vip;
  const [posted, resting] = [[] as InboxEntry[], new Set<string>()];
  const protection: BirthdayDeps['protection'] = {
    resting: async (_executor, memberId) => (resting.has(memberId) ? { code: 'time_out', rule: 'time-out', until: null } : undefined),
    mayBeAdvertised: async (_executor, memberId) => !resting.has(memberId),
  };
  const centre = createRewardCentre({ db, clock, hub: createEventHub(), wallet, protection });
  const deps: BirthdayDeps & GiftSourceDeps = {
    db,
    clock,
    merchant: MERCHANT,
    secrets: SECRETS,
    wallet,
    protection,
    centre,
    fund: createFund(REWARDS, { wallet, clock }),
    inbox: { post: async (_executor, entry) => void posted.push(entry) },
    log: { error: () => undefined },
    translate: (_language, key) => key,
    requireTime: () => undefined,
  };
  centre.register('gifts', giftSource(deps));
  const onChanges: TestVip['deps']['onChanges'] = (tx, afterCommit, changes, now) => followChanges(deps, tx, afterCommit, changes, now);
  // The decisions of operators use the same object.
  const levels = Object.assign(vip.deps, { onChanges });
  return Object.assign(vip, {
    centre,
    posted,
    resting,
    async runAt(time: Date) {
      clock.advance(time.getTime() - clock.now().getTime());
      while (!(await countLevels(levels)));
      await giveBirthdayGifts(deps);
      await expireGifts(deps);
      await payClaimed(deps);
    },
    claim: (memberId: string, rewardId = 'all') => centre.claim(memberId, rewardId),
    async setBirthday(memberId: string, birthday: string) {
      const sealed = SECRETS.seal('member.profile', JSON.stringify({ birthday }));
      await db.updateTable('member').set({ sealed_profile: sealed }).where('id', '=', memberId).execute();
    },
    birthdays: () => giveBirthdayGifts(deps),
    set: (settings: MerchantSettings) => saveSettings(db, MERCHANT, settings),
  });
}

/** What happened, in its order; days since the start. */
export type GiftEvent = { readonly kind: 'play'; readonly units: bigint } | { readonly kind: 'run' | 'claim'; readonly day: number };

export interface SlowGift {
  readonly state: 'claimable' | 'paid' | 'expired' | 'withdrawn';
  readonly until: number;
}

type SlowGifts = Map<number, SlowGift>;

/** The reference, without any code of the product: gifts by level after all events, with levels by stake alone. */
export function slowGifts(events: readonly GiftEvent[], unit: bigint): ReadonlyMap<number, SlowGift> {
  const gifts: SlowGifts = new Map();
  let [stake, level] = [0n, 1];
  for (const event of events) {
    if (event.kind === 'play') stake += event.units;
    else if (event.kind === 'claim') slowClaim(gifts, event.day);
    else {
      const next = GIFT_LADDER.filter(([, needed]) => BigInt(needed) * unit <= stake).length || 1;
      slowRise(gifts, { from: level, to: next, day: event.day });
      level = next;
      slowEnd(gifts, level, event.day);
    }
  }
  return gifts;
}

function slowRise(gifts: SlowGifts, { from, to, day }: { readonly from: number; readonly to: number; readonly day: number }): void {
  for (let level = from + 1; level <= to; level += 1) {
    const known = gifts.get(level)?.state;
    if (known === undefined || known === 'withdrawn') gifts.set(level, { state: 'claimable', until: day + GIFT_DAYS });
  }
}

function slowEnd(gifts: SlowGifts, level: number, day: number): void {
  for (const [one, { state, until }] of gifts) {
    if (state !== 'claimable') continue;
    if (one > level) gifts.set(one, { state: 'withdrawn', until });
    else if (until <= day) gifts.set(one, { state: 'expired', until });
  }
}

function slowClaim(gifts: SlowGifts, day: number): void {
  for (const [one, { state, until }] of gifts) if (state === 'claimable' && until > day) gifts.set(one, { state: 'paid', until });
}
