import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import type { Executor } from '../../base/db/index.ts';
import type { ContentItemTable } from './tables.ts';

export type ContentKind = ContentItemTable['kind'];

export interface PublishedContent extends Pick<ContentItemTable, 'id' | 'kind' | 'href' | 'tone' | 'topic' | 'page'> {
  readonly groupName: string;
  /** Empty: artwork drawn from the id. */
  readonly image: string;
  readonly promotionType: ContentItemTable['promotion_type'];
  readonly popTime: ContentItemTable['pop_time'];
  readonly publishedAt: Date;
  readonly endsAt: Date | null;
  /** Null: the texts are those in English. */
  readonly ownTitle: string | null;
  readonly title: string;
  readonly body: string;
  readonly summary: string;
  readonly action: string;
}

/** Published items of these kinds in display order, in the language or else in English; without those for agents. */
export async function findPublishedContent(
  executor: Executor,
  merchant: string,
  kinds: readonly ContentKind[],
  language: string,
  now: Date,
): Promise<readonly PublishedContent[]> {
  if (kinds.length === 0) return [];
  return texts(published(executor, merchant, now).where('item.audience', '<>', 'agents'), language)
    .where('item.kind', 'in', kinds)
    .execute();
}

/** Published notices for agents, the newest first. */
export async function findAgentNotices(
  executor: Executor,
  merchant: string,
  language: string,
  now: Date,
): Promise<readonly PublishedContent[]> {
  return texts(published(executor, merchant, now).where('item.audience', '=', 'agents'), language)
    .where('item.kind', '=', 'notice')
    .execute();
}

function texts(items: ReturnType<typeof published>, language: string) {
  return items
    .innerJoin('content_text as english', (join) =>
      join.onRef('english.item_id', '=', 'item.id').on('english.language', '=', DEFAULT_LANGUAGE),
    )
    .leftJoin('content_text as own', (join) => join.onRef('own.item_id', '=', 'item.id').on('own.language', '=', language))
    .orderBy('item.position')
    .orderBy('item.published_at', 'desc')
    .orderBy('item.id')
    .select(({ fn }) => [
      'item.id',
      'item.kind',
      'item.group_name as groupName',
      'item.href',
      'item.tone',
      'item.image',
      'item.topic',
      'item.page',
      'item.promotion_type as promotionType',
      'item.pop_time as popTime',
      'item.published_at as publishedAt',
      'item.ends_at as endsAt',
      'own.title as ownTitle',
      fn.coalesce('own.title', 'english.title').as('title'),
      fn.coalesce('own.body', 'english.body').as('body'),
      fn.coalesce('own.summary', 'english.summary').as('summary'),
      fn.coalesce('own.action', 'english.action').as('action'),
    ]);
}

/** Promotions currently open to a member: without those for visitors and, for trial accounts, without those for real accounts. */
export async function openPromotions(executor: Executor, merchant: string, isTrial: boolean, now: Date): Promise<readonly string[]> {
  const rows = await published(executor, merchant, now)
    .where('item.kind', '=', 'promotion')
    .where('item.audience', 'in', isTrial ? ['everyone'] : ['everyone', 'real'])
    .orderBy('item.position')
    .orderBy('item.id')
    .select('item.id')
    .execute();
  return rows.map(({ id }) => id);
}

function published(executor: Executor, merchant: string, now: Date) {
  return executor
    .selectFrom('content_item as item')
    .where('item.merchant', '=', merchant)
    .where('item.draft', '=', false)
    .where('item.published_at', '<=', now)
    .where((eb) => eb.or([eb('item.ends_at', 'is', null), eb('item.ends_at', '>', now)]));
}
