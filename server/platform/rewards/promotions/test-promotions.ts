import { sql } from 'kysely';
import { POINTS_PER_WHOLE } from '../../../../shared/money/points.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { createTranslate } from '../../base/http/index.ts';
import { createUploads } from '../../base/uploads/index.ts';
import { createWallet, memberLegs, type Wallet } from '../../ledger/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant } from '../../merchant/index.ts';
import type { InboxEntry } from '../../notify/inbox/index.ts';
import { testInbox } from '../../notify/inbox/test-inbox.ts';
import { promptFactStream } from '../../play/facts/test-horizon.ts';
import { grantBonus } from '../bonus/grant.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { createRewardCentre, type RewardLists } from '../centre/centre.ts';
import { grantFreeRounds } from '../free-rounds/grant.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import { rafflesOn, type TestRaffles } from '../raffle/test-raffle.ts';
import type { PromotionDeps } from './contracts.ts';
import { countPromotions } from './count.ts';
import { createPromotionDesk, type PromotionDesk, type PromotionDraft } from './desk.ts';
import { type Application, apply, join } from './enter.ts';
import { claimPromotion, endEntries, payDue } from './pay.ts';
import { listPromotions } from './present.ts';
import { promotionSource } from './reward-source.ts';
import type { EntryRow, PromotionRow } from './rules.ts';

export const MERCHANT = 'lagoon';
export const UNIT = 10_000n;
export const START = Date.parse('2026-01-14T00:00:00.000Z');
/** A time of the tests, in hours from their start. */
export const hour = (hours: number) => new Date(START + hours * HOUR_MS);

/** Rules of the other kinds than `draft`. */
export const CASH = { block: 'cash', target: '0' } as const;
export const POINTS = {
  block: 'points',
  target: '0',
  amount: '0',
  points: (30n * POINTS_PER_WHOLE).toString(),
  budget: (90n * POINTS_PER_WHOLE).toString(),
} as const;
export const DEPOSIT = { block: 'deposit', percent: 1_000, target: (20n * UNIT).toString(), amount: (15n * UNIT).toString() } as const;

/** Of free rounds. */
export const SLOT = {
  gameId: 'SLOT_1',
  gameName: 'Slot One',
  vassalage: 'V',
  vendorName: 'V',
  provider: 'NOVA',
  gameCategory: 'RNG',
  enabled: true,
} as const;

const TABLES =
  'play_fact, fact_consumer, merchant, promotion_entry, promotion, raffle, bonus, free_round_grant, point_account, point_entry, point_lot, point_use';
let worlds = 0;

/** A node on an emptied database. `lastBefore`: the last transfer, because the ledger keeps those of earlier tests. */
export async function openPromotions(db: Database): Promise<{ readonly world: TestPromotions; readonly lastBefore: number }> {
  await sql.raw(`truncate ${TABLES} cascade`).execute(db);
  await addMerchant(db, MERCHANT, promotionSettings());
  const world = promotionsOn(db, movableClock({ now: () => hour(0) }));
  await world.runAt(hour(0));
  const { rows } = await sql<{ id: string | null }>`select max(id) as id from ledger_transfer`.execute(db);
  worlds += 1;
  await fundRewards(db, world.wallet, 100_000n * UNIT, `promotion-fund-${worlds}`);
  return { world, lastBefore: Number(rows[0]?.id ?? 0) };
}

function promotionSettings() {
  return Object.assign(demoSettings(), { timeZone: 'UTC', currency: 'USD' });
}

/** A draft with a stake of 100 for 5, from `from` for a day. */
export function draft(from: Date, change: Partial<PromotionDraft> = {}): PromotionDraft {
  const usual: PromotionDraft = {
    block: 'stake',
    type: 'event',
    titles: { EN: 'Test' },
    starts_at: from,
    ends_at: new Date(from.getTime() + 86_400_000),
    claim_days: 5,
    min_level: 1,
    new_days: 0,
    agent_id: null,
    countries: [],
    categories: [],
    target: (100n * UNIT).toString(),
    percent: 0,
    amount: (5n * UNIT).toString(),
    points: '0',
    tickets: 0,
    gives: null,
    budget: (500n * UNIT).toString(),
  };
  return Object.assign(usual, change);
}

export interface TestPromotions {
  readonly deps: PromotionDeps;
  readonly desk: PromotionDesk;
  readonly clock: MovableClock;
  readonly wallet: Wallet;
  readonly raffles: TestRaffles;
  readonly centre: RewardLists;
  readonly posted: readonly InboxEntry[];
  /** Members on a break, and at a limit of losses. */
  readonly resting: Set<string>;
  readonly limited: Set<string>;
  /** Members of the team of the agent `agent`. */
  readonly team: Set<string>;
  add(change?: Partial<PromotionDraft>): Promise<PromotionRow>;
  join(memberId: string, id: string): Promise<EntryRow>;
  apply(memberId: string, id: string, application?: Partial<Application>): Promise<EntryRow>;
  claim(memberId: string, id: string): Promise<EntryRow>;
  list(memberId: string | null): ReturnType<typeof listPromotions>;
  status(memberId: string, id: string): Promise<string | undefined>;
  decide(id: string, approves: boolean): Promise<EntryRow>;
  stop(id: string): Promise<void>;
  /** Moves the clock to the time and does what is due. */
  runAt(at: Date): Promise<void>;
  deposit(memberId: string, id: string, units: bigint): Promise<void>;
  reverse(memberId: string, id: string, units: bigint): Promise<void>;
}

/** A node with promotions; a further one on the same database has its own objects. */
export function promotionsOn(db: Database, clock: MovableClock): TestPromotions {
  const hub = createEventHub();
  const wallet = createWallet({ clock, hub });
  const [resting, limited, team] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const posted: InboxEntry[] = [];
  const breakOf = (id: string) => (resting.has(id) ? ({ code: 'time_out', rule: 'time-out', until: null } as const) : undefined);
  const protection = {
    resting: async (_executor: unknown, id: string) => breakOf(id),
    mayBeAdvertised: async (_executor: unknown, id: string) => !resting.has(id),
    refusePlay: async (_executor: unknown, id: string) => breakOf(id),
    roomAtVendor: async (_executor: unknown, id: string) => (limited.has(id) ? 0n : null),
  };
  const centre = createRewardCentre({ db, clock, hub, wallet, protection });
  const fund = createFund(REWARDS, { wallet, clock });
  const requireTime = () => undefined;
  const bonusDeps = { db, clock, merchant: MERCHANT, wallet, facts: promptFactStream(db), protection, centre, fund, requireTime };
  const grantBonusOf: PromotionDeps['grantBonus'] = (...order) => grantBonus(bonusDeps, ...order);
  const raffles = rafflesOn(db, clock);
  const translate = createTranslate();
  const games = { findMany: async () => new Map([[SLOT.gameId, SLOT]]) };
  const deps: PromotionDeps = {
    db,
    clock,
    merchant: MERCHANT,
    grantBonus: grantBonusOf,
    raffleTickets: raffles.tickets,
    grantFreeRounds: (...order) =>
      grantFreeRounds({ ...bonusDeps, games, translate, inbox: testInbox(), grantBonus: grantBonusOf }, ...order),
    requireFreeRoundStake: async () => undefined,
    log: { error: () => undefined },
    secrets: { seal: (_purpose, text) => `sealed ${text}`, open: (_purpose, text) => text.slice(7) },
    translate,
    hub,
    facts: promptFactStream(db),
    wallet,
    protection,
    centre,
    fund,
    inbox: {
      post: async (_tx, entry) => {
        posted.push(entry);
      },
    },
    uploads: createUploads({ db, clock, merchant: MERCHANT }),
    inTeam: (member) => sql`${member} = any(${[...team]}::text[])`,
    countOpen: async () => 0,
    requireTime,
  };
  centre.register('promotions', promotionSource(deps));
  const desk = createPromotionDesk(deps);
  const post = (memberId: string, reference: string, units: bigint) =>
    inTransaction(db, async (tx, afterCommit) => {
      const kind = units < 0n ? ('deposit-reversal' as const) : ('deposit' as const);
      const order = { reference, kind, currency: 'USD', realm: 'real', memberId, legs: memberLegs(memberId, 'test', units) } as const;
      await wallet.transfer(tx, { ...order, ...(units < 0n && { reversal: true }) }, afterCommit);
    });
  const list: TestPromotions['list'] = (memberId) => listPromotions(deps, db, memberId, 'EN');
  return {
    deps,
    desk,
    clock,
    wallet,
    raffles,
    centre,
    posted,
    resting,
    limited,
    team,
    add: (change) => inTransaction(db, async (tx) => desk.publish(tx, (await desk.save(tx, undefined, draft(clock.now(), change))).id)),
    join: (memberId, id) => join(deps, memberId, id),
    apply: (memberId, id, application = {}) => apply(deps, memberId, id, { comment: '', images: [], ...application }),
    claim: (memberId, id) => claimPromotion(deps, memberId, id),
    list,
    status: async (memberId, id) => (await list(memberId)).promotions.find(({ promotionId }) => promotionId === id)?.status,
    decide: (id, approves) =>
      inTransaction(db, (tx, afterCommit) =>
        desk[approves ? 'approve' : 'reject'](tx, afterCommit, id, { operator: 'ops', reason: 'because' }),
      ),
    stop: (id) => inTransaction(db, async (tx) => void (await desk.stop(tx, id))),
    async runAt(at) {
      clock.advance(at.getTime() - clock.now().getTime());
      while (!(await countPromotions(deps)));
      await endEntries(deps, clock.now());
      await payDue(deps);
    },
    deposit: (memberId, id, units) => post(memberId, `deposit:${id}`, units),
    reverse: (memberId, id, units) => post(memberId, `deposit:${id}:reversal`, -units),
  };
}

/** A settled or voided round of the reference. */
export interface SlowRound {
  readonly at: Date;
  readonly stake: bigint;
  readonly category: string;
  readonly isVoided: boolean;
}

/** The reference: each round alone, without any code of the product. */
export function slowStake(rounds: readonly SlowRound[], from: Date, until: Date, categories: readonly string[]): bigint {
  let sum = 0n;
  for (const { at, stake, category, isVoided } of rounds)
    if (!isVoided && at >= from && at < until && (categories.length === 0 || categories.includes(category))) sum += stake;
  return sum;
}
