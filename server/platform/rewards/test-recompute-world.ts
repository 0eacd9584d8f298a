import { movableClock } from '../base/clock.ts';
import { type Database, inTransaction } from '../base/db/index.ts';
import { createEventHub } from '../base/events/hub.ts';
import { Refusal } from '../base/refusal.ts';
import { createSecrets } from '../base/secrets.ts';
import { createWallet, HOUSE, type Wallet } from '../ledger/index.ts';
import { addMerchant, demoSettings, type MerchantSettings, saveSettings } from '../merchant/index.ts';
import { testInbox } from '../notify/inbox/test-inbox.ts';
import { MEMBER_FACTS } from '../play/facts/index.ts';
import { promptFactStream } from '../play/facts/test-horizon.ts';
import { bonusOn, MERCHANT, type TestBonus } from './bonus/test-bonus.ts';
import { type CashbackDeps, createCashback } from './cashback/cashback.ts';
import { cashbackSource } from './cashback/reward-source.ts';
import { fundRewards } from './cashback/test-cashback.ts';
import type { CountDeps } from './missions/contracts.ts';
import { countMissions } from './missions/count.ts';
import { expireRewards, payDue } from './missions/pay.ts';
import { type MissionSourceDeps, missionSource } from './missions/reward-source.ts';
import type { PointDeps } from './points/contracts.ts';
import { createPointDesk } from './points/desk.ts';
import { type EarnDeps, earnPoints } from './points/earn.ts';
import {
  CLAIM_DAYS,
  FIRST_RATES,
  GAMES,
  GOODS_POINTS,
  LEVELS,
  MISSIONS,
  POINT,
  POINTS_PER_UNIT,
  type TestRates,
  UNIT,
  WEIGHTS,
  ZONE,
} from './test-recompute-rules.ts';
import { countLevels, type CountDeps as LevelDeps } from './vip/count.ts';
import { levelHistory } from './vip/index.ts';

export const PAYMENT_PASSWORD = '424242';
export const GOODS = 'lantern';

/** All rewards of play on one database, with one clock. */
export interface RewardWorld {
  readonly db: Database;
  readonly bonus: TestBonus;
  readonly wallet: Wallet;
  readonly points: PointDeps;
  /** Moves the clock to the time. */
  to(at: Date): void;
  /** Everything that jobs do. */
  run(): Promise<void>;
  set(rates: TestRates): Promise<void>;
}

function settingsOf({ categories, vendors, points }: TestRates): MerchantSettings {
  const settings = demoSettings();
  const [level] = settings.vipLevels;
  const hundredths = (value: number) => (value / 100).toFixed(2);
  return Object.assign(settings, {
    timeZone: ZONE,
    features: Object.assign({}, settings.features, { manualRebate: true, points: true }),
    cashback: Object.assign({}, settings.cashback, {
      period: 'day',
      automatic: false,
      claimDays: CLAIM_DAYS,
      rates: categories,
      vendorRates: vendors.map(({ vendor, category, bp }) => ({ vendor, category, rate: bp })),
    }),
    vip: Object.assign({}, settings.vip, { keepMonths: null }),
    vipLevels: LEVELS.map(({ name, stake, deposits, bp, factor }) =>
      Object.assign({}, level, {
        labelName: name,
        stake,
        deposits,
        keepStake: 0,
        rebatePercent: hundredths(bp),
        pointFactor: hundredths(factor),
        upgradeGift: 0,
      }),
    ),
    points: Object.assign({}, settings.points, {
      rates: Object.fromEntries(Object.entries(points).map(([category, value]) => [category, hundredths(value)])),
      conversion: { pointsPerUnit: POINTS_PER_UNIT, least: 20 },
      atOnce: [],
    }),
    missions: { claimDays: CLAIM_DAYS, list: [...MISSIONS] },
    bonus: Object.assign({}, settings.bonus, {
      deposits: [],
      weights: Object.fromEntries(Object.entries(WEIGHTS).map(([category, weight]) => [category, Number(weight)])),
    }),
  });
}

function pointDepsOf({ deps, centre }: TestBonus, wallet: Wallet): PointDeps {
  return {
    ...deps,
    centre,
    wallet,
    inbox: testInbox(),
    secrets: createSecrets('a-data-key-of-the-recomputation-00001'),
    paymentPassword: {
      isSet: async () => true,
      async check(_memberId, typed) {
        if (typed !== PAYMENT_PASSWORD) throw new Refusal('payment_password_wrong');
      },
    },
  };
}

/** The first run of all jobs is at the time. */
export async function openRewardWorld(db: Database, at: Date): Promise<RewardWorld> {
  await addMerchant(db, MERCHANT, settingsOf(FIRST_RATES));
  // Stands still between two changes.
  const bonus = bonusOn(db, movableClock({ now: () => at }));
  const { clock, deps, centre } = bonus;
  const hub = createEventHub();
  const wallet = createWallet({ clock, hub });
  const common = { ...deps, wallet, hub, centre, log: { error: () => undefined } };
  const levelDeps: LevelDeps = { ...common, onChanges: async () => undefined };
  const cashbackDeps: CashbackDeps = { ...common, inbox: testInbox(), levels: { ...levelHistory, count: () => countLevels(levelDeps) } };
  const memberFacts = promptFactStream(db, MEMBER_FACTS);
  const missionDeps: CountDeps & MissionSourceDeps = { ...common, memberFacts, translate: (_language, key) => key };
  const points = pointDepsOf(bonus, wallet);
  const earnDeps: EarnDeps = deps;
  centre.register('cashback', cashbackSource(cashbackDeps));
  centre.register('missions', missionSource(missionDeps));
  for (const { id, vendor, category } of GAMES)
    bonus.games.set(id, {
      gameId: id,
      gameName: id,
      provider: 'NOVA',
      vassalage: vendor,
      vendorName: vendor,
      gameCategory: category,
      enabled: true,
    });
  const cashback = createCashback(cashbackDeps);
  const world: RewardWorld = {
    db,
    bonus,
    wallet,
    points,
    to: (time) => clock.advance(time.getTime() - clock.now().getTime()),
    async run() {
      while (!(await countLevels(levelDeps)));
      await cashback.run();
      while (!(await countMissions(missionDeps)));
      await expireRewards(missionDeps);
      await payDue(missionDeps);
      await earnPoints(earnDeps);
      await bonus.run();
    },
    set: (rates) => saveSettings(db, MERCHANT, settingsOf(rates)),
  };
  await fundRewards(db, wallet, 1_000_000_000n * UNIT, 'recompute-fund');
  await inTransaction(db, (tx) =>
    createPointDesk(points).saveGoods(tx, {
      id: GOODS,
      kind: 'goods',
      names: { EN: 'Lantern' },
      texts: {},
      points: GOODS_POINTS * POINT,
      amount: null,
      stock: null,
      memberLimit: null,
      minLevel: 1,
      contact: null,
      drawing: null,
      position: 1,
      shown: true,
    }),
  );
  await world.run();
  return world;
}

let deposits = 0;
/** Below zero: taken back. False if it is not covered. */
export async function deposit({ db, wallet }: RewardWorld, memberId: string, units: bigint): Promise<boolean> {
  deposits += 1;
  const legs = [
    { owner: memberId, kind: 'wallet', units },
    { owner: HOUSE, kind: 'operations', units: -units },
  ];
  const kind = units > 0n ? ('deposit' as const) : ('deposit-reversal' as const);
  const order = { reference: `recompute-${deposits}`, kind, currency: 'USD', realm: 'real', memberId, legs } as const;
  return (await wallet.transfer(db, order)).outcome === 'posted';
}
