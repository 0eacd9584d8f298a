import type { Executor } from '../db/database.ts';
import { sanitiseHtml } from './sanitise.ts';
import { raiseContentVersion } from './settings.ts';

export interface ContentText {
  readonly title: string;
  /** HTML of a notice, promotion or pop-up; plain text of a banner. */
  readonly body: string;
  readonly action?: string;
}

export interface ContentDraft {
  readonly id: string;
  readonly kind: 'notice' | 'banner' | 'popup' | 'promotion';
  readonly groupName?: string;
  readonly position: number;
  readonly href?: string;
  readonly tone?: string;
  readonly publishedAt: Date;
  readonly endsAt?: Date;
  /** By language code; English is what the others fall back to. */
  readonly texts: Readonly<Record<string, ContentText>> & { readonly EN: ContentText };
}

/** Adds one item with its texts; an id that is there already stays as it is. True when it was added. */
export async function addContent(executor: Executor, merchant: string, draft: ContentDraft): Promise<boolean> {
  const added = await executor
    .insertInto('content_item')
    .values({
      id: draft.id,
      merchant,
      kind: draft.kind,
      group_name: draft.groupName ?? '',
      position: draft.position,
      href: draft.href ?? '',
      tone: draft.tone ?? '',
      published_at: draft.publishedAt,
      ends_at: draft.endsAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 0n) return false;
  for (const [language, text] of Object.entries(draft.texts)) await putText(executor, draft, language, text);
  await raiseContentVersion(executor, merchant);
  return true;
}

async function putText(
  executor: Executor,
  { id, kind }: ContentDraft,
  language: string,
  { title, body, action = '' }: ContentText,
): Promise<void> {
  await executor
    .insertInto('content_text')
    .values({ item_id: id, language, title, body: kind === 'banner' ? body : sanitiseHtml(body), action })
    .execute();
}
