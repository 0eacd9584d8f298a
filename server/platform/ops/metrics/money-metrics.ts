import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';

const DEPOSIT_STATES = ['pending', 'checking'] as const;
const WITHDRAWAL_STATES = ['review', 'approved', 'paid', 'disputed'] as const;
/** `created`: not sent; `unknown`: no answer; `sent`: accepted, not paid. */
const PAYOUT_STATES = ['created', 'unknown', 'sent'] as const;
/** At providers that keep balances: moves without an outcome, play that is not booked, histories that cannot be read. */
const AT_VENDORS = ['moves', 'play', 'histories'] as const;

/** Wages that wait for payment, money or an operator, and the open window of play: five minutes old at most, if windows close in time. */
const WAGES = ['due', 'unfunded', 'held', 'window'] as const;

/** Cashback that waits for payment or money, and closed periods that are not settled. */
const CASHBACK = ['due', 'unfunded', 'period'] as const;

/** Number of waiting items, and the time of the oldest. */
export interface Waiting {
  readonly count: number;
  readonly oldest: number | undefined;
}

export interface MoneyState {
  deposits: Readonly<Record<string, Waiting>>;
  withdrawals: Readonly<Record<string, Waiting>>;
  /** Open orders at payment providers, with the time of the oldest order. */
  payouts: Readonly<Record<string, Waiting>>;
  /** Payouts whose provider has contradicted itself. */
  payoutConflicts: number;
  /** Waiting items of providers that keep balances. */
  vendors: Readonly<Record<string, Waiting>>;
  /** Balances at providers that differ from the ledger. */
  vendorDifferences: number;
  /** Wages by what they wait for. */
  wages: Readonly<Record<string, Waiting>>;
  /** Cashback by what it waits for. */
  cashback: Readonly<Record<string, Waiting>>;
  /** Undecided suspense payments. */
  suspense: Waiting;
  /** Due messages that are not sent yet. */
  outbox: Waiting;
  /** SMS codes of the last day: sent, and verified. */
  sms: { readonly sent: number; readonly verified: number };
}

export interface MoneyMetrics {
  readonly state: MoneyState;
  run(): Promise<void>;
}

const NONE_WAITING: Waiting = { count: 0, oldest: undefined };

/** Waiting money items, read by a job, so that a scrape of the metrics does not query the database. */
export function createMoneyMetrics({ db, clock, merchant }: { db: Database; clock: Clock; merchant: string }): MoneyMetrics {
  const state: MoneyState = {
    deposits: byState(DEPOSIT_STATES, []),
    withdrawals: byState(WITHDRAWAL_STATES, []),
    payouts: byState(PAYOUT_STATES, []),
    payoutConflicts: 0,
    vendors: byState(AT_VENDORS, []),
    vendorDifferences: 0,
    wages: byState(WAGES, []),
    cashback: byState(CASHBACK, []),
    suspense: NONE_WAITING,
    outbox: NONE_WAITING,
    sms: { sent: 0, verified: 0 },
  };
  return {
    state,
    async run() {
      const deposits = await sql<StateRow>`
        select status, count(*) as count, min(created_at) as oldest from deposit where status in ('pending', 'checking') group by status`.execute(
        db,
      );
      state.deposits = byState(DEPOSIT_STATES, deposits.rows);
      const withdrawals = await sql<StateRow>`
        select status, count(*) as count, min(coalesce(case when status = 'approved' then approved_at when status = 'paid' then paid_at end, requested_at)) as oldest
          from withdrawal where status in ('review', 'approved', 'paid', 'disputed') group by status`.execute(db);
      state.withdrawals = byState(WITHDRAWAL_STATES, withdrawals.rows);
      Object.assign(state, await readPayouts(db), await readVendors(db));
      state.wages = await readWages(db);
      state.cashback = await readCashback(db);
      const suspense = await sql<StateRow>`
        select 'waiting' as status, count(*) as count, min(created_at) as oldest from suspense where status = 'waiting'`.execute(db);
      state.suspense = byState(['waiting'], suspense.rows).waiting ?? NONE_WAITING;
      const outbox = await sql<StateRow>`
        select 'due' as status, count(*) as count, min(created_at) as oldest from outbound_message
         where merchant = ${merchant} and next_at is not null and sent_at is null`.execute(db);
      state.outbox = byState(['due'], outbox.rows).due ?? NONE_WAITING;
      state.sms = await smsOfDay(db, merchant, new Date(clock.now().getTime() - DAY_MS));
    },
  };
}

async function readPayouts(db: Database): Promise<Pick<MoneyState, 'payouts' | 'payoutConflicts'>> {
  const open = await sql<StateRow>`
    select status, count(*) as count, min(created_at) as oldest from payout
     where status in ('created', 'unknown', 'sent') group by status`.execute(db);
  // Settled ones too: a report after `paid` may be a second payment. An operator closes the withdrawal.
  const conflicts = await sql<{ count: string }>`
    select count(*) as count from payout p join withdrawal w on w.id = p.withdrawal_id
     where p.conflict is not null and w.closed_at is null`.execute(db);
  return { payouts: byState(PAYOUT_STATES, open.rows), payoutConflicts: Number(conflicts.rows[0]?.count ?? 0) };
}

async function readVendors(db: Database): Promise<Pick<MoneyState, 'vendors' | 'vendorDifferences'>> {
  const waiting = await sql<StateRow>`
    select 'moves' as status, count(*) as count, min(created_at) as oldest from vendor_move where state = 'open'
    union all select 'play', count(*), min(arrived_at) from vendor_history_entry where state = 'waiting'
    union all select 'histories', count(*), min(failed_since) from vendor_history where failed_since is not null`.execute(db);
  const different = await sql<{ count: string }>`select count(*) as count from vendor_purse where difference <> 0`.execute(db);
  return { vendors: byState(AT_VENDORS, waiting.rows), vendorDifferences: Number(different.rows[0]?.count ?? 0) };
}

async function readWages(db: Database): Promise<MoneyState['wages']> {
  const { rows } = await sql<StateRow>`
    select state as status, count(*) as count, min(created_at) as oldest from wage_statement
     where state in ('due', 'unfunded', 'held') group by state
    union all select 'window', count(*), min(open_from) from window_clock where open_from is not null`.execute(db);
  return byState(WAGES, rows);
}

async function readCashback(db: Database): Promise<MoneyState['cashback']> {
  const { rows } = await sql<StateRow>`
    select state as status, count(*) as count, min(coalesce(claimed_at, created_at)) as oldest from cashback_statement
     where state in ('due', 'unfunded') group by state
    union all select 'period', count(*), min(closed_at) from cashback_period where settled_at is null`.execute(db);
  return byState(CASHBACK, rows);
}

interface StateRow {
  readonly status: string;
  readonly count: string;
  readonly oldest: Date | null;
}

/** Every state has a value, also without items. */
function byState(states: readonly string[], rows: readonly StateRow[]): Record<string, Waiting> {
  return Object.fromEntries(
    states.map((state) => {
      const row = rows.find(({ status }) => status === state);
      return [state, row ? { count: Number(row.count), oldest: row.oldest?.getTime() } : NONE_WAITING];
    }),
  );
}

async function smsOfDay(db: Database, merchant: string, since: Date): Promise<MoneyState['sms']> {
  const row = await db
    .selectFrom('verification_code')
    .select(({ fn }) => [fn.countAll<string>().as('sent'), fn.count<string>('verified_at').as('verified')])
    .where('merchant', '=', merchant)
    .where('channel', '=', 'sms')
    .where('created_at', '>', since)
    .where(({ eb, or }) => or([eb('code_hash', 'is not', null), eb('sealed_session', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return { sent: Number(row.sent), verified: Number(row.verified) };
}
