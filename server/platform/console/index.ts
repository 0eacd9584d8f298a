export type { ServiceRegion } from './areas/region-views.tsx';
export { consoleAreas } from './console.ts';
export { DEMO_PASSWORD } from './demo-password.ts';
export { consoleFeature } from './feature.ts';
export { type LogProof, proveLog, readAnchor, writeLog } from './log.ts';
export { createLogChecks } from './log-checks.ts';
export { createOperators, hasOperators, type Operators } from './operators.ts';
export { isRole, ROLES, type Role } from './roles.ts';
