import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { uploadsFeature } from '../../base/uploads/index.ts';
import { verificationFeature } from '../../identity/verification/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { createFeedback } from './feedback.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { feedbackRoutes } from './routes.ts';

/** Messages to customer service, and the answers. */
export const customerServiceFeature = defineFeature({
  name: 'customer-service',
  migrations: MIGRATIONS,
  needs: { uploads: uploadsFeature, inbox: inboxFeature, verification: verificationFeature },
  create(context, { uploads, inbox, verification: { human } }) {
    const feedback = createFeedback({ ...context, inbox, uploads });
    return { api: feedback, calls: feedbackRoutes({ feedback, human }) };
  },
});
