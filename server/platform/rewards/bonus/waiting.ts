import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'bonuses_open', help: 'Bonuses that were offered and not accepted yet, and those that run.' },
    label: { name: 'state', values: ['offered', 'running'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select state as status, count(*) as count from bonus
         where state in ('offered', 'running') group by state`.execute(db);
      return rows;
    },
  },
];
