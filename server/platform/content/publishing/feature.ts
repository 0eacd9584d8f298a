import './tables.ts';
import type { Executor } from '../../base/db/index.ts';
import { defineFeature } from '../../base/feature.ts';
import { merchantFeature } from '../../merchant/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { contentArea } from './console/content.tsx';
import { createContentNews } from './content-news.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { countOpen, type RewardedPromotions } from './open-promotions.ts';
import { sweepPictures } from './pictures.ts';
import { contentRoutes, type ReadVendorHosts } from './routes.ts';

/** Texts, banners and promotions of the operators, and the settings that every page reads. */
export const publishingFeature = defineFeature({
  name: 'publishing',
  migrations: MIGRATIONS,
  needs: { operators: operatorsFeature, merchant: merchantFeature, protection: protectionFeature },
  create(context, { operators, merchant: { isRefused }, protection }) {
    const { db, clock } = context;
    operators.areas.register(contentArea(context));
    const vendorHosts = context.slot<ReadVendorHosts>('hosts of game vendors');
    const rewarded = context.slot<RewardedPromotions>('promotions with rewards');
    const open = { ...context, protection, rewarded: () => rewarded.get() };
    const news = createContentNews(open);
    return {
      api: {
        vendorHosts,
        rewarded,
        /** Promotions that are open to a member: the number of the badge. */
        countOpen: (executor: Executor, memberId: string) => countOpen(open, executor, memberId),
      },
      calls: contentRoutes({ ...open, isRefused, vendorHosts: () => vendorHosts.get()() }),
      jobs: [
        { name: 'news', cronPattern: '* * * * *', onEveryNode: true, run: news.publishChanges },
        { name: 'content pictures', cronPattern: '11 * * * *', run: () => sweepPictures(db, clock.now()) },
      ],
    };
  },
});
