export { createDomainSpeeds } from './domain-speeds.ts';
export { visitorFeature } from './feature.ts';
export { type VisitorRouteDeps, visitorRoutes } from './routes.ts';
