export type { Factors, HeldFactors } from './contracts.ts';
export { createFactors, type FactorsDeps } from './factors.ts';
export { type FactorRouteDeps, factorRoutes } from './routes.ts';
