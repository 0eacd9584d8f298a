export type { EndedSessions, NewSession, OpenedSession, Sessions } from './contracts.ts';
export { sessionChannel } from './end-sessions.ts';
export { type SessionRouteDeps, sessionRoutes } from './routes.ts';
export { createSessions } from './sessions.ts';
