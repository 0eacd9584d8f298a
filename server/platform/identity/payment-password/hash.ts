import type { Secrets } from '../../base/secrets.ts';
import type { Passwords } from '../members/index.ts';

export interface HashDeps {
  readonly passwords: Passwords;
  readonly secrets: Secrets;
}

/**
 * Six digits can be guessed by anyone with a copy of the database, so they are keyed with the data key before hashing. Older hashes lack
 * the prefix.
 */
const KEYED = 'k1.';
const PURPOSE = 'member.payment';

export async function hashPaymentPassword({ passwords, secrets }: HashDeps, digits: string): Promise<string> {
  return KEYED + (await passwords.hash(secrets.keyOf(PURPOSE, digits)));
}

export function isPaymentPassword({ passwords, secrets }: HashDeps, stored: string, digits: string): Promise<boolean> {
  return stored.startsWith(KEYED)
    ? passwords.verify(stored.slice(KEYED.length), secrets.keyOf(PURPOSE, digits))
    : passwords.verify(stored, digits);
}
