export { createDomainSpeeds } from './domain-speeds.ts';
export { type VisitorRouteDeps, visitorRoutes } from './routes.ts';
