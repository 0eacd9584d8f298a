import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { addTestMember } from '../../identity/sessions/test-member.ts';
import { unprotected } from '../../protection/responsible-gaming/test-protection.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { createContentNews } from './content-news.ts';
import { openPromotions } from './reads.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());

function item(id: string, kind: 'notice' | 'promotion', publishedAt: Date, endsAt: Date | null = null) {
  const promotion = kind === 'promotion' ? ('event' as const) : null;
  const usual = { group_name: '', position: 1, href: '', tone: '', pop_time: null, topic: null };
  return { ...usual, id, kind, merchant: test.merchant, promotion_type: promotion, published_at: publishedAt, ends_at: endsAt };
}

it('announces a scheduled promotion once when it is published', async () => {
  const hub = createEventHub();
  const [rested, playing] = [await addTestMember(test), await addTestMember(test)];
  const events: Record<string, unknown[]> = { [rested.id]: [], [playing.id]: [] };
  for (const { id } of [rested, playing]) hub.subscribe(id, (event) => events[id]?.push(event));
  hub.subscribe('session:of-somebody', () => expect.unreachable('the channel of a session is no member'));
  const protection = { ...unprotected, mayBeAdvertised: async (_executor: unknown, memberId: string) => memberId !== rested.id };
  const rewarded = () => ({ openTo: async () => [], changedBetween: async () => false });
  const contentNews = createContentNews({ db: test.db, clock: test.clock, hub, merchant: test.merchant, protection, rewarded });
  await contentNews.publishChanges();
  expect(events[playing.id]).toEqual([]);

  const now = test.clock.now().getTime();
  await test.db
    .insertInto('content_item')
    .values([
      item('NEWS', 'notice', new Date(now + MINUTE_MS)),
      item('OFFER', 'promotion', new Date(now + MINUTE_MS), new Date(now + 3 * MINUTE_MS)),
    ])
    .execute();
  await contentNews.publishChanges();
  expect(events[playing.id]).toEqual([]);

  test.clock.advance(2 * MINUTE_MS);
  await contentNews.publishChanges();
  await contentNews.publishChanges();
  const open = await openPromotions(test.db, test.merchant, false, test.clock.now());
  expect(open).toContain('OFFER');
  expect(events[playing.id]).toEqual([
    { type: 'announcement', id: 'NEWS' },
    { type: 'promotions', count: open.length },
  ]);
  // During a break members get notices, but no promotions.
  expect(events[rested.id]).toEqual([
    { type: 'announcement', id: 'NEWS' },
    { type: 'promotions', count: 0 },
  ]);

  test.clock.advance(2 * MINUTE_MS);
  await contentNews.publishChanges();
  expect(events[playing.id]?.at(-1)).toEqual({ type: 'promotions', count: open.length - 1 });
});
