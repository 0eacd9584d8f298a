import { defineFeature } from '../../base/feature.ts';
import { createTurnover } from './turnover.ts';

/** Stakes that members must place before a withdrawal. */
export const turnoverFeature = defineFeature({
  name: 'turnover',
  needs: {},
  create: ({ clock }) => ({ api: createTurnover({ clock }) }),
});
