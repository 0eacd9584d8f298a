export { agentWindowsFeature } from './feature.ts';
export { createTeamWindows, TEAM_CONSUMER, type TeamWindows } from './windows.ts';
