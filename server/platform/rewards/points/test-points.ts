import { sql } from 'kysely';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { Refusal } from '../../base/refusal.ts';
import { createSecrets } from '../../base/secrets.ts';
import { testActor } from '../../identity/accounts/test-actor.ts';
import { createWallet, HOUSE } from '../../ledger/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant, type MerchantSettings, readMerchant, saveSettings } from '../../merchant/index.ts';
import { sealProfile } from '../../notify/contacts/index.ts';
import { testInbox } from '../../notify/inbox/test-inbox.ts';
import { createFactStream } from '../../play/facts/index.ts';
import { waitForHorizon } from '../../play/facts/test-horizon.ts';
import { type CentreDeps, createRewardCentre, type RewardLists } from '../centre/centre.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import type { ConversionRow, GoodsDraft, PointDeps, PointDesk, RedemptionRow } from './contracts.ts';
import { convert } from './convert.ts';
import { createPointDesk } from './desk.ts';
import { type EarnDeps, earnPoints, POINTS_CONSUMER } from './earn.ts';
import { redeem } from './redeem.ts';
import { pointSource } from './reward-source.ts';

const MERCHANT = 'lagoon';
const PAYMENT_PASSWORD = '424242';
export const POINT = 1_000_000n;

/** Points on a real database, with stand-ins for the features around them. */
export interface TestPoints {
  readonly deps: PointDeps & EarnDeps;
  readonly desk: PointDesk;
  /** The rewards of the members. */
  readonly centre: RewardLists;
  readonly clock: MovableClock;
  readonly inbox: ReturnType<typeof testInbox>;
  /** Members on a break. */
  readonly resting: Set<string>;
  /** Changes the settings from now on. */
  set(change: (settings: MerchantSettings) => MerchantSettings): Promise<void>;
  /** Credits everything that waits. */
  earn(): Promise<void>;
  /** A member with this many points by an adjustment. */
  member(points?: bigint, profile?: Readonly<Record<string, string>>): Promise<Actor>;
  goods(draft?: Partial<GoodsDraft>): Promise<string>;
  redeem(actor: Actor, goodsId: string, quantity?: number | string, reference?: string): Promise<RedemptionRow>;
  approve(id: string, operator?: string, extra?: { readonly note?: string; readonly codes?: readonly string[] }): Promise<RedemptionRow>;
  convert(actor: Actor, points: number | string, reference?: string): Promise<ConversionRow>;
  /** Money of the account that pays rewards, in units of the currency. */
  fund(whole: bigint): Promise<void>;
  money(memberId: string): Promise<bigint>;
  reject(id: string): Promise<RedemptionRow>;
  adjust(memberId: string, points: bigint, id?: string): Promise<bigint>;
  balance(memberId: string): Promise<bigint>;
}

let made = 0;
function next(): number {
  made += 1;
  return made;
}
const run = Math.random().toString(36).slice(2);

export async function createTestPoints(db: Database): Promise<TestPoints> {
  const settings = demoSettings();
  await addMerchant(db, MERCHANT, { ...settings, timeZone: 'UTC', features: { ...settings.features, points: true } });
  const clock = movableClock();
  const inbox = testInbox();
  const resting = new Set<string>();
  const wallet = createWallet({ clock, hub: createEventHub() });
  const hub = createEventHub();
  const protection: CentreDeps['protection'] = {
    resting: async (_executor, memberId) =>
      resting.has(memberId) ? { code: 'self_excluded_open', rule: 'exclusion', until: null } : undefined,
    mayBeAdvertised: async (_executor, memberId) => !resting.has(memberId),
  };
  const centre = createRewardCentre({ db, clock, hub, wallet, protection });
  const deps: PointDeps & EarnDeps = {
    db,
    centre,
    wallet,
    fund: createFund(REWARDS, { wallet, clock }),
    clock,
    inbox,
    merchant: MERCHANT,
    secrets: createSecrets('a-data-key-of-the-test-points-0000001'),
    facts: createFactStream(),
    protection,
    paymentPassword: {
      isSet: async () => true,
      async check(_memberId, typed) {
        if (typed !== PAYMENT_PASSWORD) throw new Refusal('payment_password_wrong');
      },
    },
  };
  centre.register('points', pointSource(deps));
  const desk = createPointDesk(deps);
  const by = { operator: 'operator-1', reason: 'checked' };
  const adjust: TestPoints['adjust'] = (memberId, points, id = `test-${run}-${next()}`) =>
    inTransaction(db, (tx, afterCommit) => desk.adjust(tx, afterCommit, { id, memberId, points, ...by }));
  return {
    deps,
    centre,
    desk,
    clock,
    inbox,
    resting,
    adjust,
    async set(change) {
      await saveSettings(db, MERCHANT, change((await readMerchant(db, MERCHANT)).settings));
    },
    async earn() {
      await deps.facts.add(db, POINTS_CONSUMER);
      for (;;) {
        await deps.facts.readHorizon(db, POINTS_CONSUMER);
        await waitForHorizon(db, POINTS_CONSUMER);
        await earnPoints(deps);
        if ((await deps.facts.waiting(db, POINTS_CONSUMER)) === 0) return;
      }
    },
    async member(points = 0n, profile = {}) {
      made += 1;
      const actor = testActor(`points_${run}_${made}`);
      const sealed = sealProfile(deps.secrets, profile);
      await sql`
        insert into member
            (id, merchant, account, account_key, type, currency, status, nickname, password_hash, password_changed_at, profile, created_at, sealed_profile)
        values (${actor.memberId}, ${MERCHANT}, ${actor.memberId}, ${actor.memberId}, 0, 'USD', 'active', ${actor.memberId}, '', now(), '{}', now(),
                ${sealed})`.execute(db);
      await wallet.openMember(db, { memberId: actor.memberId, currency: 'USD', realm: 'real' });
      if (points > 0n) await adjust(actor.memberId, points);
      return actor;
    },
    async goods(draft = {}) {
      made += 1;
      const id = `g_${run}_${made}`;
      const plain: GoodsDraft = {
        id,
        kind: 'goods',
        names: { EN: 'Lantern', TH: 'โคมไฟ' },
        texts: {},
        points: 100n * POINT,
        amount: null,
        stock: 5,
        memberLimit: null,
        minLevel: 1,
        contact: null,
        drawing: null,
        position: made,
        shown: true,
        ...draft,
      };
      await inTransaction(db, (tx) => desk.saveGoods(tx, plain));
      return plain.id;
    },
    redeem(actor, goodsId, quantity = 1, reference = `points-reference-${next()}`) {
      return redeem(deps, actor, { goodsId, quantity: String(quantity), paymentPassword: PAYMENT_PASSWORD, remark: '', reference });
    },
    convert: (actor, count, reference = `convert-reference-${next()}`) =>
      convert(deps, actor, { points: String(count), paymentPassword: PAYMENT_PASSWORD, reference }),
    async fund(whole) {
      const units = whole * UNITS_PER_WHOLE;
      const legs = [
        { owner: HOUSE, kind: 'rewards', units },
        { owner: HOUSE, kind: 'operations', units: -units },
      ];
      const order = {
        reference: `fund-${run}-${next()}`,
        kind: 'reward-funding',
        currency: 'USD',
        realm: 'real',
        memberId: null,
        legs,
      } as const;
      await wallet.transfer(db, order);
    },
    money: async (memberId) => (await wallet.balance(db, memberId))?.units ?? 0n,
    approve: (id, operator = 'operator-1', { note = '', codes = [] } = {}) =>
      inTransaction(db, (tx, afterCommit) => desk.approve(tx, afterCommit, id, { ...by, operator, note, codes })),
    reject: (id) => inTransaction(db, (tx, afterCommit) => desk.reject(tx, afterCommit, id, { ...by, reason: 'Not available.' })),
    balance: (memberId) => desk.account(db, memberId),
  };
}
