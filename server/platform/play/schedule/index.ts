export { scheduleFeature } from './feature.ts';
export { scheduleRoutes } from './routes.ts';
