import { sql } from 'kysely';
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

/** Stores an item with its texts, HTML sanitised. True when that changed anything. */
export async function putContent(executor: Executor, merchant: string, draft: ContentDraft): Promise<boolean> {
  const { rows } = await sql`
    insert into content_item as old (id, merchant, kind, group_name, position, href, tone, published_at, ends_at)
    values (${draft.id}, ${merchant}, ${draft.kind}, ${draft.groupName ?? ''}, ${draft.position}, ${draft.href ?? ''}, ${draft.tone ?? ''},
            ${draft.publishedAt}, ${draft.endsAt ?? null})
    on conflict (id) do update set group_name = excluded.group_name, position = excluded.position, href = excluded.href,
      tone = excluded.tone, published_at = excluded.published_at, ends_at = excluded.ends_at
    where (old.group_name, old.position, old.href, old.tone, old.published_at, old.ends_at)
      is distinct from (excluded.group_name, excluded.position, excluded.href, excluded.tone, excluded.published_at, excluded.ends_at)
    returning 1`.execute(executor);
  let changed = rows.length > 0;
  for (const [language, text] of Object.entries(draft.texts)) changed = (await putText(executor, draft, language, text)) || changed;
  if (changed) await raiseContentVersion(executor, merchant);
  return changed;
}

async function putText(
  executor: Executor,
  { id, kind }: ContentDraft,
  language: string,
  { title, body, action = '' }: ContentText,
): Promise<boolean> {
  const { rows } = await sql`
    insert into content_text as old (item_id, language, title, body, action)
    values (${id}, ${language}, ${title}, ${kind === 'banner' ? body : sanitiseHtml(body)}, ${action})
    on conflict (item_id, language) do update set title = excluded.title, body = excluded.body, action = excluded.action
    where (old.title, old.body, old.action) is distinct from (excluded.title, excluded.body, excluded.action)
    returning 1`.execute(executor);
  return rows.length > 0;
}
