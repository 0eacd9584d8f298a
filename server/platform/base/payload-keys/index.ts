export { payloadKeysFeature } from './feature.ts';
export type { PayloadKeys } from './payload-keys.ts';
