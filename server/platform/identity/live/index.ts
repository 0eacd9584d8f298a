export { type EventRouteDeps, eventRoutes } from './routes.ts';
