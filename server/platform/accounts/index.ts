export type { Actor } from './actor.ts';
export { createMemberDirectory } from './directory.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export { createPayloadKeys, type PayloadKeys } from './payload-keys.ts';
export { type AccountRouteDeps, accountRoutes } from './routes.ts';
export { type Accounts, type AccountsDeps, createAccounts, type SignedIn } from './service.ts';
export { createSessions, type Sessions, sessionChannel } from './sessions.ts';
