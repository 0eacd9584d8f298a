import type { Clock } from '../clock.ts';
import type { Executor, Tx } from '../db/database.ts';
import { refuseTied } from './hands.ts';

/** Consent of two people to one thing. */
export interface Approvals {
  /**
   * Notes the operator's consent and says how many different operators have given theirs. The same one twice counts once.
   * Lock the subject first: then two who agree at once are seen as two. Refuses whoever may be the same person as one before.
   */
  give(tx: Tx, consent: { subject: string; action: string; operatorId: string; reason: string }): Promise<number>;
  /** Names of those who have agreed so far, the first first. */
  of(executor: Executor, subject: string, action: string): Promise<readonly { name: string; reason: string; at: Date }[]>;
}

export function createApprovals({ clock, merchant }: { clock: Clock; merchant: string }): Approvals {
  const of: Approvals['of'] = async (tx, subject, action) => {
    const rows = await tx
      .selectFrom('operator_approval')
      .innerJoin('operator', 'operator.id', 'operator_approval.operator_id')
      .select(['operator.name', 'operator_approval.reason', 'operator_approval.created_at'])
      .where('operator_approval.merchant', '=', merchant)
      .where('subject', '=', subject)
      .where('action', '=', action)
      .orderBy('operator_approval.id')
      .execute();
    return rows.map(({ name, reason, created_at }) => ({ name, reason, at: created_at }));
  };
  return {
    of,
    async give(tx, { subject, action, operatorId, reason }) {
      await refuseTied(tx, { clock, merchant }, operatorId, await of(tx, subject, action));
      await tx
        .insertInto('operator_approval')
        .values({ merchant, subject, action, operator_id: operatorId, reason, created_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { given } = await tx
        .selectFrom('operator_approval')
        .select(({ fn }) => fn.countAll<string>().as('given'))
        .where('merchant', '=', merchant)
        .where('subject', '=', subject)
        .where('action', '=', action)
        .executeTakeFirstOrThrow();
      return Number(given);
    },
  };
}
