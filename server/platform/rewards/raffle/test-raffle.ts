import { sql } from 'kysely';
import { HOUR_MS } from '../../../../shared/time.ts';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { createTranslate } from '../../base/http/index.ts';
import { createWallet, memberLegs, type Wallet } from '../../ledger/index.ts';
import { demoSettings } from '../../merchant/demo-settings.ts';
import { addMerchant } from '../../merchant/index.ts';
import type { InboxEntry } from '../../notify/inbox/index.ts';
import { promptFactStream } from '../../play/facts/test-horizon.ts';
import { fundRewards } from '../cashback/test-cashback.ts';
import { createRewardCentre, type RewardLists } from '../centre/centre.ts';
import type { Claimed } from '../centre/index.ts';
import { createFund, REWARDS } from '../fund/index.ts';
import type { RaffleDeps, RaffleTickets } from './contracts.ts';
import { countRaffles } from './count.ts';
import { createRaffleDesk, type RaffleDesk, type RaffleDraft } from './desk.ts';
import { advanceRaffles } from './draw.ts';
import { createRaffleTickets, joinRaffle } from './enter.ts';
import { claimRaffle, endWins, payDueWins } from './pay.ts';
import { listRaffles } from './present.ts';
import { raffleSource } from './reward-source.ts';
import type { RaffleRow, TicketRow } from './rules.ts';

export const MERCHANT = 'lagoon';
export const UNIT = 10_000n;
const START = Date.parse('2026-01-14T00:00:00.000Z');
/** A time of the tests, in hours from their start. */
export const hour = (hours: number) => new Date(START + hours * HOUR_MS);

const TABLES = 'play_fact, fact_consumer, merchant, raffle_win, raffle_entry, raffle';
let worlds = 0;

/** A node on an emptied database. `lastBefore`: the last transfer, because the ledger keeps those of earlier tests. */
export async function openRaffles(
  db: Database,
  funds = 100_000n * UNIT,
): Promise<{ readonly world: TestRaffles; readonly lastBefore: number }> {
  await sql.raw(`truncate ${TABLES} cascade`).execute(db);
  await addMerchant(db, MERCHANT, Object.assign(demoSettings(), { timeZone: 'UTC', currency: 'USD' }));
  const world = rafflesOn(db, movableClock({ now: () => hour(0) }));
  await world.runAt(hour(0));
  const { rows } = await sql<{ id: string | null }>`select max(id) as id from ledger_transfer`.execute(db);
  worlds += 1;
  await fundRewards(db, world.wallet, funds, `raffle-fund-${worlds}`);
  return { world, lastBefore: Number(rows[0]?.id ?? 0) };
}

/** Tickets for 10 of stake and for deposits of 20, for a day from `from`; drawn two hours later: one prize of 50, two of 5. */
export function draft(from: Date, change: Partial<RaffleDraft> = {}): RaffleDraft {
  const usual: RaffleDraft = {
    titles: { EN: 'Test' },
    starts_at: from,
    ends_at: new Date(from.getTime() + 24 * HOUR_MS),
    draws_at: new Date(from.getTime() + 26 * HOUR_MS),
    claim_days: 5,
    min_level: 1,
    categories: [],
    stake_step: (10n * UNIT).toString(),
    deposit_least: (20n * UNIT).toString(),
    max_tickets: 100,
    prizes: [
      { amount: (50n * UNIT).toString(), count: 1 },
      { amount: (5n * UNIT).toString(), count: 2 },
    ],
  };
  return Object.assign(usual, change);
}

export interface TestRaffles {
  readonly deps: RaffleDeps;
  readonly desk: RaffleDesk;
  readonly clock: MovableClock;
  readonly wallet: Wallet;
  readonly centre: RewardLists;
  readonly tickets: RaffleTickets;
  readonly posted: readonly InboxEntry[];
  /** Members on a break, and at a limit of losses. */
  readonly resting: Set<string>;
  readonly limited: Set<string>;
  add(change?: Partial<RaffleDraft>): Promise<RaffleRow>;
  join(memberId: string, id: string): Promise<TicketRow>;
  grant(memberId: string, raffleId: string, tickets: number): Promise<void>;
  claim(memberId: string, id: string): Promise<Claimed>;
  cancel(id: string): Promise<void>;
  list(memberId: string | null): ReturnType<typeof listRaffles>;
  entry(memberId: string, id: string): Promise<TicketRow>;
  /** Moves the clock to the time and does what is due. */
  runAt(at: Date): Promise<void>;
  /** What is due, at the time of the clock. */
  advance(): Promise<void>;
  deposit(memberId: string, id: string, units: bigint): Promise<void>;
  reverse(memberId: string, id: string, units: bigint): Promise<void>;
}

let grants = 0;
/** A node with raffles; a further one on the same database has its own objects. */
export function rafflesOn(db: Database, clock: MovableClock): TestRaffles {
  const hub = createEventHub();
  const wallet = createWallet({ clock, hub });
  const [resting, limited] = [new Set<string>(), new Set<string>()];
  const posted: InboxEntry[] = [];
  const breakOf = (id: string) => (resting.has(id) ? ({ code: 'time_out', rule: 'time-out', until: null } as const) : undefined);
  const protection = {
    resting: async (_executor: unknown, id: string) => breakOf(id),
    mayBeAdvertised: async (_executor: unknown, id: string) => !resting.has(id),
    refusePlay: async (_executor: unknown, id: string) => breakOf(id),
    roomAtVendor: async (_executor: unknown, id: string) => (limited.has(id) ? 0n : null),
  };
  const centre = createRewardCentre({ db, clock, hub, wallet, protection });
  const deps: RaffleDeps = {
    db,
    clock,
    merchant: MERCHANT,
    log: { error: () => undefined },
    secrets: { seal: (_purpose, text) => `sealed ${text}`, open: (_purpose, text) => text.slice(7) },
    translate: createTranslate(),
    facts: promptFactStream(db),
    wallet,
    protection,
    centre,
    fund: createFund(REWARDS, { wallet, clock }),
    inbox: {
      post: async (_tx, entry) => {
        posted.push(entry);
      },
    },
    requireTime: () => undefined,
  };
  centre.register('raffle', raffleSource(deps));
  const desk = createRaffleDesk(deps);
  const tickets = createRaffleTickets(deps);
  const post = (memberId: string, reference: string, units: bigint) =>
    inTransaction(db, async (tx, afterCommit) => {
      const kind = units < 0n ? ('deposit-reversal' as const) : ('deposit' as const);
      const order = { reference, kind, currency: 'USD', realm: 'real', memberId, legs: memberLegs(memberId, 'test', units) } as const;
      await wallet.transfer(tx, { ...order, ...(units < 0n && { reversal: true }) }, afterCommit);
    });
  const advance = async () => {
    while (!(await countRaffles(deps)));
    await advanceRaffles(deps, clock.now());
    await endWins(deps);
    await payDueWins(deps);
  };
  return {
    deps,
    desk,
    clock,
    wallet,
    centre,
    tickets,
    posted,
    resting,
    limited,
    advance,
    add: (change) => inTransaction(db, async (tx) => desk.publish(tx, (await desk.save(tx, undefined, draft(clock.now(), change))).id)),
    join: (memberId, id) => joinRaffle(deps, memberId, id),
    grant: (memberId, raffleId, number) =>
      inTransaction(db, async (tx, afterCommit) => {
        await wallet.lockWallets(tx, [memberId]);
        grants += 1;
        await tickets.grant(tx, afterCommit, { memberId, raffleId, tickets: number, reference: `test:${grants}` });
      }),
    claim: (memberId, id) => claimRaffle(deps, memberId, id),
    cancel: (id) => inTransaction(db, async (tx) => void (await desk.cancel(tx, id))),
    list: (memberId) => listRaffles(deps, db, memberId, 'EN'),
    entry: (memberId, id) =>
      db.selectFrom('raffle_entry').selectAll().where('member_id', '=', memberId).where('raffle_id', '=', id).executeTakeFirstOrThrow(),
    async runAt(at) {
      clock.advance(at.getTime() - clock.now().getTime());
      await advance();
    },
    deposit: (memberId, id, units) => post(memberId, `deposit:${id}`, units),
    reverse: (memberId, id, units) => post(memberId, `deposit:${id}:reversal`, -units),
  };
}

/** A fact of the reference. */
export type SlowFact =
  | {
      readonly kind: 'round';
      readonly member: number;
      readonly at: Date;
      readonly stake: bigint;
      readonly category: string;
      readonly isVoided: boolean;
    }
  | { readonly kind: 'deposit'; readonly member: number; readonly units: bigint; readonly isReversed: boolean };

/** The reference: each fact alone, without any code of the product. */
export function slowTickets(
  facts: readonly SlowFact[],
  member: number,
  rule: Pick<RaffleRow, 'starts_at' | 'ends_at' | 'categories' | 'max_tickets'>,
) {
  let [stake, deposits] = [0n, 0];
  for (const fact of facts) {
    if (fact.member !== member) continue;
    if (fact.kind === 'deposit') {
      if (!fact.isReversed && fact.units >= 20n * UNIT) deposits += 1;
    } else if (!fact.isVoided && fact.at >= rule.starts_at && fact.at < rule.ends_at) {
      if (rule.categories.length === 0 || rule.categories.includes(fact.category)) stake += fact.stake;
    }
  }
  let tickets = deposits;
  for (let left = stake; left >= 10n * UNIT; left -= 10n * UNIT) tickets += 1;
  return tickets > rule.max_tickets ? rule.max_tickets : tickets;
}
