import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'cashback_open', help: 'Cashback that waits, by what it waits for, and periods that are not settled.' },
    age: { name: 'cashback_oldest_seconds', help: 'Age of the oldest of them.' },
    label: { name: 'state', values: ['due', 'unfunded', 'period'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select state as status, count(*) as count, min(coalesce(claimed_at, created_at)) as oldest from cashback_statement
         where state in ('due', 'unfunded') group by state
        union all select 'period', count(*), min(closed_at) from cashback_period where settled_at is null`.execute(db);
      return rows;
    },
  },
];
