import type { Selectable } from 'kysely';
import * as v from 'valibot';
import type { Executor } from '../../../base/db/index.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { VendorTables } from '../tables.ts';
import { type ProviderDefinition, providerDefinition } from './definition.ts';

const PURPOSE = 'vendor_provider.key';

/** A stored provider of games. */
export interface StoredProvider {
  readonly definition: ProviderDefinition;
  /** `removed`: no longer in the merchant file, so without launches and new bets. */
  readonly source: 'file' | 'console' | 'removed';
  readonly sealedKey: string | null;
  /** No launches and new bets; wins and rollbacks still post. */
  readonly closed: boolean;
  readonly feedDueAt: Date | null;
  readonly feedAt: Date | null;
  readonly feedResult: string | null;
  readonly lastCallAt: Date | null;
}

export async function readProviders(executor: Executor): Promise<readonly StoredProvider[]> {
  const rows = await executor.selectFrom('vendor_provider').selectAll().orderBy('code').execute();
  return rows.map(toProvider);
}

export async function findProvider(executor: Executor, code: string): Promise<StoredProvider | undefined> {
  const row = await executor.selectFrom('vendor_provider').selectAll().where('code', '=', code).executeTakeFirst();
  return row && toProvider(row);
}

function toProvider(row: Selectable<VendorTables['vendor_provider']>): StoredProvider {
  return {
    // Fields that a later version has added get their defaults.
    definition: v.parse(providerDefinition, row.definition),
    source: row.source,
    sealedKey: row.sealed_key,
    closed: row.closed,
    feedDueAt: row.feed_due_at,
    feedAt: row.feed_at,
    feedResult: row.feed_result,
    lastCallAt: row.last_call_at,
  };
}

/** Stores a definition; key and closure of a known provider stay. */
export async function saveProvider(
  executor: Executor,
  definition: ProviderDefinition,
  { source, now }: { readonly source: StoredProvider['source']; readonly now: Date },
): Promise<void> {
  const stored = { source, definition: JSON.stringify(definition), feed_due_at: definition.feed ? now : null, updated_at: now };
  await executor
    .insertInto('vendor_provider')
    .values({ code: definition.code, ...stored, sealed_key: null, feed_at: null, feed_result: null, created_at: now })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(stored))
    .execute();
}

export async function closeProvider(executor: Executor, code: string, closed: boolean, now: Date): Promise<void> {
  await executor.updateTable('vendor_provider').set({ closed, updated_at: now }).where('code', '=', code).execute();
}

export async function saveProviderKey(
  executor: Executor,
  secrets: Pick<Secrets, 'seal'>,
  { code, key, now }: { readonly code: string; readonly key: string; readonly now: Date },
): Promise<void> {
  const sealed_key = secrets.seal(PURPOSE, key);
  await executor.updateTable('vendor_provider').set({ sealed_key, updated_at: now }).where('code', '=', code).execute();
}

export function openProviderKey(secrets: Pick<Secrets, 'open'>, sealed: string): string {
  return secrets.open(PURPOSE, sealed);
}

/** Takes a due feed for this node: true for one of several concurrent callers. */
export async function claimFeed(
  executor: Executor,
  { code, now, next }: { readonly code: string; readonly now: Date; readonly next: Date },
) {
  const { numUpdatedRows } = await executor
    .updateTable('vendor_provider')
    .set({ feed_due_at: next })
    .where('code', '=', code)
    .where('feed_due_at', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What operators read about one list of games; a provider that reports by call may send its games in several. */
export function takenText(games: number, rejected: readonly string[]): string {
  return `${games} in this list${rejected.length === 0 ? '' : `; left out: ${rejected.join(', ')}`}`;
}

/** Of the last list, from the feed or by call. */
export async function saveFeedResult(executor: Executor, code: string, result: string, now: Date): Promise<void> {
  await executor
    .updateTable('vendor_provider')
    .set({ feed_at: now, feed_result: result.slice(0, 500) })
    .where('code', '=', code)
    .execute();
}

/** Stores the time of a call unless a later one is stored. */
export async function saveLastCall(executor: Executor, code: string, at: Date): Promise<void> {
  await executor
    .updateTable('vendor_provider')
    .set({ last_call_at: at })
    .where('code', '=', code)
    .where(({ eb, or }) => or([eb('last_call_at', 'is', null), eb('last_call_at', '<', at)]))
    .execute();
}
