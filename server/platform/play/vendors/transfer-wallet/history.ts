import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as v from 'valibot';
import { HISTORY_PAGE, type HistoryEntry, historyEntry } from '../../../../../shared/transfer-wallet/protocol.ts';
import { type Executor, inTransaction, type Tx } from '../../../base/db/index.ts';
import type { TransferLine, TransferWalletDeps } from './contracts.ts';
import { REQUEST_MS } from './moves.ts';

/** Pages of one run; the next run continues. */
const MAX_PAGES = 25;

interface Page {
  readonly entries: readonly HistoryEntry[];
  readonly cursor: string | null;
  readonly more: boolean;
}

/**
 * Reads the history of a provider from where it was read last, and stores its entries: each id once, in the order of the provider. The
 * cursor advances in the transaction that stores the page. A page with an unreadable entry is not taken. Returns whether the end was
 * reached.
 */
export async function readHistory(deps: TransferWalletDeps, line: TransferLine, deadlineMs = REQUEST_MS): Promise<boolean> {
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const cursor = await cursorOf(deps, line.code);
    const page = await requestPage(deps, line, cursor, deadlineMs);
    if (typeof page === 'string') {
      await noteFailure(deps, line.code, page);
      return false;
    }
    const isTaken = await takePage(deps, line.code, cursor, page);
    if (isTaken && !page.more) return true;
  }
  return false;
}

async function cursorOf({ db }: TransferWalletDeps, provider: string): Promise<string | null> {
  const row = await db.selectFrom('vendor_history').select('cursor').where('provider', '=', provider).executeTakeFirst();
  return row?.cursor ?? null;
}

/** Text: why there is no page. */
async function requestPage(
  deps: TransferWalletDeps,
  line: TransferLine,
  cursor: string | null,
  deadlineMs: number,
): Promise<Page | string> {
  const reply = await deps.send(line, 'history', { cursor, limit: HISTORY_PAGE }, deadlineMs);
  if (reply.kind !== 'answer') return reply.error;
  const { status, entries, cursor: next = cursor, more = false } = reply.answer;
  if (status !== 'OK' || !entries) return `answered ${status}`;
  if (more && next === cursor) return 'more entries without a new cursor';
  const parsed = v.safeParse(v.array(historyEntry), entries);
  if (!parsed.success) return `an entry without a valid ${v.getDotPath(parsed.issues[0]) ?? 'body'}`;
  const withoutBet = parsed.output.find(({ kind, betId, amount }) => (kind === 'bet' ? amount === '0' : betId === undefined));
  if (withoutBet) return `entry ${withoutBet.id} without ${withoutBet.kind === 'bet' ? 'an amount' : 'betId'}`;
  return { entries: parsed.output, cursor: next, more };
}

/** False if another node has read the same page meanwhile. */
function takePage(deps: TransferWalletDeps, provider: string, cursor: string | null, page: Page): Promise<boolean> {
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx, afterCommit) => {
    await tx
      .insertInto('vendor_history')
      .values({ provider, cursor: null, read_at: null, failed_since: null, last_error: null })
      .onConflict((conflict) => conflict.column('provider').doNothing())
      .execute();
    const state = await tx
      .selectFrom('vendor_history')
      .select('cursor')
      .where('provider', '=', provider)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (state.cursor !== cursor) return false;
    const changed = await storeEntries(tx, provider, page.entries, now);
    const trouble = changed.length === 0 ? null : `entries have changed: ${changed.slice(0, 5).join(', ')}`;
    if (trouble) afterCommit(() => deps.log.error({ provider, entries: changed }, 'entries of a history have changed'));
    await tx
      .updateTable('vendor_history')
      .set({ cursor: page.cursor, read_at: now, failed_since: null, last_error: trouble })
      .where('provider', '=', provider)
      .execute();
    return true;
  });
}

/** Ids that are stored with another content. What was stored first counts. */
async function storeEntries(tx: Tx, provider: string, entries: readonly HistoryEntry[], now: Date): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const entry of entries) {
    const body = JSON.stringify(entry);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('vendor_history_entry')
      .values({ provider, entry_id: entry.id, player: entry.player, body, next_try_at: now, arrived_at: now })
      .onConflict((conflict) => conflict.columns(['provider', 'entry_id']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 0n) continue;
    const { rows } = await sql<{ body: unknown }>`
      select body from vendor_history_entry where provider = ${provider} and entry_id = ${entry.id}`.execute(tx);
    if (fingerprint(rows[0]?.body) !== fingerprint(entry)) changed.push(entry.id);
  }
  return changed;
}

function fingerprint(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(body ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');
}

/** Logged once for each failure, which lasts until a page can be read. */
async function noteFailure({ db, clock, log }: TransferWalletDeps, provider: string, error: string): Promise<void> {
  const last_error = error.slice(0, 300);
  const now = clock.now();
  const state = await db
    .insertInto('vendor_history')
    .values({ provider, cursor: null, read_at: null, failed_since: now, last_error })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ last_error, failed_since: sql`coalesce(vendor_history.failed_since, excluded.failed_since)` }),
    )
    .returning('failed_since')
    .executeTakeFirst();
  if (state?.failed_since?.getTime() === now.getTime()) log.warn({ provider, reason: error }, 'history of a provider cannot be read');
}

/** Booked entries that are older: one that arrives again is found in the instructions of its round, and books nothing. */
export async function removeBookedEntries(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('vendor_history_entry').where('state', '=', 'booked').where('booked_at', '<', before).execute();
}
