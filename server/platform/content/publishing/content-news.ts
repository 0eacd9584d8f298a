import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import { openPromotions } from './reads.ts';

export interface ContentNewsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly merchant: string;
  readonly protection: Pick<Protection, 'mayBeAdvertised'>;
}

/** Notifies the browsers connected to this process of promotions published since the last run. */
export interface ContentNews {
  publishChanges(): Promise<void>;
}

/** More promotions than this are announced as one event. */
const MOST_ANNOUNCED = 3;

export function createContentNews({ db, clock, hub, merchant, protection }: ContentNewsDeps): ContentNews {
  let since = clock.now();

  async function publishPromotions(now: Date): Promise<void> {
    const listening = hub.members();
    if (listening.length === 0) return;
    const [forReal, forTrial] = await Promise.all([openPromotions(db, merchant, false, now), openPromotions(db, merchant, true, now)]);
    const members = await db.selectFrom('member').select(['id', 'type']).where('id', 'in', listening).execute();
    for (const { id, type } of members) {
      const open = type === TRIAL_TYPE ? forTrial : forReal;
      hub.publishLocally(id, { type: 'promotions', count: (await protection.mayBeAdvertised(db, id)) ? open.length : 0 });
    }
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
      for (const { id } of notices.slice(0, MOST_ANNOUNCED)) hub.broadcast({ type: 'announcement', id });
      if (changed.some(({ kind }) => kind === 'promotion')) await publishPromotions(now);
    },
  };
}
