import { type Insertable, sql } from 'kysely';
import type { Units } from '../../../../../shared/money/money.ts';
import type { Executor, Tx } from '../../../base/db/index.ts';
import type { VendorTables } from '../tables.ts';
import type { MoveRow } from './contracts.ts';

export async function insertMove(tx: Tx, row: Insertable<VendorTables['vendor_move']>): Promise<MoveRow> {
  return tx.insertInto('vendor_move').values(row).returningAll().executeTakeFirstOrThrow();
}

export function findMove(executor: Executor, id: string): Promise<MoveRow | undefined> {
  return executor.selectFrom('vendor_move').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findMoveByReference(executor: Executor, memberId: string, reference: string): Promise<MoveRow | undefined> {
  return executor
    .selectFrom('vendor_move')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('client_reference', '=', reference)
    .executeTakeFirst();
}

/** Call it with the member's wallet locked. */
export function lockMove(tx: Tx, id: string): Promise<MoveRow | undefined> {
  return tx.selectFrom('vendor_move').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Ends a move; its row does not change afterwards. */
export async function closeMove(tx: Tx, id: string, end: { state: 'done' | 'returned'; reason: string; closed_at: Date }): Promise<void> {
  await tx.updateTable('vendor_move').set(end).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Stores what was wrong with the last request, unless the move is over. `conflict` stays until an operator has decided. */
export async function noteMove(executor: Executor, id: string, note: { last_error: string; conflict?: string }): Promise<void> {
  await executor.updateTable('vendor_move').set(note).where('id', '=', id).where('state', '=', 'open').execute();
}

/**
 * Takes due moves for this node: each for one of several concurrent callers, which has until `pauseMs` after its tries to end it. One that
 * fails leaves the move to the next run.
 */
export async function claimDueMoves(
  executor: Executor,
  { now, limit, pauseMs, longestPauseMs }: { now: Date; limit: number; pauseMs: number; longestPauseMs: number },
): Promise<readonly MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    update vendor_move m
       set tries = m.tries + 1,
           next_try_at = ${now.toISOString()}::timestamptz
             + make_interval(secs => least(${longestPauseMs}::double precision, ${pauseMs}::double precision * power(2, least(m.tries, 16))) / 1000)
      from (select id from vendor_move where state = 'open' and next_try_at <= ${now.toISOString()}::timestamptz
             order by next_try_at limit ${limit} for update skip locked) as due
     where m.id = due.id
     returning m.*`.execute(executor);
  return rows;
}

export function openMoves(executor: Executor, memberId: string): Promise<MoveRow[]> {
  return executor
    .selectFrom('vendor_move')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .orderBy('created_at')
    .execute();
}

/** Amount on its way to the provider; exact while the member's wallet is locked. */
export async function movingIn(executor: Executor, memberId: string, provider: string): Promise<Units> {
  const row = await executor
    .selectFrom('vendor_move')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('units'))
    .where('member_id', '=', memberId)
    .where('provider', '=', provider)
    .where('direction', '=', 'in')
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return BigInt(row.units);
}
