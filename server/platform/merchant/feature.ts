import './tables.ts';
import { defineFeature } from '../base/feature.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createRegionJudge } from './region.ts';

/** Judges visitors by the merchant's region rules. The other rules are functions of this layer, which read the settings. */
export const merchantFeature = defineFeature({
  name: 'merchant',
  migrations: MIGRATIONS,
  needs: {},
  create(context) {
    const isRefused = createRegionJudge(context);
    return { api: { isRefused }, http: { isRefused } };
  },
});
