import { createHash } from 'node:crypto';

/** Stored in place of a random token of at least 128 bits, which needs no key. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
