import { type RawBuilder, sql } from 'kysely';
import type { LimitKind, LimitPeriod } from '../../../../shared/rules/protection.ts';
import { type Executor, type JoinedRead, PREPARED } from '../../base/db/index.ts';
import { type Policy, readPolicy } from '../../merchant/index.ts';

/** Sums of a member up to a time; money in units, play in seconds. */
export interface Sums {
  readonly stakes: bigint;
  readonly losses: bigint;
  readonly deposits: bigint;
  readonly seconds: bigint;
}

export interface StoredLimit {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly by: 'member' | 'operator';
  /** Units, or minutes of a session limit. */
  readonly value: bigint;
  /** Time from which a requested looser limit can be confirmed; null: none requested. */
  readonly pendingFrom: Date | null;
  /** Null: no limit. */
  readonly pendingValue: bigint | null;
}

export interface Session {
  readonly from: Date;
  readonly lastPlayAt: Date;
  /** Since the start of the session: stakes less refunds, and net loss (below zero: net win). */
  readonly staked: bigint;
  readonly lost: bigint;
  readonly checkedAt: Date | null;
}

/** The member's break as stored. `breakOf` decides whether it is in force. */
export interface Break {
  readonly kind: 'time-out' | 'exclusion';
  readonly from: Date;
  readonly until: Date | null;
  readonly returnAt: Date | null;
}

/** All inputs of the protection rules, read in one statement. */
export interface Snapshot {
  readonly policy: Policy;
  readonly timeZone: string;
  readonly life: Sums & { readonly payouts: bigint };
  /** Sums before the start of each window. The difference is the used part. */
  readonly before: Readonly<Record<LimitPeriod, Sums>>;
  readonly limits: readonly StoredLimit[];
  readonly session: Session | null;
  readonly checkMinutes: number | null;
  readonly pause: Break | null;
  /** The account waits for an operator's decision. */
  readonly held: boolean;
}

interface Row {
  rules: string | null;
  /** Of the merchant. */
  currency: string;
  time_zone: string;
  life: SumsRow | null;
  day: SumsRow | null;
  week: SumsRow | null;
  month: SumsRow | null;
  limits: LimitRow[] | null;
  checked_at: Date | null;
  check_minutes: number | null;
  break_kind: Break['kind'] | null;
  break_from: Date | null;
  break_until: Date | null;
  return_at: Date | null;
  held_at: Date | null;
  last_play_at: Date | null;
  session_from: Date | null;
  session_stakes: string | null;
  session_losses: string | null;
}
const COLUMNS = [
  ...(['rules', 'currency', 'time_zone', 'life', 'day', 'week', 'month', 'limits', 'checked_at', 'check_minutes', 'break_kind'] as const),
  ...(['break_from', 'break_until', 'return_at', 'held_at', 'last_play_at', 'session_from', 'session_stakes', 'session_losses'] as const),
] as const satisfies readonly (keyof Row)[];

/** As text: JSON numbers are not exact. */
type SumsRow = readonly [stakes: string, losses: string, deposits: string, seconds: string, payouts?: string];
type LimitRow = readonly [
  kind: LimitKind,
  period: LimitPeriod,
  by: StoredLimit['by'],
  value: string,
  pendingFrom: string | null,
  pendingValue: string | null,
];

/** Reads the inputs of the protection rules in one statement, because it runs for every bet. Windows as in `LIMIT_PERIODS`. */
export async function readSnapshot(executor: Executor, merchant: string, memberId: string, now: Date): Promise<Snapshot> {
  const { rows } = await sql<Row>`${sql.raw(PREPARED)}select * from ${sourceOf(merchant, sql`${memberId}`, now)} as s`.execute(executor);
  const row = rows[0];
  if (!row) throw new Error('protection state query returned no row');
  return snapshotOf(row);
}

/** The same for the statement of a bet. */
export function snapshotRead(merchant: string): JoinedRead<Snapshot> {
  return {
    source: (memberId, now) => sourceOf(merchant, memberId, now),
    columns: COLUMNS,
    parse: (values) => snapshotOf(Object.fromEntries(COLUMNS.map((name, index) => [name, values[index]])) as unknown as Row),
  };
}

function sourceOf(merchant: string, memberId: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`(select r.*, (select settings ->> 'currency' from merchant where code = ${merchant}) as currency
    from protection_read(${merchant}, ${memberId}, ${now.toISOString()}::timestamptz) as r)`;
}

function snapshotOf(row: Row): Snapshot {
  const { session_from: from, last_play_at: lastPlayAt } = row;
  const life = sumsOf(row.life);
  return {
    policy: readPolicy(row.rules, row.currency),
    timeZone: row.time_zone,
    life: { ...life, payouts: BigInt(row.life?.[4] ?? 0) },
    before: { day: sumsOf(row.day), week: sumsOf(row.week), month: sumsOf(row.month) },
    limits: (row.limits ?? []).map(limitOf),
    session: from &&
      lastPlayAt && {
        from,
        lastPlayAt,
        staked: life.stakes - BigInt(row.session_stakes ?? 0),
        lost: life.losses - BigInt(row.session_losses ?? 0),
        checkedAt: row.checked_at,
      },
    checkMinutes: row.check_minutes,
    pause: row.break_kind &&
      row.break_from && { kind: row.break_kind, from: row.break_from, until: row.break_until, returnAt: row.return_at },
    held: row.held_at !== null,
  };
}

function sumsOf(row: SumsRow | null): Sums {
  const [stakes, losses, deposits, seconds] = row ?? ['0', '0', '0', '0'];
  return { stakes: BigInt(stakes), losses: BigInt(losses), deposits: BigInt(deposits), seconds: BigInt(seconds) };
}

function limitOf([kind, period, by, value, from, pending]: LimitRow): StoredLimit {
  return {
    kind,
    period,
    by,
    value: BigInt(value),
    pendingFrom: from === null ? null : new Date(from),
    pendingValue: pending === null ? null : BigInt(pending),
  };
}
