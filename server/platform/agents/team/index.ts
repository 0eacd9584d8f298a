export { agentTeamFeature } from './feature.ts';
