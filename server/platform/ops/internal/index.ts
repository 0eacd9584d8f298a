export { internalFeature } from './feature.ts';
export { auditAll } from './recomputed.ts';
