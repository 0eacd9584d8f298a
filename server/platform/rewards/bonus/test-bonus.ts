import { sql } from 'kysely';
import type { SeamlessAnswer } from '../../../../shared/seamless/wallet.ts';
import type { MovableClock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { HOUSE, WALLET } from '../../ledger/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import type { MerchantSettings } from '../../merchant/index.ts';
import { promptFactStream } from '../../play/facts/test-horizon.ts';
import type { VendorDeps } from '../../play/vendors/index.ts';
import { perform } from '../../play/vendors/seamless.ts';
import { createTestVendor, GAME, MERCHANT, PROVIDER, type TestPlayer, type TestVendor } from '../../play/vendors/test-vendor.ts';
import { createRewardCentre, type RewardLists } from '../centre/centre.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import type { BonusDeps, BonusOrder, BonusRow } from './contracts.ts';
import { leaveBonus } from './end.ts';
import { runBonuses } from './feature.ts';
import { acceptBonus, grantBonus } from './grant.ts';
import { createPools, poolsOf } from './pools.ts';
import { bonusSource } from './reward-source.ts';

export { MERCHANT };
/** Counts half. */
export const LIVE_GAME = 'nova-live';
/** Counts nothing and uses no bonus money. */
export const PVP_GAME = 'nova-pvp';
export { GAME };

export type TestBonusSettings = MerchantSettings['bonus'];

export function bonusSettings(bonus: Partial<TestBonusSettings> = {}): MerchantSettings {
  const settings = demoSettings();
  return Object.assign(settings, { bonus: Object.assign({}, settings.bonus, { deposits: [] }, bonus) });
}

export interface TestBonus {
  readonly clock: MovableClock;
  readonly deps: BonusDeps;
  readonly vendor: VendorDeps;
  readonly centre: RewardLists;
  readonly games: TestVendor['games'];
  /** Members on a break, and at a limit of losses. */
  readonly resting: Set<string>;
  readonly limited: Set<string>;
  /** A member with real money who has opened the games. */
  player(units?: bigint): Promise<TestPlayer>;
  pay(memberId: string, units: bigint): Promise<string>;
  offer(memberId: string, order?: Partial<BonusOrder>): Promise<BonusRow>;
  accept(memberId: string, offerId: string): Promise<BonusRow>;
  /** An offer and its acceptance. */
  grant(memberId: string, order?: Partial<BonusOrder>): Promise<BonusRow>;
  leave(memberId: string, bonusId: string, givesUp?: bigint): Promise<BonusRow>;
  run(): Promise<void>;
  bet(player: TestPlayer, amount: bigint, options?: { id?: string; roundId?: string; gameId?: string }): Promise<SeamlessAnswer>;
  win(player: TestPlayer, id: string, amount: bigint, options?: { roundId?: string; gameId?: string }): Promise<SeamlessAnswer>;
  rollback(player: TestPlayer, id: string, options?: { roundId?: string; gameId?: string }): Promise<SeamlessAnswer>;
  /** Wallet, held and bonus money, in units. */
  pools(memberId: string): Promise<readonly bigint[]>;
}

let count = 0;
function nextId(): string {
  count += 1;
  return `b${count}`;
}

/** A node with bonuses; a further one on the same database has its own objects. */
export function bonusOn(db: Database, at?: MovableClock): TestBonus {
  const test = createTestVendor(db, at);
  const { wallet, clock, hub, games } = test;
  for (const [gameId, gameCategory] of [[LIVE_GAME, 'LIVE'] as const, [PVP_GAME, 'PVP'] as const])
    games.set(gameId, { gameId, gameCategory, gameName: gameId, vassalage: 'V', vendorName: 'V', provider: PROVIDER, enabled: true });
  const [resting, limited] = [new Set<string>(), new Set<string>()];
  const breakOf = (id: string) => (resting.has(id) ? ({ code: 'time_out', rule: 'time-out', until: null } as const) : undefined);
  const protection = {
    resting: async (_executor: unknown, id: string) => breakOf(id),
    mayBeAdvertised: async (_executor: unknown, id: string) => !resting.has(id),
    refusePlay: async (_executor: unknown, id: string) => breakOf(id),
    roomAtVendor: async (_executor: unknown, id: string) => (limited.has(id) ? 0n : null),
  };
  const centre = createRewardCentre({ db, clock, hub, wallet, protection });
  const deps: BonusDeps = {
    db,
    clock,
    merchant: MERCHANT,
    wallet,
    protection,
    centre,
    facts: promptFactStream(db),
    fund: createFund(REWARDS, { wallet, clock }),
    requireTime: () => undefined,
  };
  centre.register('bonus', bonusSource({ ...deps, translate: (_language, key) => key }));
  const vendor: VendorDeps = { ...test.deps, pools: createPools(deps) };
  const common = (player: TestPlayer, gameId = GAME) => ({ player: player.player, gameId, currency: 'USD' });
  const world: TestBonus = {
    clock,
    deps,
    vendor,
    centre,
    games,
    resting,
    limited,
    async player(units = 0n) {
      const player = await test.player({ currency: 'USD' });
      const { memberId } = player;
      await sql`
        insert into member (id, merchant, account, account_key, type, currency, status, nickname, password_hash, password_changed_at, profile, created_at)
        values (${memberId}, ${MERCHANT}, ${memberId}, ${memberId}, 0, 'USD', 'active', ${memberId}, '', now(), '{}', now())`.execute(db);
      if (units > 0n) await world.pay(memberId, units);
      return player;
    },
    async pay(memberId, units) {
      count += 1;
      const legs = [
        { owner: memberId, kind: WALLET, units },
        { owner: HOUSE, kind: 'opening', units: -units },
      ];
      const reference = `test-pay-${count}`;
      const order = { reference, kind: 'adjustment', currency: 'USD', realm: 'real', memberId, legs } as const;
      return (await wallet.transfer(db, order)).outcome;
    },
    async offer(memberId, order = {}) {
      count += 1;
      const until = new Date(clock.now().getTime() + 86_400_000);
      const whole: BonusOrder = Object.assign(
        { memberId, source: 'operator', reference: `test-${count}`, amount: 100n, wagering: 2 } as const,
        { days: 7, maxBet: null, reason: 'Thank you', until },
        order,
      );
      return inTransaction(db, (tx, afterCommit) => grantBonus(deps, tx, afterCommit, whole));
    },
    accept: (memberId, offerId) => inTransaction(db, (tx, afterCommit) => acceptBonus(deps, tx, afterCommit, { memberId, offerId })),
    grant: async (memberId, order) => world.accept(memberId, (await world.offer(memberId, order)).id),
    leave: (memberId, bonusId, givesUp) =>
      inTransaction(db, async (tx, afterCommit) =>
        leaveBonus(deps, tx, afterCommit, {
          memberId,
          bonusId,
          givesUp: givesUp ?? poolsOf(await wallet.accounts(tx, memberId)).bonus,
        }),
      ),
    run: () => runBonuses(deps),
    bet(player, amount, { id = nextId(), roundId = `r-${id}`, gameId } = {}) {
      const body = { ...common(player, gameId), transactionId: id, roundId, token: player.token, amount: amount.toString() };
      return perform(vendor, PROVIDER, 'bet', body);
    },
    win(player, id, amount, { roundId = `r-${id}`, gameId } = {}) {
      const body = { ...common(player, gameId), transactionId: `${id}-win`, betTransactionId: id, roundId, amount: amount.toString() };
      return perform(vendor, PROVIDER, 'win', body);
    },
    rollback(player, id, { roundId = `r-${id}`, gameId } = {}) {
      const { currency: _none, ...rest } = common(player, gameId);
      return perform(vendor, PROVIDER, 'rollback', { ...rest, transactionId: `${id}-back`, betTransactionId: id, roundId });
    },
    async pools(memberId) {
      const { real, held, bonus } = poolsOf(await wallet.accounts(db, memberId));
      return [real, held, bonus];
    },
  };
  return world;
}
