import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { type CheckedProvider, checkProviders } from './checks.ts';
import { createProviderHealth } from './health.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Which payment providers respond. Input: those with a health address. */
export const providerHealthFeature = defineFeature({
  name: 'payment providers',
  migrations: MIGRATIONS,
  needs: {},
  create(context, _needs, providers: readonly CheckedProvider[] = []) {
    const health = createProviderHealth(context);
    const run = () => checkProviders(health, providers);
    return { api: health, jobs: [{ name: 'payment providers', cronPattern: '*/30 * * * * *', run }] };
  },
});
