import type { Executor } from '../base/db/index.ts';
import { WALLET } from './ledger.ts';

/** What moved the member's wallet, newest first. Amounts are units. */
export function walletMovements(
  executor: Executor,
  memberId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  return executor
    .selectFrom('ledger_posting as p')
    .innerJoin('ledger_account as a', 'a.id', 'p.account_id')
    .innerJoin('ledger_transfer as t', 't.id', 'p.transfer_id')
    .select(['t.id', 't.kind', 't.reference', 't.created_at', 'p.amount', 'p.balance_after'])
    .where('a.owner', '=', memberId)
    .where('a.kind', '=', WALLET)
    .orderBy('p.version', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}
