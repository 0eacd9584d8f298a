import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'withdrawals_open', help: 'Waiting withdrawals by status.' },
    age: { name: 'withdrawal_oldest_seconds', help: 'Longest time of a withdrawal in its status.' },
    label: { name: 'status', values: ['review', 'approved', 'paid', 'disputed'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select status, count(*) as count,
               min(coalesce(case when status = 'approved' then approved_at when status = 'paid' then paid_at end, requested_at)) as oldest
          from withdrawal where status in ('review', 'approved', 'paid', 'disputed') group by status`.execute(db);
      return rows;
    },
  },
];
