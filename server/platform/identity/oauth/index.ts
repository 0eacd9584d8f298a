export { oauthFeature } from './feature.ts';
