import { createPasswords, type PasswordCost, type Passwords } from './passwords.ts';

/** A tenth of the default cost, because most tests only need to sign in. */
export const TEST_PASSWORD_COST: PasswordCost = { memoryCost: 4 * 1024, timeCost: 1, parallelism: 1 };

export function testPasswords(): Passwords {
  return createPasswords(undefined, TEST_PASSWORD_COST);
}
