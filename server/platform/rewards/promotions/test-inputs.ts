import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import type { PromotionDraft } from './desk.ts';
import { draft } from './test-promotions.ts';

let made = 0;

/** A published promotion that is open to everyone. */
async function openPromotion({ db, clock }: Pick<TestPlatform, 'clock' | 'db'>, change: Partial<PromotionDraft> = {}): Promise<string> {
  made += 1;
  const id = `p-test-${made}`;
  const now = clock.now();
  const { titles, gives: _gives, ...rule } = draft(new Date(now.getTime() - 1_000), change);
  const state = { state: 'live', created_at: now, published_at: now, stopped_at: null } as const;
  await db
    .insertInto('promotion')
    .values({ id, currency: 'USD', titles: JSON.stringify(titles), ...rule, ...state })
    .execute();
  return id;
}

/** Valid input of the calls of promotions. */
export function promotionInputs(test: () => TestPlatform): Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> {
  const body = async (change: Partial<PromotionDraft>) => ({ body: { promotionId: await openPromotion(test(), change) } });
  return {
    'promotions.list': () => ({}),
    'promotions.join': () => body({}),
    'promotions.claim': () => body({ block: 'points', target: '0', amount: '0', points: '5000000', budget: '50000000' }),
    'promotions.apply': () => body({ block: 'cash', target: '0' }),
  };
}
