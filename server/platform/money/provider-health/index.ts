export { type CheckedProvider, checkProviders } from './checks.ts';
export { providerHealthFeature } from './feature.ts';
export { createProviderHealth, FAILURES_TO_PAUSE, PAUSE_MS, type ProviderHealth, type ProviderState } from './health.ts';
