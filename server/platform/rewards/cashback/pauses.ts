import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { RewardCentre } from '../centre/index.ts';

interface PauseDeps {
  readonly clock: Clock;
  readonly wallet: Pick<Wallet, 'lockWallets'>;
  readonly centre: Pick<RewardCentre, 'publish'>;
}

export interface Pause {
  readonly reason: string;
  readonly operator: string;
  readonly pausedAt: Date;
}

export interface PauseOrder {
  readonly memberId: string;
  readonly operator: string;
  readonly reason: string;
}

export async function readPause(executor: Executor, memberId: string): Promise<Pause | undefined> {
  const row = await executor.selectFrom('cashback_pause').selectAll().where('member_id', '=', memberId).executeTakeFirst();
  return row && { reason: row.reason, operator: row.operator, pausedAt: row.paused_at };
}

/** Play still counts; nothing is offered, claimed, paid or expires until the end of the pause. False: it is paused already. */
export async function pauseCashback(deps: PauseDeps, tx: Tx, afterCommit: AfterCommit, order: PauseOrder): Promise<boolean> {
  // A claim that has the wallet is paid; a later one sees the pause.
  await deps.wallet.lockWallets(tx, [order.memberId]);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('cashback_pause')
    .values({ member_id: order.memberId, reason: order.reason, operator: order.operator, paused_at: deps.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  await deps.centre.publish(tx, afterCommit, order.memberId);
  return Boolean(numInsertedOrUpdatedRows);
}

/** Gives back the time to claim that the pause took. False: it is not paused. */
export async function resumeCashback(deps: PauseDeps, tx: Tx, afterCommit: AfterCommit, memberId: string): Promise<boolean> {
  await deps.wallet.lockWallets(tx, [memberId]);
  const row = await tx.deleteFrom('cashback_pause').where('member_id', '=', memberId).returningAll().executeTakeFirst();
  if (!row) return false;
  const seconds = Math.max(0, (deps.clock.now().getTime() - row.paused_at.getTime()) / 1000);
  await sql`update cashback_statement set claim_until = claim_until + make_interval(secs => ${seconds})
             where member_id = ${memberId} and state = 'claimable'`.execute(tx);
  await deps.centre.publish(tx, afterCommit, memberId);
  return true;
}
