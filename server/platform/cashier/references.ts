import type { Tx } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

/** How references of payments are compared: people copy them with blanks, small letters or wide digits. */
export function referenceKey(reference: string): string {
  return reference
    .normalize('NFKC')
    .replace(/[\s\p{C}]/gu, '')
    .toUpperCase();
}

/** Notes that a payment of the house has sent this back; `reference_conflict` when it has sent something else back. */
export async function takeReference(tx: Tx, reference: string, subject: string): Promise<void> {
  const key = referenceKey(reference);
  const noted = await tx
    .insertInto('sent_back_payment')
    .values({ key, subject })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!noted) throw new Refusal('reference_conflict');
}
