import type { Database } from '../base/db/index.ts';
import { type AuthenticatorDeps, type Authenticators, createAuthenticators } from './authenticators.ts';
import { createOperatorAccounts, type OperatorAccountDeps, type OperatorAccounts } from './operator-accounts.ts';
import { createOperatorPasswords, type OperatorPasswordDeps, type OperatorPasswords } from './operator-passwords.ts';

export interface OperatorDeps extends OperatorPasswordDeps, AuthenticatorDeps, Omit<OperatorAccountDeps, 'passwords'> {}

export interface Operators extends OperatorAccounts, OperatorPasswords, Authenticators {}

export function createOperators(deps: OperatorDeps): Operators {
  return { ...createOperatorAccounts(deps), ...createOperatorPasswords(deps), ...createAuthenticators(deps) };
}

export async function hasOperators(db: Database, merchant: string): Promise<boolean> {
  return (await db.selectFrom('operator').select('id').where('merchant', '=', merchant).limit(1).executeTakeFirst()) !== undefined;
}
