import { type Selectable, sql } from 'kysely';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { ChatTables } from './tables.ts';

export type MessageRow = Selectable<ChatTables['chat_message']>;

/**
 * Serialises the senders of a room until the end of their transactions: ids become visible in their order, so that readers with a cursor
 * miss nothing, and counts stay valid.
 */
export async function lockRoom(tx: Tx, merchant: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat ${merchant}`}, 0))`.execute(tx);
}

export function findByReference(executor: Executor, memberId: string, reference: string): Promise<MessageRow | undefined> {
  return executor
    .selectFrom('chat_message')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Times of the member's latest messages, the latest first. */
export async function lastTimes(executor: Executor, memberId: string, limit: number): Promise<readonly Date[]> {
  const rows = await executor
    .selectFrom('chat_message')
    .select('created_at')
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.created_at);
}

export async function insertMessage(tx: Tx, row: Omit<MessageRow, 'id' | 'deleted_at' | 'deleted_by'>): Promise<MessageRow> {
  return tx.insertInto('chat_message').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The latest messages; with a cursor the first ones after it. Oldest first. */
export async function findMessages(
  executor: Executor,
  merchant: string,
  { after, count }: { after: string | undefined; count: number },
): Promise<readonly MessageRow[]> {
  const room = executor.selectFrom('chat_message').selectAll().where('merchant', '=', merchant).limit(count);
  if (after !== undefined) return room.where('id', '>', after).orderBy('id').execute();
  return (await room.orderBy('id', 'desc').execute()).toReversed();
}

/** Ids up to the cursor that were deleted since then. */
export async function findRemoved(executor: Executor, merchant: string, after: string, since: Date, limit: number): Promise<string[]> {
  const rows = await executor
    .selectFrom('chat_message')
    .select('id')
    .where('merchant', '=', merchant)
    .where('deleted_at', '>', since)
    .where('id', '<=', after)
    .orderBy('deleted_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the message, so that concurrent reports are counted correctly. */
export function lockMessage(tx: Tx, merchant: string, id: string): Promise<MessageRow | undefined> {
  return tx.selectFrom('chat_message').selectAll().where('merchant', '=', merchant).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Adds a report and returns the number of reporting members. */
export async function addReport(tx: Tx, messageId: string, memberId: string, now: Date): Promise<number> {
  await tx
    .insertInto('chat_report')
    .values({ message_id: messageId, member_id: memberId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { reports } = await tx
    .selectFrom('chat_report')
    .select(({ fn }) => fn.countAll<string>().as('reports'))
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow();
  return Number(reports);
}

/** Number of messages that the member has reported since then. */
export async function countReports(executor: Executor, memberId: string, since: Date): Promise<number> {
  const { reports } = await executor
    .selectFrom('chat_report')
    .select(({ fn }) => fn.countAll<string>().as('reports'))
    .where('member_id', '=', memberId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(reports);
}

/** True if the message existed and was not deleted yet. */
export async function deleteMessage(
  executor: Executor,
  merchant: string,
  id: string,
  by: 'reports' | 'operator',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('chat_message')
    .set({ deleted_at: now, deleted_by: by })
    .where('merchant', '=', merchant)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Restores a deleted message and removes its reports. True if it was deleted. */
export async function restoreMessage(tx: Tx, merchant: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_message')
    .set({ deleted_at: null, deleted_by: null })
    .where('merchant', '=', merchant)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.deleteFrom('chat_report').where('message_id', '=', id).execute();
  return true;
}

/** The newest messages with their reports, for operators. */
export async function latestWithReports(executor: Executor, merchant: string, limit: number, offset: number) {
  const rows = await executor
    .selectFrom('chat_message as message')
    .where('merchant', '=', merchant)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .select((eb) => [
      'message.id',
      'message.member_id as memberId',
      'message.text',
      'message.created_at as createdAt',
      'message.deleted_by as deletedBy',
      eb
        .selectFrom('chat_report')
        .whereRef('chat_report.message_id', '=', 'message.id')
        .select(({ fn }) => fn.countAll<string>().as('reports'))
        .as('reports'),
    ])
    .execute();
  return rows.map((row) => ({ ...row, reports: Number(row.reports) }));
}

/** Messages and their reports. */
export async function removeOlderThan(executor: Executor, merchant: string, before: Date): Promise<void> {
  await executor.deleteFrom('chat_message').where('merchant', '=', merchant).where('created_at', '<', before).execute();
}
