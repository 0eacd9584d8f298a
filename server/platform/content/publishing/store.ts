import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { HelpTopic, LegalPage, PopupTime, PromotionType } from '../../../../shared/api/publishing/constants.ts';
import { cleanHtml } from '../../../html/clean-html.ts';
import type { Executor, Tables } from '../../base/db/index.ts';
import { raiseContentVersion } from '../../merchant/index.ts';
import type { ContentItemTable, ContentTextTable } from './tables.ts';

export interface ContentText {
  readonly title: string;
  /** HTML; plain text for banners. */
  readonly body: string;
  /** Plain text for the card of a promotion. */
  readonly summary?: string;
  readonly action?: string;
}

/** Fields required by one kind only. */
type OfKind =
  | { readonly kind: 'notice'; readonly audience?: 'everyone' | 'agents' }
  | { readonly kind: 'banner' }
  | { readonly kind: 'popup'; readonly when: PopupTime }
  | { readonly kind: 'promotion'; readonly promotionType: PromotionType; readonly audience?: 'everyone' | 'visitors' | 'real' }
  | { readonly kind: 'help'; readonly topic: HelpTopic }
  | { readonly kind: 'legal'; readonly page: LegalPage };

export type ContentItem = OfKind & {
  readonly id: string;
  readonly groupName?: string;
  readonly href?: string;
  readonly tone?: string;
  /** Picture address; without it the artwork is drawn from the id. */
  readonly image?: string;
  readonly endsAt?: Date;
};

export type ContentDraft = ContentItem & {
  readonly position: number;
  readonly publishedAt: Date;
  /** By language code; English is the fallback. */
  readonly texts: Readonly<Record<string, ContentText>> & { readonly EN: ContentText };
};

/** Columns that are updated when the same item is stored again. */
const UPDATED_COLUMNS = [
  'kind',
  'group_name',
  'position',
  'href',
  'tone',
  'image',
  'audience',
  'promotion_type',
  'pop_time',
  'topic',
  'page',
  'published_at',
  'ends_at',
] as const satisfies readonly (keyof ContentItemTable)[];
const UPDATED_TEXT_COLUMNS = ['title', 'body', 'summary', 'action'] as const;

/** Stores the items of a feed or seed, except those edited by operators. True if anything changed. */
export async function upsertContent(executor: Executor, merchant: string, drafts: readonly ContentDraft[]): Promise<boolean> {
  const edited = await executor
    .selectFrom('content_item')
    .select('id')
    .where('merchant', '=', merchant)
    .where('edited', '=', true)
    .execute();
  const editedIds = new Set(edited.map(({ id }) => id));
  const unchanged = drafts.filter(({ id }) => !editedIds.has(id));
  return unchanged.length > 0 && writeContent(executor, merchant, unchanged);
}

/** Deletes items that no operator has edited. */
export async function removeContent(executor: Executor, merchant: string, ids: readonly string[]): Promise<void> {
  await executor.deleteFrom('content_item').where('merchant', '=', merchant).where('id', 'in', ids).where('edited', '=', false).execute();
}

/** Stores items with their texts, HTML sanitised. True if anything changed. */
export async function writeContent(executor: Executor, merchant: string, drafts: readonly ContentDraft[]): Promise<boolean> {
  const items = await executor
    .insertInto('content_item')
    .values(drafts.map((draft) => rowOf(merchant, draft)))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb: ExpressionBuilder<Tables & { excluded: ContentItemTable }, 'content_item' | 'excluded'>) =>
          Object.fromEntries(UPDATED_COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)])),
        )
        .where(differs('content_item', UPDATED_COLUMNS)),
    )
    .returning('id')
    .execute();
  const clean = await storedBodies(executor, drafts);
  const texts = await executor
    .insertInto('content_text')
    .values(drafts.flatMap((draft) => textRowsOf(draft, clean)))
    .onConflict((conflict) =>
      conflict
        .columns(['item_id', 'language'])
        .doUpdateSet((eb) => Object.fromEntries(UPDATED_TEXT_COLUMNS.map((column) => [column, eb.ref(`excluded.${column}`)])))
        .where(differs('content_text', UPDATED_TEXT_COLUMNS)),
    )
    .returning('item_id')
    .execute();
  const changed = items.length + texts.length > 0;
  if (changed) await raiseContentVersion(executor, merchant);
  return changed;
}

function rowOf(merchant: string, draft: ContentDraft): Insertable<ContentItemTable> {
  const { id, kind, groupName = '', position, href = '', tone = '', image = '', publishedAt, endsAt = null } = draft;
  return {
    id,
    merchant,
    kind,
    position,
    href,
    tone,
    image,
    group_name: groupName,
    audience: draft.kind === 'promotion' || draft.kind === 'notice' ? (draft.audience ?? 'everyone') : 'everyone',
    promotion_type: draft.kind === 'promotion' ? draft.promotionType : null,
    pop_time: draft.kind === 'popup' ? draft.when : null,
    topic: draft.kind === 'help' ? draft.topic : null,
    page: draft.kind === 'legal' ? draft.page : null,
    published_at: publishedAt,
    ends_at: endsAt,
  };
}

/** Stored bodies are sanitised already, so a start that writes the same texts again does not repeat the work. */
async function storedBodies(executor: Executor, drafts: readonly ContentDraft[]): Promise<ReadonlySet<string>> {
  const ids = drafts.map(({ id }) => id);
  const rows = await executor.selectFrom('content_text').select(['item_id', 'body']).where('item_id', 'in', ids).execute();
  return new Set(rows.map(({ item_id, body }) => bodyKey(item_id, body)));
}

function bodyKey(itemId: string, body: string): string {
  return `${itemId}\n${body}`;
}

function textRowsOf({ id, kind, texts }: ContentDraft, clean: ReadonlySet<string>): Insertable<ContentTextTable>[] {
  return Object.entries(texts).map(([language, { title, body, summary = '', action = '' }]) => ({
    item_id: id,
    language,
    title,
    summary,
    action,
    body: kind === 'banner' || clean.has(bodyKey(id, body)) ? body : cleanHtml(body),
  }));
}

/** Whether the stored row differs from the new one. */
function differs(table: string, columns: readonly string[]) {
  const of = (name: string) => sql.join(columns.map((column) => sql.ref(`${name}.${column}`)));
  return sql<boolean>`(${of(table)}) is distinct from (${of('excluded')})`;
}
