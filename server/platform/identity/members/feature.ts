import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { createMemberDirectory } from './directory.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createPasswords, type PasswordCost } from './passwords.ts';

/** The members and the hashing of their passwords. Input: the cost of hashing, in tests only. */
export const membersFeature = defineFeature({
  name: 'members',
  migrations: MIGRATIONS,
  needs: {},
  create: (_context, _needs, cost: PasswordCost | undefined) => ({
    api: { passwords: createPasswords(undefined, cost), directory: createMemberDirectory() },
  }),
});
