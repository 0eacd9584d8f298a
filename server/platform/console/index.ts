export type { ServiceRegion } from './areas/region-views.tsx';
export { consoleFeature } from './feature.ts';
