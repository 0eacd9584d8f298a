import type { Passwords } from '../accounts/passwords.ts';
import type { Secrets } from '../secrets.ts';

export interface HashDeps {
  readonly passwords: Passwords;
  readonly secrets: Secrets;
}

/**
 * A million guesses are nothing to whoever has read the database: the digits are keyed with the data key, which is not in it,
 * before they are hashed. Hashes without the mark are of a time before that.
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
