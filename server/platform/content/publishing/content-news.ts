import type { Database } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import { type OpenDeps, openTo } from './open-promotions.ts';

export interface ContentNewsDeps extends OpenDeps {
  readonly db: Database;
  readonly hub: EventHub;
}

/** Notifies the browsers connected to this process of promotions published since the last run. */
export interface ContentNews {
  publishChanges(): Promise<void>;
}

/** More promotions than this are announced as one event. */
const MAX_ANNOUNCED = 3;

export function createContentNews(deps: ContentNewsDeps): ContentNews {
  const { db, clock, hub, merchant } = deps;
  let since = clock.now();

  async function publishPromotions(): Promise<void> {
    const listening = hub.members();
    if (listening.length === 0) return;
    const members = await db.selectFrom('member').select(['id', 'type']).where('id', 'in', listening).execute();
    for (const member of members) hub.publishLocally(member.id, { type: 'promotions', count: (await openTo(deps, db, member)).length });
  }

  return {
    async publishChanges() {
      const [from, now] = [since, clock.now()];
      since = now;
      const changed = await db
        .selectFrom('content_item')
        .select(['id', 'kind', 'published_at'])
        .where('merchant', '=', merchant)
        // A broadcast reaches every browser.
        .where('audience', '<>', 'agents')
        .where('kind', 'in', ['notice', 'promotion'])
        .where(({ and, or, eb }) =>
          or([
            and([eb('published_at', '>', from), eb('published_at', '<=', now)]),
            and([eb('ends_at', '>', from), eb('ends_at', '<=', now)]),
          ]),
        )
        .orderBy('published_at', 'desc')
        .execute();
      const notices = changed.filter(({ kind, published_at }) => kind === 'notice' && published_at > from);
      for (const { id } of notices.slice(0, MAX_ANNOUNCED)) hub.broadcast({ type: 'announcement', id });
      const hasOpened = changed.some(({ kind }) => kind === 'promotion') || (await deps.rewarded().changedBetween(db, from, now));
      if (hasOpened) await publishPromotions();
    },
  };
}
