export { type VisitorRouteDeps, visitorRoutes } from './routes.ts';
