import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'payouts_open', help: 'Open orders at payment providers by status.' },
    age: { name: 'payout_oldest_seconds', help: 'Age of the oldest open order at a payment provider.' },
    // `created`: not sent; `unknown`: no answer; `sent`: accepted, not paid.
    label: { name: 'status', values: ['created', 'unknown', 'sent'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select status, count(*) as count, min(created_at) as oldest from payout
         where status in ('created', 'unknown', 'sent') group by status`.execute(db);
      return rows;
    },
  },
  {
    open: { name: 'payout_conflicts', help: 'Payouts of open withdrawals whose provider has contradicted itself.' },
    // Settled ones too: a report after `paid` may be a second payment. An operator closes the withdrawal.
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select 'conflict' as status, count(*) as count from payout p join withdrawal w on w.id = p.withdrawal_id
         where p.conflict is not null and w.closed_at is null`.execute(db);
      return rows;
    },
  },
];
