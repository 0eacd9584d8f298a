export { internalFeature } from './feature.ts';
