import { DEFAULT_LANGUAGE } from '../../../shared/constants.ts';
import type { Executor } from '../db/database.ts';
import type { ContentItemTable } from '../db/schema/content.ts';

export interface ShownContent {
  readonly id: string;
  readonly kind: ContentItemTable['kind'];
  readonly groupName: string;
  readonly href: string;
  readonly tone: string;
  readonly publishedAt: Date;
  readonly title: string;
  readonly body: string;
  readonly action: string;
}

/** What is published now, in its order, in the language or else in English. */
export async function shownContent(executor: Executor, merchant: string, language: string, now: Date): Promise<readonly ShownContent[]> {
  const rows = await executor
    .selectFrom('content_item as item')
    .innerJoin('content_text as english', (join) =>
      join.onRef('english.item_id', '=', 'item.id').on('english.language', '=', DEFAULT_LANGUAGE),
    )
    .leftJoin('content_text as own', (join) => join.onRef('own.item_id', '=', 'item.id').on('own.language', '=', language))
    .where('item.merchant', '=', merchant)
    .where('item.published_at', '<=', now)
    .where((eb) => eb.or([eb('item.ends_at', 'is', null), eb('item.ends_at', '>', now)]))
    .orderBy('item.position')
    .orderBy('item.published_at', 'desc')
    .orderBy('item.id')
    .select(({ fn }) => [
      'item.id',
      'item.kind',
      'item.group_name as groupName',
      'item.href',
      'item.tone',
      'item.published_at as publishedAt',
      fn.coalesce('own.title', 'english.title').as('title'),
      fn.coalesce('own.body', 'english.body').as('body'),
      fn.coalesce('own.action', 'english.action').as('action'),
    ])
    .execute();
  return rows;
}
