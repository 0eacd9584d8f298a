export { type FactorRouteDeps, factorRoutes } from './factor-routes.ts';
export { securityFeature } from './feature.ts';
export { type SessionRouteDeps, sessionRoutes } from './session-routes.ts';
