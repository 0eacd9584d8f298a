import { type RawBuilder, sql } from 'kysely';
import type { BetState } from '../../../../shared/api/records/constants.ts';
import type { GameCategory } from '../../../../shared/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import type { RoundRow } from '../vendors/index.ts';
import { type DaySlots, type PlayOf, playOn, SLOT_MS, slotsBetween, storeDays } from './play-days.ts';

export interface BetFilter {
  readonly memberId: string;
  /** Inclusive bounds of the first bet's time. */
  readonly from: Date;
  readonly to: Date;
  readonly gameCategory?: GameCategory;
  readonly vassalage?: string;
  /** `won`: returned more than the stake; `even`: exactly the stake. Both are rounds in the state `won`. */
  readonly state?: BetState;
}

export interface BetTotals {
  readonly count: number;
  /** Stakes less refunds, open rounds included. */
  readonly stake: Units;
  /** The same for won and lost rounds only. */
  readonly validStake: Units;
  /** For won and lost rounds, so that with `validStake` it gives the net result. */
  readonly payout: Units;
}

function rounds(executor: Executor, { memberId, from, to, gameCategory, vassalage, state }: BetFilter) {
  let query = executor.selectFrom('vendor_round').where('member_id', '=', memberId);
  query = query.where('opened_at', '>=', from).where('opened_at', '<=', to);
  if (gameCategory) query = query.where('game_category', '=', gameCategory);
  if (vassalage) query = query.where('vassalage', '=', vassalage);
  if (state) query = query.where(inState(state));
  return query;
}

function inState(state: BetState): RawBuilder<boolean> {
  if (state === 'won') return sql`(state = 'won' and payout <> stake - refunded)`;
  return state === 'even' ? sql`(state = 'won' and payout = stake - refunded)` : sql`state = ${state}`;
}

/** One page of a member's rounds, newest first. */
export function findRounds(executor: Executor, filter: BetFilter, limit: number, offset: number): Promise<RoundRow[]> {
  return rounds(executor, filter).selectAll().orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

/** Cursor: milliseconds of the first bet and id of the last round read, "1795248000000-42". */
export function placeOf(round: RoundRow): string {
  return `${round.opened_at.getTime()}-${round.id}`;
}

/** The rounds after a cursor, newest first. */
export function findRoundsAfter(executor: Executor, filter: BetFilter, place: string | undefined, limit: number): Promise<RoundRow[]> {
  let query = rounds(executor, filter).selectAll().orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit);
  const [at, id] = place?.split('-') ?? [];
  if (at && id) query = query.where(sql<boolean>`(opened_at, id) < (${new Date(Number(at)).toISOString()}::timestamptz, ${id}::bigint)`);
  return query.execute();
}

export function findRound(executor: Executor, memberId: string, id: string): Promise<RoundRow | undefined> {
  if (!/^\d{1,18}$/.test(id)) return Promise.resolve(undefined);
  return executor.selectFrom('vendor_round').selectAll().where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst();
}

/** The member's newest round with an id of its vendor: two vendors may use the same one. */
export function findRoundOf(executor: Executor, memberId: string, roundId: string): Promise<RoundRow | undefined> {
  return (
    executor
      .selectFrom('vendor_round')
      .selectAll()
      .where('member_id', '=', memberId)
      .where('round_id', '=', roundId)
      // By the index of transactions: that of rounds begins with the vendor.
      .where('provider', 'in', (from) => from.selectFrom('vendor_transaction').select('provider').where('round_id', '=', roundId))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}

/**
 * Totals of all rounds of the filter: whole days and quarter hours from stored sums, the rest at both ends from the rounds. Stored sums do not
 * separate even rounds from wins, so the totals of these two are read from the rounds.
 */
export async function sumRounds(executor: Executor, filter: BetFilter, timeZone: string): Promise<BetTotals> {
  const of: PlayOf = { memberId: filter.memberId, basis: 'placed' };
  const [from, to] = [filter.from.getTime(), filter.to.getTime() + 1];
  const [first, end] = [Math.ceil(from / SLOT_MS), Math.floor(to / SLOT_MS)];
  const daySlots = await slotsBetween(executor, filter.from, filter.to, timeZone);
  const days: DaySlots = { timeZone, starts: daySlots.starts.filter((start) => start >= first && start <= end) };
  await storeDays(executor, of, days);
  const { rows } = await sql<Record<'rounds' | 'stake' | 'valid' | 'payout', string>>`
    select coalesce(sum(rounds), 0) as rounds, coalesce(sum(stake - refunded), 0) as stake,
           coalesce(sum(stake - refunded) filter (where state in ('won', 'lost')), 0) as valid,
           coalesce(sum(payout) filter (where state in ('won', 'lost')), 0) as payout
      from (${sql.join(partsOf(of, filter, days), sql` union all `)}) as p(state, rounds, stake, refunded, payout)`.execute(executor);
  const row = rows[0];
  if (!row) throw new Error('aggregate query returned no row');
  return { count: Number(row.rounds), stake: BigInt(row.stake), validStake: BigInt(row.valid), payout: BigInt(row.payout) };
}

function partsOf(of: PlayOf, filter: BetFilter, days: DaySlots): RawBuilder<unknown>[] {
  const { memberId, gameCategory, vassalage, state } = filter;
  const [from, to] = [filter.from.getTime(), filter.to.getTime() + 1];
  const [first, end] = [Math.ceil(from / SLOT_MS), Math.floor(to / SLOT_MS)];
  const narrowed = sql`${gameCategory ? sql`and game_category = ${gameCategory}` : sql``}
    ${vassalage ? sql`and vassalage = ${vassalage}` : sql``} ${state ? sql`and ${inState(state)}` : sql``}`;
  const rounds = (begin: number, until: number) =>
    sql`select state, 1, stake, refunded, payout from vendor_round where member_id = ${memberId} ${narrowed}
         and opened_at >= ${new Date(begin).toISOString()}::timestamptz and opened_at < ${new Date(until).toISOString()}::timestamptz`;
  const slots = (begin: number, until: number) =>
    begin < until
      ? [
          sql`select state, rounds, stake, refunded, payout from play_sum where member_id = ${memberId} ${narrowed}
               and basis = ${of.basis} and slot >= ${begin} and slot < ${until}`,
        ]
      : [];
  if (first >= end || state === 'won' || state === 'even') return [rounds(from, to)];
  const ends = [
    ...(from < first * SLOT_MS ? [rounds(from, first * SLOT_MS)] : []),
    ...(end * SLOT_MS < to ? [rounds(end * SLOT_MS, to)] : []),
  ];
  const [dayFirst, dayEnd] = [days.starts[0], days.starts.at(-1)];
  if (dayFirst === undefined || dayEnd === undefined || dayFirst === dayEnd) return [...slots(first, end), ...ends];
  const whole = sql`select state, rounds, stake, refunded, payout from (${playOn(of, days)}) as d where true ${narrowed}`;
  return [whole, ...slots(first, dayFirst), ...slots(dayEnd, end), ...ends];
}

export interface RoundTransfer {
  readonly provider: string;
  readonly roundId: string;
  readonly transferId: string;
  readonly kind: string;
  readonly reference: string;
  /** From the wallet's side: stakes are negative. */
  readonly units: Units;
  readonly at: Date;
}

/** Ledger transfers of the rounds, oldest first. */
export async function findTransfers(executor: Executor, found: readonly RoundRow[]): Promise<readonly RoundTransfer[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<{
    provider: string;
    round_id: string;
    amount: string;
    id: string;
    kind: string;
    reference: string;
    created_at: Date;
  }>`
    select v.provider, v.round_id, v.amount, t.id, t.kind, t.reference, t.created_at
      from unnest(${found.map(({ provider }) => provider)}::text[], ${found.map(({ round_id }) => round_id)}::text[]) as n(provider, round_id)
      join vendor_transaction v on v.provider = n.provider and v.round_id = n.round_id
      join ledger_transfer t on t.id = v.transfer_id
     order by t.id`.execute(executor);
  return rows.map((row) => ({
    provider: row.provider,
    roundId: row.round_id,
    transferId: row.id,
    kind: row.kind,
    reference: row.reference,
    units: row.kind === 'bet' || row.kind === 'win-reversal' ? -BigInt(row.amount) : BigInt(row.amount),
    at: row.created_at,
  }));
}
