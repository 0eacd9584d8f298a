import type { Clock } from '../base/clock.ts';
import type { Executor, Tx } from '../base/db/index.ts';
import { OperatorError } from './pages/page.ts';
import { refuseSharedAccess } from './separation-of-duties.ts';

/** Operators who must approve what one alone may not do. */
export const REQUIRED_APPROVALS = 2;

interface Consent {
  readonly subject: string;
  readonly action: string;
  readonly operatorId: string;
  readonly reason: string;
}

/** Approval of one action by two people. */
export interface Approvals {
  /**
   * Stores the operator's approval and returns how many different operators have approved. A repeated approval counts once. Lock the
   * subject first, so that concurrent approvals are counted correctly. Refuses an operator who shared access with an earlier approver.
   */
  record(tx: Tx, consent: Consent): Promise<number>;
  /** The same for the approval with which the action is carried out: refuses an operator who has approved before. */
  recordSecond(tx: Tx, consent: Consent): Promise<void>;
  /** Names of the approving operators, in order of approval. */
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
  const record: Approvals['record'] = async (tx, { subject, action, operatorId, reason }) => {
    await refuseSharedAccess(tx, { clock, merchant }, operatorId, await of(tx, subject, action));
    await tx
      .insertInto('operator_approval')
      .values({ merchant, subject, action, operator_id: operatorId, reason, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { given: approvalCount } = await tx
      .selectFrom('operator_approval')
      .select(({ fn }) => fn.countAll<string>().as('given'))
      .where('merchant', '=', merchant)
      .where('subject', '=', subject)
      .where('action', '=', action)
      .executeTakeFirstOrThrow();
    return Number(approvalCount);
  };
  return {
    of,
    record,
    async recordSecond(tx, consent) {
      if ((await record(tx, consent)) < REQUIRED_APPROVALS) throw new OperatorError('approvalRepeated');
    },
  };
}
