import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { createFactors } from './factors.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Second factors: authenticator apps, passkeys, recovery codes. */
export const factorsFeature = defineFeature({
  name: 'factors',
  migrations: MIGRATIONS,
  needs: {},
  create(context) {
    const factors = createFactors(context);
    return { api: factors, jobs: [{ name: 'factors', cronPattern: '*/10 * * * *', run: factors.sweep }] };
  },
});
