export type { Actor } from './actor.ts';
export { createMemberDirectory } from './directory.ts';
export type { NewMember } from './new-member.ts';
export { grantOpeningBalance } from './opening-balance.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export { lockProfile, type Profile, readProfile, writeProfile } from './profile.ts';
export { type AccountRouteDeps, accountRoutes } from './routes.ts';
export { type Accounts, type AccountsDeps, createAccounts } from './service.ts';
