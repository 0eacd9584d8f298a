import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { createInbox } from './inbox.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { inboxRoutes } from './routes.ts';

/** The member's messages on the site. */
export const inboxFeature = defineFeature({
  name: 'inbox',
  migrations: MIGRATIONS,
  needs: {},
  create(context) {
    const inbox = createInbox(context);
    return {
      api: inbox,
      calls: inboxRoutes({ db: context.db, inbox }),
      jobs: [{ name: 'old inbox', cronPattern: '11 4 * * *', run: inbox.sweep }],
    };
  },
});
