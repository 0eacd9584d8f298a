import type { Executor, Tx } from '../base/db/index.ts';
import type { OperatorTable } from './tables.ts';

export type OperatorRow = Omit<OperatorTable, 'totp_last_step' | 'failures'> & { totp_last_step: string; failures: number };

/** Serialises the sign-in steps of one operator. */
export function lockOperator(tx: Tx, operatorId: string): Promise<OperatorRow | undefined> {
  return tx.selectFrom('operator').selectAll().where('id', '=', operatorId).forUpdate().executeTakeFirst();
}

/** Undefined if the operator is disabled. */
export function findOperator(executor: Executor, id: string): Promise<OperatorRow | undefined> {
  return executor.selectFrom('operator').selectAll().where('id', '=', id).where('disabled_at', 'is', null).executeTakeFirst();
}
