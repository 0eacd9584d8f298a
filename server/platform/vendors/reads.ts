import { sql } from 'kysely';
import type { GameCategory } from '../../../shared/constants.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { Executor } from '../db/database.ts';
import type { RoundRow } from './store.ts';

export interface RecordFilter {
  readonly memberId: string;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly gameCategory?: GameCategory | undefined;
  readonly vassalage?: string | undefined;
  readonly state?: RoundRow['state'] | undefined;
}

export interface RecordTotals {
  readonly count: number;
  /** What was at risk: without what was taken back. */
  readonly stake: Units;
  readonly payout: Units;
}

function filtered(executor: Executor, filter: RecordFilter) {
  let query = executor.selectFrom('vendor_round').where('member_id', '=', filter.memberId);
  if (filter.from) query = query.where('opened_at', '>=', filter.from);
  if (filter.to) query = query.where('opened_at', '<=', filter.to);
  if (filter.gameCategory) query = query.where('game_category', '=', filter.gameCategory);
  if (filter.vassalage) query = query.where('vassalage', '=', filter.vassalage);
  if (filter.state) query = query.where('state', '=', filter.state);
  return query;
}

/** One page of a member's rounds, newest first. */
export function findRounds(executor: Executor, filter: RecordFilter, limit: number, offset: number): Promise<RoundRow[]> {
  return filtered(executor, filter).selectAll().orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

/** Totals of all rounds of the filter, whatever the page. */
export async function sumRounds(executor: Executor, filter: RecordFilter): Promise<RecordTotals> {
  const row = await filtered(executor, filter)
    .select([
      sql<string>`count(*)`.as('count'),
      sql<string>`coalesce(sum(stake - refunded), 0)`.as('stake'),
      sql<string>`coalesce(sum(payout), 0)`.as('payout'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), stake: BigInt(row.stake), payout: BigInt(row.payout) };
}

export interface RoundTransfer {
  readonly provider: string;
  readonly roundId: string;
  readonly transferId: string;
  readonly kind: string;
  readonly reference: string;
  /** As the member's wallet saw it: stakes are negative. */
  readonly units: Units;
  readonly at: Date;
}

/** Ledger transfers of the rounds, oldest first. */
export async function findTransfers(executor: Executor, rounds: readonly RoundRow[]): Promise<readonly RoundTransfer[]> {
  if (rounds.length === 0) return [];
  const rows = await executor
    .selectFrom('vendor_transaction as v')
    .innerJoin('ledger_transfer as t', 't.id', 'v.transfer_id')
    .where((where) =>
      where.or(rounds.map((round) => where.and([where('v.provider', '=', round.provider), where('v.round_id', '=', round.round_id)]))),
    )
    .orderBy('t.id')
    .select(['v.provider', 'v.round_id', 'v.amount', 't.id', 't.kind', 't.reference', 't.created_at'])
    .execute();
  return rows.map((row) => ({
    provider: row.provider,
    roundId: row.round_id,
    transferId: row.id,
    kind: row.kind,
    reference: row.reference,
    units: row.kind === 'bet' ? -BigInt(row.amount) : BigInt(row.amount),
    at: row.created_at,
  }));
}

/** Rounds with a live bet that are older than they should be: an operator or the vendor must end them. */
export function openRounds(executor: Executor, { before, limit = 100 }: { before: Date; limit?: number }): Promise<RoundRow[]> {
  return executor
    .selectFrom('vendor_round')
    .selectAll()
    .where('state', '=', 'open')
    .where('opened_at', '<', before)
    .orderBy('opened_at')
    .limit(limit)
    .execute();
}

export interface Win {
  readonly memberId: string;
  readonly vassalage: string;
  readonly gameId: string;
  readonly stake: Units;
  readonly payout: Units;
  readonly currency: string;
  readonly at: Date;
}

/** Latest real wins above the stake, newest first. */
export async function latestWins(executor: Executor, { limit }: { limit: number }): Promise<readonly Win[]> {
  const rows = await executor
    .selectFrom('vendor_round')
    .selectAll()
    .where('state', '=', 'won')
    .where('realm', '=', 'real')
    .where('settled_at', 'is not', null)
    .whereRef('payout', '>', sql.ref('stake'))
    .orderBy('settled_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    memberId: row.member_id,
    vassalage: row.vassalage,
    gameId: row.game_id,
    stake: BigInt(row.stake) - BigInt(row.refunded),
    payout: BigInt(row.payout),
    currency: row.currency,
    at: row.settled_at ?? row.opened_at,
  }));
}

/** Real rounds that were settled since then: what the lists of a week are counted from. */
function settledSince(executor: Executor, since: Date) {
  return executor
    .selectFrom('vendor_round')
    .where('realm', '=', 'real')
    .where('state', 'in', ['won', 'lost'])
    .where('settled_at', '>=', since);
}

/** Their number by game. */
export async function roundCounts(executor: Executor, since: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await settledSince(executor, since)
    .groupBy('game_id')
    .select(['game_id', sql<string>`count(*)`.as('rounds')])
    .execute();
  return new Map(rows.map((row) => [row.game_id, Number(row.rounds)]));
}

export interface MemberStake {
  readonly memberId: string;
  readonly currency: string;
  /** Without what was taken back. */
  readonly stake: Units;
  readonly rounds: number;
}

/** What each member has staked since then, the most first. */
export async function stakesByMember(
  executor: Executor,
  { since, limit }: { since: Date; limit: number },
): Promise<readonly MemberStake[]> {
  const rows = await settledSince(executor, since)
    .groupBy(['member_id', 'currency'])
    .select(['member_id', 'currency', sql<string>`sum(stake - refunded)`.as('stake'), sql<string>`count(*)`.as('rounds')])
    .having(sql<boolean>`sum(stake - refunded) > 0`)
    .orderBy(sql`sum(stake - refunded)`, 'desc')
    .orderBy('member_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    memberId: row.member_id,
    currency: row.currency,
    stake: BigInt(row.stake),
    rounds: Number(row.rounds),
  }));
}
