import { sql } from 'kysely';
import type { WaitingItems, WaitingRow } from '../../base/waiting.ts';

export const WAITING: readonly WaitingItems[] = [
  {
    open: { name: 'missions_open', help: 'Claimed rewards of missions that wait for money.' },
    label: { name: 'state', values: ['due'] },
    async read(db) {
      const { rows } = await sql<WaitingRow>`
        select state as status, count(*) as count from mission_reward
         where state = 'due' group by state`.execute(db);
      return rows;
    },
  },
];
