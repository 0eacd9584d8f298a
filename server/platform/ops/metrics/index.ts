export { metricsFeature } from './feature.ts';
export type { PlatformReadiness } from './readiness.ts';
