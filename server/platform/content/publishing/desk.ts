import type { Selectable } from 'kysely';
import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { raiseContentVersion } from '../../merchant/index.ts';
import type { ContentKind } from './reads.ts';
import { type ContentDraft, type ContentText, writeContent } from './store.ts';
import type { ContentItemTable } from './tables.ts';

export type ContentRow = Selectable<ContentItemTable>;

/** Items of a kind with their English titles, for operators: the newest first, ended and future ones included. */
export function listContent(
  executor: Executor,
  { merchant, kind, offset, limit }: { merchant: string; kind: ContentKind; offset: number; limit: number },
): Promise<(ContentRow & { title: string | null })[]> {
  return executor
    .selectFrom('content_item as item')
    .leftJoin('content_text as english', (join) =>
      join.onRef('english.item_id', '=', 'item.id').on('english.language', '=', DEFAULT_LANGUAGE),
    )
    .selectAll('item')
    .select('english.title')
    .where('item.merchant', '=', merchant)
    .where('item.kind', '=', kind)
    .orderBy('item.published_at', 'desc')
    .orderBy('item.id')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function findContent(
  executor: Executor,
  merchant: string,
  id: string,
): Promise<{ readonly item: ContentRow; readonly texts: Readonly<Record<string, ContentText>> } | undefined> {
  const item = await executor
    .selectFrom('content_item')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!item) return undefined;
  const texts = await executor.selectFrom('content_text').selectAll().where('item_id', '=', id).execute();
  return {
    item,
    texts: Object.fromEntries(texts.map(({ language, title, body, summary, action }) => [language, { title, body, summary, action }])),
  };
}

/** Stores an operator's item in exactly these languages and keeps its picture. Afterwards neither feeds nor the seed overwrite it. */
export async function saveContent(tx: Tx, merchant: string, content: ContentDraft, draft = false): Promise<void> {
  // Locked, so that a picture uploaded concurrently is not lost.
  const before = await tx.selectFrom('content_item').select(['image', 'draft']).where('id', '=', content.id).forUpdate().executeTakeFirst();
  await writeContent(tx, merchant, [{ ...content, ...(before?.image && { image: before.image }) }]);
  const marked = { edited: true, draft };
  await tx.updateTable('content_item').set(marked).where('id', '=', content.id).execute();
  // Publishing a draft changes nothing else.
  if (before && before.draft !== draft) await raiseContentVersion(tx, merchant);
  const { numDeletedRows } = await tx
    .deleteFrom('content_text')
    .where('item_id', '=', content.id)
    .where('language', 'not in', Object.keys(content.texts))
    .executeTakeFirst();
  if (numDeletedRows > 0n) await raiseContentVersion(tx, merchant);
}

/** Ends the item at once. False if it does not exist or has ended already. */
export async function unpublishContent(tx: Tx, merchant: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('content_item')
    .set({ ends_at: now, edited: true })
    .where('merchant', '=', merchant)
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await raiseContentVersion(tx, merchant);
  return true;
}
