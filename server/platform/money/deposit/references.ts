import { randomBytes } from 'node:crypto';
import type { Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';

/** Without similar characters, because people copy it into a bank form. */
const REFERENCE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** Normalised form of a payment reference: copies differ in spaces, case and full-width digits. */
export function referenceKey(reference: string): string {
  return reference
    .normalize('NFKC')
    .replace(/[\s\p{C}]/gu, '')
    .toUpperCase();
}

/** Binds an outgoing payment to this subject; `reference_conflict` if it is bound to another one. */
export async function claimReference(tx: Tx, reference: string, subject: string): Promise<void> {
  const key = referenceKey(reference);
  const noted = await tx
    .insertInto('sent_back_payment')
    .values({ key, subject })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!noted) throw new Refusal('reference_conflict');
}

/** Ten characters out of 30: 49 bits, and unique in the table. */
export function paymentReference(): string {
  const characters: string[] = [];
  while (characters.length < 10) {
    for (const byte of randomBytes(16)) {
      // 240 is the largest multiple of 30 in a byte, so all characters are equally likely.
      if (byte < 240 && characters.length < 10) characters.push(REFERENCE_ALPHABET[byte % 30] ?? '');
    }
  }
  return characters.join('');
}
