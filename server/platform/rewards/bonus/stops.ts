import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { BonusDeps } from './contracts.ts';

export interface BonusStop {
  readonly memberId: string;
  readonly operator: string;
  readonly reason: string;
}

/** Whether an operator has stopped the bonuses of the member. A running bonus continues: no money is taken away. */
export async function isStopped(executor: Executor, memberId: string): Promise<boolean> {
  return (await executor.selectFrom('bonus_stop').select('member_id').where('member_id', '=', memberId).executeTakeFirst()) !== undefined;
}

/** Idempotent. Locks the wallet, as the acceptance of a bonus does: it is accepted before, or refused. */
export async function stopBonuses(
  { wallet, clock, centre }: Pick<BonusDeps, 'wallet' | 'clock' | 'centre'>,
  tx: Tx,
  afterCommit: AfterCommit,
  { memberId, operator, reason }: BonusStop,
): Promise<void> {
  await wallet.lockWallets(tx, [memberId]);
  await tx
    .insertInto('bonus_stop')
    .values({ member_id: memberId, stopped_by: operator, reason, stopped_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await centre.publish(tx, afterCommit, memberId);
}

/** Refuses if the bonuses of the member are not stopped. */
export async function allowBonuses(
  { wallet, centre }: Pick<BonusDeps, 'wallet' | 'centre'>,
  tx: Tx,
  afterCommit: AfterCommit,
  memberId: string,
): Promise<void> {
  await wallet.lockWallets(tx, [memberId]);
  const row = await tx.deleteFrom('bonus_stop').where('member_id', '=', memberId).returning('member_id').executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  await centre.publish(tx, afterCommit, memberId);
}
