import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { merchantFeature } from '../../merchant/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { createContentNews } from './content-news.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { sweepPictures } from './pictures.ts';
import { contentRoutes, type ReadVendorHosts } from './routes.ts';

/** Texts, banners and promotions of the operators, and the settings that every page reads. */
export const publishingFeature = defineFeature({
  name: 'publishing',
  migrations: MIGRATIONS,
  needs: { merchant: merchantFeature, protection: protectionFeature },
  create(context, { merchant: { isRefused }, protection }) {
    const { db, clock } = context;
    const vendorHosts = context.slot<ReadVendorHosts>('hosts of game vendors');
    const news = createContentNews({ ...context, protection });
    return {
      api: { vendorHosts },
      calls: contentRoutes({ ...context, isRefused, protection, vendorHosts: () => vendorHosts.get()() }),
      jobs: [
        { name: 'news', cronPattern: '* * * * *', onEveryNode: true, run: news.publishChanges },
        { name: 'content pictures', cronPattern: '11 * * * *', run: () => sweepPictures(db, clock.now()) },
      ],
    };
  },
});
