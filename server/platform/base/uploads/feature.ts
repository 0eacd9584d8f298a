import './tables.ts';
import { defineFeature } from '../feature.ts';
import { uploadRoutes } from './routes.ts';
import { createUploads } from './service.ts';

/** Pictures that members upload: avatars, receipts, attachments. */
export const uploadsFeature = defineFeature({
  name: 'uploads',
  needs: {},
  create(context) {
    const uploads = createUploads(context);
    return {
      api: uploads,
      calls: uploadRoutes({ db: context.db, uploads }),
      jobs: [{ name: 'uploads', cronPattern: '11 * * * *', run: uploads.sweep }],
    };
  },
});
