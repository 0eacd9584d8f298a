export { missionsFeature } from './feature.ts';
