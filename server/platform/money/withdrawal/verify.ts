import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { FEE, PAYOUT } from './steps.ts';

const MAX_SHOWN = 100;

/**
 * Differences of withdrawals and the ledger: what the transfers of a withdrawal gave to the accounts of payouts and fees, against its amount
 * and fee, and fees without a withdrawal. Each is a sentence.
 */
export async function verifyWithdrawals(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ difference: string }>`
    select difference from (${MOVED} union all ${FOREIGN}) as d limit ${MAX_SHOWN}::int`.execute(executor);
  return rows.map(({ difference }) => difference);
}

/** What is returned leaves what the member has confirmed with the payouts, and the fee only if something arrived. */
const MOVED = sql`
  select 'withdrawal ' || id || ' has the ' || what || ' ' || due || ' but its transfers moved ' || moved as difference
    from (
      select w.id, part.what, part.due,
             (select coalesce(sum(p.amount), 0) from ledger_posting p
                join ledger_account a on a.id = p.account_id and a.kind = part.kind
               where p.transfer_id in (w.paid_transfer_id, w.release_transfer_id)) as moved
        from withdrawal w
        cross join lateral (values
          ('fee', ${FEE}, case when w.status in ('paid', 'disputed', 'received') or (w.status = 'returned' and w.received > 0) then w.fee else 0 end),
          ('payout', ${PAYOUT}, case when w.status in ('paid', 'disputed', 'received') then w.amount - w.fee
                                     when w.status = 'returned' then w.received else 0 end)) as part (what, kind, due)) as w
   where moved <> due`;

const FOREIGN = sql`
  select 'transfer ' || p.transfer_id || ' has a fee of ' || p.amount || ' without a withdrawal'
    from ledger_account a join ledger_posting p on p.account_id = a.id
   where a.kind = ${FEE} and not exists (
     select from withdrawal w where w.paid_transfer_id = p.transfer_id or w.release_transfer_id = p.transfer_id)`;
