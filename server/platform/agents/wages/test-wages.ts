import { sql } from 'kysely';
import type { DividendPeriod, WageKind, WageTerms } from '../../../../shared/rules/wages.ts';
import type { MovableClock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { createWallet, HOUSE, type Wallet } from '../../ledger/index.ts';
import type { MerchantSettings } from '../../merchant/index.ts';
import type { InboxEntry } from '../../notify/inbox/index.ts';
import { waitForHorizon } from '../../play/facts/test-horizon.ts';
import { createFund, WAGES } from '../../rewards/fund/index.ts';
import { storeTerms } from '../contracts/index.ts';
import { CASH_CONSUMER, createCashCounter, TEAM_BONUSES } from '../team/cash.ts';
import { REWARD_CONSUMER } from '../team/rewards.ts';
import { TEAM_CONSUMER } from '../windows/index.ts';
import { createTestWindows, type TestWindows } from '../windows/test-windows.ts';
import { createWages, type Wages } from './wages.ts';

export interface TestWages extends TestWindows {
  readonly wages: Wages;
  readonly wallet: Wallet;
  /** Messages to agents so far. */
  readonly posted: readonly InboxEntry[];
  /** Moves the clock to the time, and closes, settles and pays what is due. */
  runAt(at: Date): Promise<void>;
}

export async function createTestWages(
  db: Database,
  options: { readonly at: string; readonly timeZone?: string; readonly agents?: Partial<MerchantSettings['agents']> },
): Promise<TestWages> {
  const world = await createTestWindows(db, options);
  return { ...world, ...wagesOn(db, world) };
}

/** A second node on the same database has its own objects. */
export function wagesOn(
  db: Database,
  {
    clock,
    windows,
    requireTime = () => undefined,
  }: { readonly clock: MovableClock; readonly windows: TestWindows['windows']; readonly requireTime?: () => void },
) {
  const wallet = createWallet({ clock, hub: createEventHub() });
  const log = { error: () => undefined };
  const posted: InboxEntry[] = [];
  const inbox = { post: async (_executor: unknown, entry: InboxEntry) => void posted.push(entry), unread: async () => 0 };
  const cash = createCashCounter({ db, merchant: 'lagoon' });
  const wages = createWages({
    db,
    clock,
    merchant: 'lagoon',
    windows,
    bonuses: TEAM_BONUSES,
    wallet,
    fund: createFund(WAGES, { wallet, clock }),
    inbox,
    log,
    requireTime,
  });
  return {
    posted,
    wages,
    wallet,
    async runAt(at: Date) {
      clock.advance(at.getTime() - clock.now().getTime());
      await closeWindows(db, windows);
      await countCash(db, cash);
      await wages.run();
    },
  };
}

/** A run may only read the horizon, which transactions of other tests delay. */
async function closeWindows(db: Database, windows: { run(): Promise<number> }): Promise<void> {
  while ((await windows.run()) > 0);
  await waitForHorizon(db, TEAM_CONSUMER);
  while ((await windows.run()) > 0);
}

/** The same for the money of teams. */
async function countCash(db: Database, cash: { run(): Promise<void> }): Promise<void> {
  await cash.run();
  await waitForHorizon(db, CASH_CONSUMER);
  await waitForHorizon(db, REWARD_CONSUMER);
  await cash.run();
}

/** A valid contract without the steps that make one. */
export async function addContract(
  executor: Executor,
  agentId: string,
  {
    kind,
    period = null,
    terms,
    from,
    until = null,
  }: { kind: WageKind; period?: DividendPeriod | null; terms: WageTerms; from: Date; until?: Date | null },
): Promise<string> {
  const version = await sql<{
    n: number;
  }>`select count(*)::int + 1 as n from agent_contract where agent_id = ${agentId} and kind = ${kind}`.execute(executor);
  const id = `c_${agentId}_${kind}_${version.rows[0]?.n}`;
  await executor
    .insertInto('agent_contract')
    .values({
      id,
      agent_id: agentId,
      upline_id: null,
      kind,
      period,
      terms: storeTerms(terms),
      top_bp: 1,
      version: version.rows[0]?.n ?? 1,
      state: until === null ? 'active' : 'ended',
      end_lowered: false,
      valid_from: from,
      valid_until: until,
      created_at: from,
      decided_at: from,
    })
    .execute();
  return id;
}

/** Moves money of the merchant to the account of wages. */
export async function fundWages(db: Database, wallet: Wallet, units: bigint, reference: string): Promise<void> {
  if (units === 0n) return;
  const legs = [
    { owner: HOUSE, kind: WAGES.account, units },
    { owner: HOUSE, kind: 'operations', units: -units },
  ];
  await wallet.transfer(db, { reference, kind: 'wage-funding', currency: 'USD', realm: 'real', memberId: null, legs });
}
