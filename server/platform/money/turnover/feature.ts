import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createTurnover } from './turnover.ts';

/** Stakes that members must place before a withdrawal. */
export const turnoverFeature = defineFeature({
  name: 'turnover',
  migrations: MIGRATIONS,
  needs: { protection: protectionFeature },
  create: ({ clock }, { protection }) => ({ api: createTurnover({ clock, isExcluded: protection.isExcluded }) }),
});
