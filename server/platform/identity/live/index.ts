export { liveFeature } from './feature.ts';
export { type EventRouteDeps, eventRoutes } from './routes.ts';
