import type { Tx } from '../../base/db/index.ts';

/** A round whose proof its member has opened; `betId`: the row of the round. */
export interface VerifiedRound {
  readonly memberId: string;
  readonly betId: string;
  readonly at: Date;
}

/**
 * Writes the fact that a member has opened the proof of an own settled round, once for each round. The caller has checked the round, and has
 * locked a row: the transaction must have its id before the fact takes one.
 */
export async function noteVerified(tx: Tx, { memberId, betId, at }: VerifiedRound): Promise<void> {
  await tx
    .insertInto('member_fact')
    .values({ member_id: memberId, kind: 'verified', subject: betId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
