import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { noteMissingTraits } from './backfill.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Traits by which accounts of one person are recognised. */
export const linksFeature = defineFeature({
  name: 'links',
  migrations: MIGRATIONS,
  needs: {},
  create: (context) => ({
    api: {},
    jobs: [{ name: 'member traits', cronPattern: '*/5 * * * *', run: () => noteMissingTraits(context) }],
  }),
});
