export { profileFeature } from './feature.ts';
export { presentAvatar } from './present-avatar.ts';
export { profileRoutes } from './routes.ts';
