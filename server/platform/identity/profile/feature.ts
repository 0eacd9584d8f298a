import { defineFeature } from '../../base/feature.ts';
import { uploadsFeature } from '../../base/uploads/index.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { profileRoutes } from './routes.ts';

/** Personal data and the look of the account. */
export const profileFeature = defineFeature({
  name: 'profile',
  migrations: MIGRATIONS,
  needs: { uploads: uploadsFeature, messages: messagesFeature },
  create: (context, needs) => ({
    api: {},
    calls: profileRoutes({ ...context, ...needs }),
  }),
});
