import type { Executor } from '../../base/db/index.ts';
import { findByName } from '../../identity/members/index.ts';
import { OperatorError } from './page.ts';

/** The account with a name that an operator has typed. Refuses unknown ones at the field `field`. */
export async function findAccount(
  executor: Executor,
  merchant: string,
  account: string,
  field = 'account',
): Promise<{ readonly id: string; readonly type: number }> {
  const row = await findByName(executor, merchant, account);
  if (!row) throw new OperatorError('accountUnknown', {}, field);
  return row;
}
