import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: {
      name: 'promotions_open',
      help: 'Applications for promotions that wait for operators, and rewards of promotions that wait for money.',
    },
    age: { name: 'promotions_oldest_seconds', help: 'Age of the oldest of them.' },
    label: { name: 'state', values: ['applying', 'due'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select state as status, count(*) as count, min(coalesce(decided_at, claimed_at, joined_at)) as oldest from promotion_entry
         where state in ('applying', 'due') group by state`.execute(db);
      return rows;
    },
  },
];
