export { recordEvent } from './account-events.ts';
export { accountKey } from './account-key.ts';
export { createMemberDirectory, type MemberDirectory } from './directory.ts';
export { membersFeature } from './feature.ts';
export { createPasswords, type PasswordCost, type Passwords, unusablePassword } from './passwords.ts';
export { accountsOf, findOfMerchant, searchMembers } from './search.ts';
export {
  findById,
  findByName,
  findByVerifiedMobile,
  insertMember,
  type MemberRow,
  type NewMemberRow,
  noteLogin,
  setPassword,
  verifyEmail,
} from './store.ts';
