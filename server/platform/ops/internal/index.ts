export { auditAll } from './audit-all.ts';
export { internalFeature } from './feature.ts';
