export type { EndedSessions, NewSession, OpenedSession, Sessions } from './contracts.ts';
export { deviceName } from './device-name.ts';
export { lockMember, sessionChannel } from './end-sessions.ts';
export { sessionsFeature } from './feature.ts';
export { openSessions } from './open-sessions.ts';
export { findToken, type RememberToken, revokeFamilies, setUsed } from './remember-tokens.ts';
export { createSessions } from './sessions.ts';
