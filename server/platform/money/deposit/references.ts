import type { Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';

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
